import type { ToolCall } from '../model/tool-call.js';
import { advance, changedOutside, type SeriesMemory, UNMARKED } from '../policy/index.js';
import { defineDetector } from './detector.js';
import { alsoProven, alsoWasted, begin, type Evidence } from './evidence.js';
import type { Cells } from './ledger.js';
import type { Step } from './session.js';

export const cycleLoop = defineDetector({
  id: 'cycle-loop',
  title: 'Cycle of calls',
  scope: 'session',
  severity: 'warning',
  why: 'The agent goes round the same few calls, gets the same answers, and nothing else changes on the way.',
  recovery: 'Tell the agent that it has been here before and show it the answers; let it choose another path or stop.',
  seedRule: 'Never repeat an identical call more than once in the hope of another answer.',
  needs: ['arguments', 'answer', 'end'],
  options: {
    longest: { default: 5, reason: 'Longer rounds are rare, and by then every call of them is a loop of its own.' },
    rounds: { default: 3, reason: 'Going back once is orientation; the third equal round is a cycle.' },
  },
  message: 'A round of {size} calls ({tools}) was made {rounds} times with the same arguments and the same answers.',

  visit({ options, cells, report }) {
    const known = cells<Known>();
    const tracks = cells<Track>();
    return {
      call(step) {
        const { call } = step;
        const repeat = repeatOf(step, known);
        if (repeat === undefined) return;
        if (repeat === 'news') return tracks.set(call.agentInstance, undefined);
        const track = turned(tracks.get(call.agentInstance) ?? NOTHING, repeat, step, options);
        tracks.set(call.agentInstance, track);
        if (!track.cycle) return;
        const { size, evidence } = track.cycle;
        const block = track.repeats.slice(-size).map((one) => one.call);
        const tools = [...new Set(block.map(({ tool }) => tool))].sort().join(', ');
        const harmless = block.every(({ effect, outcome }) => effect === 'question' && outcome === 'ok');
        report({
          ...{ tool: call.tool, agent: call.agent, about: tools, episode: evidence.first, evidence },
          source: 'declared',
          data: { tools, size, rounds: Math.floor(evidence.calls.count / size) },
          severity: harmless ? 'info' : undefined,
        });
      },
    };
  },
});

/** The latest call of a series, and its series as if nothing had changed: a cycle contains its own changes. */
interface Known {
  readonly memory: SeriesMemory;
  readonly call: ToolCall;
}

/** A call that repeats an earlier one with the same answer. */
interface Repeat {
  readonly key: string;
  readonly call: ToolCall;
  readonly before: ToolCall;
}

/** What one agent repeated lately, and the cycle that it is in. */
interface Track {
  readonly repeats: readonly Repeat[];
  readonly cycle: { readonly size: number; readonly evidence: Evidence } | undefined;
}

const NOTHING: Track = { repeats: [], cycle: undefined };

type Options = { readonly longest: number; readonly rounds: number };

/** First calls of a series are no part of a cycle yet; another answer is news, which ends every cycle. */
function repeatOf({ call, key, marks }: Step, known: Cells<Known>): Repeat | 'news' | undefined {
  if (key === undefined) return undefined;
  const before = known.get(key);
  const quiet = { ...marks, changedMs: UNMARKED.changedMs };
  const { standing: place, after: memory } = advance(before?.memory, call, quiet);
  known.set(key, { memory, call: place === 'beside' && before ? before.call : call });
  if (!before || place !== 'after') return undefined;
  return memory.round.same > 1 ? { key, call, before: before.call } : 'news';
}

function turned(track: Track, repeat: Repeat, step: Step, options: Options): Track {
  const repeats = [...track.repeats, repeat].slice(-options.longest * options.rounds);
  return { repeats, cycle: continued(track, repeats, step) ?? found(repeats, step, options) };
}

function continued({ cycle }: Track, repeats: readonly Repeat[], { call, changes }: Step): Track['cycle'] {
  if (!cycle) return undefined;
  const before = repeats.at(-1 - cycle.size);
  const keys = repeats.slice(-cycle.size).map(({ key }) => key);
  if (!before || before.key !== keys.at(-1)) return undefined;
  if (changedOutside(changes, keys) > before.call.startedMs) return undefined;
  return { size: cycle.size, evidence: alsoWasted(cycle.evidence, call) };
}

function found(repeats: readonly Repeat[], step: Step, { longest, rounds }: Options): Track['cycle'] {
  for (let size = 2; size <= longest; size++) {
    const [start, ...rest] = repeats.slice(-size * (rounds - 1));
    if (!start || rest.length + 1 < size * (rounds - 1) || !isCycle([start, ...rest], size, step)) continue;
    return { size, evidence: evidenceOf([start, ...rest], size) };
  }
  return undefined;
}

function isCycle(repeats: readonly Repeat[], size: number, { changes }: Step): boolean {
  const keys = repeats.slice(0, size).map(({ key }) => key);
  const first = repeats.slice(0, size).map(({ before }) => before.startedMs);
  return (
    new Set(keys).size === size &&
    repeats.every(({ key }, i) => key === keys[i % size]) &&
    first.every((ms, i) => ms <= (first[i + 1] ?? repeats[0]?.call.startedMs ?? ms)) &&
    changedOutside(changes, keys) <= (first[0] ?? Number.NEGATIVE_INFINITY)
  );
}

/** The first round, which was not wasted, and the repeats, which were. */
function evidenceOf([start, ...repeats]: readonly [Repeat, ...Repeat[]], size: number): Evidence {
  const opening = repeats.slice(0, size - 1).reduce((sum, { before }) => alsoProven(sum, before), begin(start.before));
  return [start, ...repeats].reduce((sum, { call }) => alsoWasted(sum, call), opening);
}
