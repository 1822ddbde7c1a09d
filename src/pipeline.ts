import type { Sealer } from './capture/index.js';
import { recognise, recogniseLog } from './conventions/index.js';
import { ABSENT, type Recognised, type RecognisedCall, type RecognisedFrame } from './model/recognised.js';
import type { Settings } from './model/settings.js';
import type { LogRecord, Span } from './model/span.js';
import type { Frame, Lent, ToolCall } from './model/tool-call.js';
import { judge } from './outcome/index.js';

/** Records after recognition, before judgement. */
export interface Reading {
  readonly recognised: Recognised[];
  readonly unclaimed: Map<string, number>;
  readonly faults: Map<string, number>;
}

/** What one request turned into: rows to store, and what was noticed on the way. */
export interface Batch {
  readonly calls: ToolCall[];
  readonly frames: Frame[];
  /** Scope names of records that look like tool calls and that no convention claimed, with how many. */
  readonly unclaimed: Map<string, number>;
  /** Units that threw on a record, with how many; the record is left out, the others go on. */
  readonly faults: Map<string, number>;
}

/** What the pipeline needs to know besides the records. */
export interface PipelineWords {
  readonly project: string;
  readonly settings: Settings;
  readonly sealer: Sealer;
}

/** Longest stored answer of an agent frame in characters: enough to see whether a failure is mentioned. */
const AGENT_ANSWER_CHARS = 4000;

/** First arrow: each span is claimed by a convention, kept as frame, or counted. */
export function recogniseSpans(spans: readonly Span[]): Reading {
  return read(spans, recognise);
}

/** The same for log records. */
export function recogniseLogs(logs: readonly LogRecord[]): Reading {
  return read(logs, recogniseLog);
}

function read<T>(records: readonly T[], reader: (record: T) => Recognised): Reading {
  const reading: Reading = { recognised: [], unclaimed: new Map(), faults: new Map() };
  for (const record of records) {
    const one = contain('recognise', reading.faults, () => reader(record));
    if (one?.unclaimedScope !== undefined) bump(reading.unclaimed, one.unclaimedScope);
    if (one) reading.recognised.push(one);
  }
  return reading;
}

/** Second arrow: judge and seal. Pure but for the keyed hash; one bad record never loses another. */
export function judgeReading({ recognised, unclaimed, faults }: Reading, words: PipelineWords): Batch {
  const batch: Batch = { calls: [], frames: [], unclaimed, faults };
  for (const one of recognised) place(one, batch, words);
  return batch;
}

function place({ call, frame }: Recognised, batch: Batch, words: PipelineWords): void {
  const calls = call ? [call] : [];
  if (frame) {
    contain('frame', batch.faults, () => batch.frames.push(toFrame(frame, words)));
    calls.push(...messageCalls(frame));
  }
  for (const one of calls) {
    const judged = contain(`judge ${one.convention}`, batch.faults, () => toToolCall(one, words));
    if (judged) batch.calls.push(judged);
  }
}

function contain<T>(unit: string, faults: Map<string, number>, work: () => T): T | undefined {
  try {
    return work();
  } catch {
    bump(faults, unit);
    return undefined;
  }
}

