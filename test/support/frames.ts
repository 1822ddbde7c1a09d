import type { Frame } from '../../src/model/tool-call.js';

/** What a test says about a frame; times are seconds after the same start as those of calls. */
export interface FrameWords extends Partial<Frame> {
  readonly at?: number;
  readonly takes?: number;
}

const T0 = Date.UTC(2026, 0, 1);
let serial = 0;

/** One frame; default: a model turn of one second. */
export function frame(words: FrameWords = {}): Frame {
  const { at = 0, takes = 1, ...rest } = words;
  const startedMs = T0 + at * 1000;
  return {
    project: 'default',
    traceId: 'a'.repeat(32),
    spanId: rest.spanId ?? `f${(++serial).toString(16).padStart(15, '0')}`,
    parentSpanId: undefined,
    kind: 'model',
    name: 'chat',
    service: 'test',
    startedMs,
    endedMs: startedMs + takes * 1000,
    status: 'unset',
    conversation: undefined,
    user: undefined,
    agent: undefined,
    agentId: undefined,
    model: undefined,
    inputTokens: undefined,
    outputTokens: undefined,
    userMessages: undefined,
    allMessages: undefined,
    asksFor: [],
    answer: undefined,
    ...rest,
  };
}
