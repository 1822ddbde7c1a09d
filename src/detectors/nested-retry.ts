import { isBefore, remember, type SeriesMemory, UNMARKED } from '../policy/index.js';
import { defineDetector } from './detector.js';
import { aboutSeries } from './draft.js';
import { alsoProven, alsoWasted, begin, type Evidence } from './evidence.js';
import type { Cells } from './ledger.js';
import { statedBy } from './recovery.js';
import type { Step } from './session.js';
import { isDelegation, type Run, type Spans } from './spans.js';

export const nestedRetry = defineDetector({
  id: 'nested-retry',
  title: 'Retries inside retries',
  scope: 'agent',
  severity: 'warning',
  why: 'Coordinator and sub-agent both try again, so the source gets the product of their tries instead of the sum.',
  recovery: 'Let one level retry, the one nearest to the source, and let the other pass the failure on.',
  seedRule: 'Recover locally; the coordinator does not repeat what the sub-agent has tried.',
  needs: ['arguments', 'outcome', 'end'],
  options: {},
  message: '{tool} was tried {inner} times below and the agent above tried {outer} times: a factor of {factor}.',

  visit({ spans, cells, report }) {
    const delegations = cells<SeriesMemory>();
    const orders = cells<Order>();
    const operations = cells<Operation>();
    return {
      call(step) {
        const { call, key, last } = step;
        if (key === undefined) return;
        if (isDelegation(call, spans.hosts)) orders.set(call.spanId, ordered(delegations, key, step));
        if (call.outcome !== 'error' && last?.fact.outcome !== 'error') return;
        const name = JSON.stringify([call.server ?? '', call.tool, call.arguments.hash ?? '']);
        const operation = tried(operations.get(name), step, spans.runAbove(call), orders);
        operations.set(name, operation);
        const nest = nestOf(operation.attempts, spans);
        if (!nest) return;
        report({
          ...aboutSeries(call, operation.evidence),
          source: statedBy(call.source),
          data: { tool: call.tool, ...nest, factor: nest.inner * nest.outer },
        });
      },
    };
  },
});

/** Which try of which order to a sub-agent a call is. */
interface Order {
  readonly series: string;
  readonly index: number;
}

/** How often one run tried an operation. */
interface Attempt {
  readonly run: string;
  readonly order: Order | undefined;
  readonly tries: number;
}

/** The same call, whoever makes it. */
interface Operation {
  readonly attempts: readonly Attempt[];
  readonly evidence: Evidence;
}

/** Runs remembered of one operation; more than this is a storm, and that is found elsewhere. */
const ATTEMPTS = 32;

/** What the sub-agent changes is no reason to give it the same order again. */
function ordered(delegations: Cells<SeriesMemory>, series: string, { call, marks }: Step): Order {
  const memory = remember(delegations.get(series), call, { ...marks, changedMs: UNMARKED.changedMs });
  delegations.set(series, memory);
  return { series, index: memory.round.index };
}

function tried(before: Operation | undefined, step: Step, run: Run | undefined, orders: Cells<Order>): Operation {
  const { call, after, standing } = step;
  const id = run?.id ?? call.agentInstance;
  const known = before?.attempts.find((one) => one.run === id);
  const attempt = {
    run: id,
    order: run?.startedBy && orders.get(run.startedBy.spanId),
    tries: Math.max(known?.tries ?? 0, after?.round.index ?? 1),
  };
  const others = (before?.attempts ?? []).filter((one) => one.run !== id);
  const evidence = !before
    ? begin(call)
    : standing === 'beside'
      ? alsoProven(before.evidence, call)
      : alsoWasted(before.evidence, call);
  return { attempts: [...others, attempt].slice(-ATTEMPTS), evidence };
}

interface Nest {
  readonly inner: number;
  readonly outer: number;
}

/** The worst product: of an order given again and the tries within it, or of two runs of which one stands in the other. */
function nestOf(attempts: readonly Attempt[], spans: Spans): Nest | undefined {
  const nests = attempts.flatMap((attempt) => [
    orderedAgain(attempt, attempts),
    startedAgain(attempt, attempts, spans),
    ...triedAbove(attempt, attempts, spans),
  ]);
  const real = nests.filter(({ inner, outer }) => inner > 1 && outer > 1);
  return real.sort((a, b) => b.inner * b.outer - a.inner * a.outer)[0];
}

function orderedAgain({ order }: Attempt, attempts: readonly Attempt[]): Nest {
  const same = attempts.filter((one) => order !== undefined && one.order?.series === order.series);
  return {
    inner: Math.max(1, ...same.map(({ tries }) => tries)),
    outer: new Set(same.map((one) => one.order?.index)).size,
  };
}

/** Agents that no call started: the same agent, started again below the same one each time it had failed. */
function startedAgain(attempt: Attempt, attempts: readonly Attempt[], spans: Spans): Nest {
  const nameOf = ({ run }: Attempt) => {
    const frame = spans.frames.get(run);
    const above = frame && spans.runAbove(frame);
    return above && JSON.stringify([above.id, frame.agent ?? frame.name]);
  };
  const name = attempt.order === undefined ? nameOf(attempt) : undefined;
  const same = attempts.filter((one) => name !== undefined && nameOf(one) === name);
  const runs = same.flatMap(({ run }) => spans.runOf(run) ?? []).sort((a, b) => a.startedMs - b.startedMs);
  const again = runs.filter((run, i) => {
    const before = runs[i - 1];
    return before?.failed === true && before.endedMs !== undefined && isBefore(before.endedMs, run.startedMs);
  });
  return { inner: Math.max(1, ...same.map(({ tries }) => tries)), outer: again.length + 1 };
}

function triedAbove({ run, tries }: Attempt, attempts: readonly Attempt[], spans: Spans): Nest[] {
  const above = ancestorsOf(run, spans);
  return attempts.filter((one) => above.has(one.run)).map((one) => ({ inner: tries, outer: one.tries }));
}

/** Agents that start agents that start agents are not nested deeper in practice. */
const LEVELS = 8;

function ancestorsOf(id: string, spans: Spans): Set<string> {
  const above = new Set<string>();
  let span = spans.frames.get(id) ?? spans.calls.get(id);
  while (span && above.size < LEVELS) {
    const run = spans.runAbove(span);
    if (!run || above.has(run.id)) break;
    above.add(run.id);
    span = spans.frames.get(run.id) ?? spans.calls.get(run.id);
  }
  return above;
}