function bump(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function toToolCall(call: RecognisedCall, { project, settings, sealer }: PipelineWords): ToolCall {
  const { arguments: args, result, conversation, guard, tokens } = call;
  return {
    ...pick(call),
    // Every text that came from outside is redacted before anything is stored or compared.
    ...sealer.verdict(judge(call, settings)),
    project,
    session: conversation ?? call.traceId,
    sessionFrom: conversation === undefined ? 'none' : 'call',
    agentInstance: call.agentId ?? call.agent ?? '',
    turn: undefined,
    partOf: undefined,
    arguments: sealer.seal(args, call.tool, call.server),
    result: sealer.seal(result, call.tool, call.server),
    answerHash: sealer.answerHash(result),
    guardRefused: guard?.refused ?? false,
    guardWaitedMs: guard?.waitedMs ?? 0,
    inputTokens: tokens?.input,
    outputTokens: tokens?.output,
  };
}

type Passed = Pick<
  RecognisedCall,
  | 'convention'
  | 'from'
  | 'traceId'
  | 'spanId'
  | 'parentSpanId'
  | 'callId'
  | 'requestId'
  | 'side'
  | 'agent'
  | 'user'
  | 'tool'
  | 'server'
  | 'service'
  | 'scope'
  | 'startedMs'
  | 'endedMs'
  | 'reported'
  | 'attemptsInside'
  | 'model'
>;

function pick(call: Passed): Passed {
  const { convention, from, traceId, spanId, parentSpanId, callId, requestId, side, agent, user, tool, server } = call;
  const { service, scope, startedMs, endedMs, reported, attemptsInside, model } = call;
  return {
    ...{ convention, from, traceId, spanId, parentSpanId, callId, requestId, side, agent, user, tool, server },
    ...{ service, scope, startedMs, endedMs, reported, attemptsInside, model },
  };
}

function toFrame(frame: RecognisedFrame, words: PipelineWords): Frame {
  const { answer, tokens, toolMessages, lends, asksFor, ...rest } = frame;
  void toolMessages;
  const told = answer.value === undefined ? undefined : asText(answer.value);
  return {
    ...rest,
    project: words.project,
    asksFor,
    inputTokens: tokens?.input,
    outputTokens: tokens?.output,
    answer: told === undefined ? undefined : words.sealer.text(told, AGENT_ANSWER_CHARS),
    ...(lends === undefined ? {} : { lends: lent(frame, lends, words) }),
  };
}

/** What a phase knows of the call around it, judged and sealed as if it were the call, and only what it knows. */
function lent(frame: RecognisedFrame, lends: Partial<RecognisedCall>, words: PipelineWords): Lent {
  const call = toToolCall({ ...NOBODY, ...placeOf(frame), ...stated(lends) }, words);
  const { arguments: args, result, failureFlag, machineCodes, errorTexts, declared } = lends;
  const judged =
    failureFlag !== undefined ||
    (machineCodes?.length ?? 0) > 0 ||
    (errorTexts?.length ?? 0) > 0 ||
    declared !== undefined;
  const { outcome, message, signature, description, claims, reported } = call;
  return {
    ...(lends.callId === undefined ? {} : { callId: lends.callId }),
    ...(lends.requestId === undefined ? {} : { requestId: lends.requestId }),
    ...(lends.server === undefined ? {} : { server: lends.server }),
    ...(lends.attemptsInside === undefined ? {} : { attemptsInside: lends.attemptsInside }),
    ...(lends.guard === undefined ? {} : { guardRefused: call.guardRefused, guardWaitedMs: call.guardWaitedMs }),
    ...(args === undefined ? {} : { arguments: call.arguments }),
    ...(result === undefined ? {} : { result: call.result, answerHash: call.answerHash }),
    ...(judged || result !== undefined ? { outcome, message, signature, description, claims } : {}),
    ...(lends.reported === undefined ? {} : { reported }),
  };
}

/** Undefined fields say nothing and must not overwrite. */
function stated(lends: Partial<RecognisedCall>): Partial<RecognisedCall> {
  return Object.fromEntries(Object.entries(lends).filter(([, value]) => value !== undefined));
}

function placeOf(frame: RecognisedFrame): Partial<RecognisedCall> {
  const { traceId, spanId, parentSpanId, service, startedMs, endedMs } = frame;
  return { traceId, spanId, parentSpanId, service, startedMs, endedMs };
}

/** A call of which nothing is known. */
const NOBODY: RecognisedCall = {
  ...{ convention: 'phase', from: 'span', traceId: '', spanId: '', parentSpanId: undefined, callId: undefined },
  ...{
    requestId: undefined,
    side: 'caller',
    conversation: undefined,
    agent: undefined,
    agentId: undefined,
    user: undefined,
  },
  ...{ tool: '', server: undefined, service: undefined, scope: '', startedMs: 0, endedMs: undefined },
  ...{ arguments: ABSENT, result: ABSENT, reported: 'unset', declared: {}, failureFlag: undefined },
  ...{ machineCodes: [], errorTexts: [], cancelled: false, readOnly: undefined, destructive: undefined },
  ...{ attemptsInside: 0, model: undefined, tokens: undefined, startsAgent: false, guard: undefined },
};

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Calls that left no span and stand only in the next prompt (design section 4); assembly drops those that have a span. */
function messageCalls(frame: RecognisedFrame): RecognisedCall[] {
  return frame.toolMessages.flatMap((message) => {
    if (message.tool === undefined) return [];
    const { conversation, agent, agentId, user } = frame;
    const { callId, tool, failureFlag, arguments: args, result } = message;
    return [
      {
        ...NOBODY,
        ...placeOf(frame),
        ...{ conversation, agent, agentId, user, callId, tool, failureFlag, result, arguments: args },
        convention: 'message',
        from: 'message',
        scope: 'message',
        spanId: messageId(frame.traceId, callId),
        endedMs: frame.startedMs,
        reported: failureFlag === true ? 'error' : 'unset',
      },
    ];
  });
}

/** FNV-1a over trace and call id, twice with different seeds: a span id that is the same on every redelivery. */
function messageId(traceId: string, callId: string): string {
  return [0x811c9dc5, 0x01000193].map((seed) => fnv(seed, `${traceId}/${callId}`)).join('');
}

function fnv(seed: number, text: string): string {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
