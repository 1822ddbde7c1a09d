import type { Json } from '../../src/model/json.js';
import type { Content, RecognisedCall } from '../../src/model/recognised.js';

/** What a test says about a recognised call; `undefined` as result means not captured. */
export interface RecognisedWords extends Partial<Omit<RecognisedCall, 'arguments' | 'result'>> {
  readonly args?: Json | undefined;
  readonly result?: Json | undefined;
  readonly resultState?: Content['state'];
}

/** When test calls end. */
export const ENDED_MS = Date.UTC(2026, 0, 1, 12, 0, 0);

function content(value: Json | undefined, state?: Content['state']): Content {
  return { state: state ?? (value === undefined ? 'absent' : 'captured'), value };
}

/** One recognised call of `search_orders`, one second long, status unset, nothing captured unless said. */
export function recognised({ args, result, resultState, ...rest }: RecognisedWords = {}): RecognisedCall {
  return {
    convention: 'gen-ai',
    from: 'span',
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    parentSpanId: undefined,
    callId: undefined,
    requestId: undefined,
    side: 'caller',
    conversation: undefined,
    agent: undefined,
    agentId: undefined,
    user: undefined,
    tool: 'search_orders',
    server: undefined,
    service: undefined,
    scope: 'test',
    startedMs: ENDED_MS - 1000,
    endedMs: ENDED_MS,
    arguments: content(args),
    result: content(result, resultState),
    reported: 'unset',
    declared: {},
    failureFlag: undefined,
    machineCodes: [],
    errorTexts: [],
    cancelled: false,
    readOnly: undefined,
    destructive: undefined,
    attemptsInside: 0,
    model: undefined,
    tokens: undefined,
    startsAgent: false,
    guard: undefined,
    ...rest,
  };
}
