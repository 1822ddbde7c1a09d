import { type Baseline, groups, type PlainCall, runs } from './baseline.js';

const action = ({ tool, args }: PlainCall) => JSON.stringify([tool, args]);
const ids = (calls: readonly PlainCall[]) => calls.map(({ id }) => id);

/** The last `size * times` calls repeat a block of `size` calls. */
function cycles(calls: readonly PlainCall[], sizes: readonly number[], times: number): string[][] {
  const found: string[][] = [];
  for (const size of sizes) {
    for (let end = size * times; end <= calls.length; end++) {
      const window = calls.slice(end - size * times, end);
      const repeats = window.every((call, i) => action(call) === action(window[i % size] as PlainCall));
      if (repeats) found.push(ids(window));
    }
  }
  return found;
}

/** Loop rules of other products, in our own code. */
export const BASELINES: readonly Baseline[] = [
  {
    name: 'OpenLIT',
    rule: 'the same tool with the same raw arguments three times or more anywhere in a trace; results ignored',
    find: (calls) =>
      groups(calls, action)
        .filter((group) => group.length >= 3)
        .map(ids),
  },
  {
    name: 'Gemini CLI',
    rule: 'a cycle of one to five calls repeated five times in a row; results ignored',
    find: (calls) => cycles(calls, [1, 2, 3, 4, 5], 5),
  },
  {
    name: 'Roo Code',
    rule: 'the fourth consecutive identical call; results ignored',
    find: (calls) =>
      runs(calls, action)
        .filter((run) => run.length >= 4)
        .map(ids),
  },
  {
    name: 'OpenHands',
    rule: 'four times the same action with the same result, three times the same action with errors, or six alternating',
    find: (calls) => [
      ...runs(calls, (call) => JSON.stringify([call.tool, call.args, call.result]))
        .filter((run) => run.length >= 4)
        .map(ids),
      ...runs(calls, action)
        .filter((run) => run.length >= 3 && run.every(({ failed }) => failed))
        .map(ids),
      ...cycles(calls, [2], 3),
    ],
  },
  {
    name: 'opentel-mcp',
    rule: 'three failures with the same fingerprint (tool and error text) within 60 s',
    find: (calls) =>
      groups(
        calls.filter(({ failed }) => failed),
        ({ tool, result }) => JSON.stringify([tool, result]),
      ).flatMap((group) =>
        group.length >= 3 && (group[2]?.startedMs ?? 0) - (group[0]?.startedMs ?? 0) <= 60_000 ? [ids(group)] : [],
      ),
  },
];
