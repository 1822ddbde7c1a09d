import { createHash } from 'node:crypto';
import type { Sealed, ToolCall } from '../../src/model/tool-call.js';

const T0 = Date.UTC(2026, 0, 1);

/** A short stand-in for the keyed hash: equal text, equal hash. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Sealed content as the capture unit would produce it; `undefined` means not captured. */
export function sealed(value: unknown): Sealed {
  if (value === undefined)
    return {
      state: 'absent',
      hash: undefined,
      partial: false,
      copy: undefined,
      bytes: 0,
    };
  const copy = JSON.stringify(value);
  return {
    state: 'captured',
    hash: hashOf(copy),
    partial: false,
    copy,
    bytes: copy.length,
  };
}

/** What a test says about a call; everything else gets a plain default. Times are seconds after an arbitrary start. */
export interface CallWords extends Partial<Omit<ToolCall, 'arguments' | 'result'>> {
  readonly args?: unknown;
  readonly answer?: unknown;
  readonly at?: number;
  readonly takes?: number;
}

let serial = 0;

/** One judged call. Default: an ok call of `search` with arguments and answer, one second long. */
export function call(words: CallWords = {}): ToolCall {
  const { args = { q: 'x' }, answer = { items: [1] }, at, takes = 1, ...rest } = words;
  const n = ++serial;
  const startedMs = T0 + (at ?? n * 3) * 1000;
  const spanId = rest.spanId ?? n.toString(16).padStart(16, '0');
  const given = 'args' in words ? words.args : args;
  const told = 'answer' in words ? words.answer : answer;
  return {
    project: 'default',
    traceId: 'a'.repeat(32),
    spanId,
    parentSpanId: undefined,
    callId: `call_${spanId}`,
    requestId: undefined,
    convention: 'gen-ai',
    from: 'span',
    side: 'caller',
    scope: 'test',
    session: 's1',
    sessionFrom: 'call',
    user: undefined,
    agent: 'tester',
    agentInstance: 'agent-1',
    turn: undefined,
    partOf: undefined,
    tool: 'search',
    server: undefined,
    service: 'test',
    startedMs,
    endedMs: startedMs + takes * 1000,
    reported: 'unset',
    effect: 'question',
    traits: [],
    arguments: sealed(given),
    result: sealed(told),
    answerHash: told === undefined ? undefined : hashOf(JSON.stringify(told)),
    attemptsInside: 0,
    guardRefused: false,
    guardWaitedMs: 0,
    model: undefined,
    inputTokens: undefined,
    outputTokens: undefined,
    outcome: 'ok',
    outcomeSource: 'none',
    outcomeRule: '',
    category: undefined,
    code: undefined,
    codeAsWritten: undefined,
    retryable: undefined,
    retryAfterMs: undefined,
    description: undefined,
    resultCount: undefined,
    source: 'none',
    rule: '',
    message: undefined,
    signature: undefined,
    claims: [],
    ...rest,
  };
}

/** A failed call: outcome error, reported error, with the code's own words as message. */
export function failed(code: string, words: CallWords = {}): ToolCall {
  const message = words.message ?? `failed: ${code}`;
  return call({
    answer: { error: message },
    outcome: 'error',
    reported: 'error',
    outcomeSource: 'declared',
    outcomeRule: 'test',
    source: 'declared',
    rule: 'test',
    code,
    codeAsWritten: code,
    message,
    signature: message,
    ...words,
  });
}
