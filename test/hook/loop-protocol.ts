import { createGuard, flat } from '../../src/hook/index.js';
import type { Driver, Script, Tool } from './scripted-models.js';

/** A way for a tool to fail, and how often the code table lets it be called. */
export interface Failing {
  readonly title: string;
  readonly atMost: number;
  readonly tool: (attempt: number) => unknown;
}

const thrown = (message: string, code?: string) => () => {
  throw Object.assign(new Error(message), code === undefined ? {} : { code });
};

/** Waits are short here so that the protocol takes seconds; the rules are those of long ones. */
export const WAIT_MS = 100;

export const FAILURES: readonly Failing[] = [
  { title: 'permission denied', atMost: 1, tool: () => flat.permission({ description: 'Not your order' }) },
  { title: 'invalid arguments', atMost: 1, tool: () => flat.validation({ description: 'No such customer format' }) },
  { title: 'not found', atMost: 1, tool: () => flat.business({ code: 'not_found', description: 'No customer ada' }) },
  { title: 'timeout (thrown)', atMost: 2, tool: thrown('connect ETIMEDOUT', 'ETIMEDOUT') },
  { title: 'unclassified (thrown)', atMost: 2, tool: thrown('Operation failed') },
  {
    title: 'rate limited, retry after',
    atMost: 3,
    tool: () => flat.transient({ code: 'rate_limited', description: 'Slow down', retryAfterMs: WAIT_MS }),
  },
  { title: 'unavailable', atMost: 3, tool: () => flat.transient({ description: 'Down for maintenance' }) },
];

export const RECOVERS: Failing = {
  title: 'recovers on the third attempt',
  atMost: 3,
  tool: (attempt) => (attempt < 3 ? flat.transient({ description: 'Starting up' }) : { name: 'Ada' }),
};

/** Steps that the model is allowed. */
export const CAP = 40;

/** Always the same call, until it succeeds. */
export const stubborn: Script = (step, latest) => (step >= CAP || latest?.includes('Ada') ? 'stop' : 'call');
/** The same, but it reads what a refusal says. */
export const heeding: Script = (step, latest) => (latest?.includes('NOT SENT') ? 'stop' : stubborn(step, latest));

export interface Run {
  readonly realCalls: number;
  readonly steps: number;
  readonly ms: number;
  readonly tokens: number;
  readonly succeeded: boolean;
  /** Milliseconds between the end of one real call and the start of the next. */
  readonly pauses: readonly number[];
}

/** Tokens of a small agent: what every turn sends again, and what each call and its answer add. */
const BASE_TOKENS = 1_000;
const TOKENS_PER_CALL = 150;

/** Runs one failing tool under one script. */
export async function play(driver: Driver, failing: Failing, script: Script, guarded: boolean): Promise<Run> {
  let realCalls = 0;
  let succeeded = false;
  let endedMs: number | undefined;
  const pauses: number[] = [];
  const tool: Tool = async () => {
    if (endedMs !== undefined) pauses.push(performance.now() - endedMs);
    realCalls += 1;
    endedMs = performance.now();
    const answer = failing.tool(realCalls);
    succeeded = JSON.stringify(answer).includes('Ada');
    return answer;
  };
  // A fixed draw keeps the table the same on every run; 0.1 of the schedule keeps it short.
  const guard = guarded && createGuard({ random: () => 0.1 });
  const startedMs = performance.now();
  const steps = await driver(tool, script, guard);
  const tokens = steps * BASE_TOKENS + (TOKENS_PER_CALL * steps * (steps - 1)) / 2;
  return { realCalls, steps, ms: performance.now() - startedMs, tokens, succeeded, pauses };
}
