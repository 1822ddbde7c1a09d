import { createHash } from 'node:crypto';
import { ABSENT, type Content, type RecognisedCall, type RecognisedFrame } from '../../model/recognised.js';
import type { LogRecord } from '../../model/span.js';
import type { FrameKind, Reading } from '../convention.js';
import { firstNumber, firstText, textOf } from './attributes.js';
import { reportedBy } from './call.js';
import { declaredIn } from './declared.js';
import { distinct } from './failure.js';
import { identityOf, serviceOf } from './identity.js';
import { NO_MESSAGES } from './prompt.js';
import type { Answer } from './result.js';
import { modelIn } from './tokens.js';
import { serverOf } from './tool-name.js';

/** What a command-line agent's log record says about a call. */
export interface LogWords {
  readonly tool: string;
  readonly callId: string | undefined;
  /** The conversation, where it stands under a name of its own. */
  readonly conversation?: string | undefined;
  readonly agent: string;
  readonly server?: string | undefined;
  readonly arguments?: Content;
  readonly answer?: Answer;
  readonly failed: boolean | undefined;
  readonly cancelled?: boolean;
  readonly codes?: readonly (string | undefined)[];
  readonly texts?: readonly (string | undefined)[];
  readonly startsAgent?: boolean;
}

const DURATION = ['duration_ms', 'durationMs', 'duration'];
/** What tells two records of one session and moment apart. */
const SEQUENCE = ['event.sequence', 'event.timestamp'];

/** Builds the call that a log record describes. The record is written at the end, so the start is that minus the duration. */
export function callFromLog(log: LogRecord, convention: string, words: LogWords): Reading {
  const { attributes, scope, resource } = log;
  const answer = words.answer ?? { content: ABSENT };
  const identity = identityOf(attributes);
  const conversation = words.conversation ?? identity.conversation;
  const reported = reportedBy(words.failed, answer);
  const call: RecognisedCall = {
    ...placeOfLog(log, conversation, words.callId ?? words.tool),
    convention,
    from: 'log',
    callId: words.callId,
    requestId: undefined,
    side: 'caller',
    ...identity,
    conversation,
    agent: identity.agent ?? words.agent,
    tool: words.tool,
    server: words.server ?? serverOf(attributes, words.tool),
    service: serviceOf(resource),
    scope: scope.name,
    arguments: words.arguments ?? ABSENT,
    result: answer.content,
    reported,
    declared: declaredIn(attributes, reported === 'error'),
    failureFlag: words.failed,
    machineCodes: distinct(words.codes ?? []),
    errorTexts: distinct(words.texts ?? []),
    cancelled: words.cancelled ?? false,
    readOnly: undefined,
    destructive: undefined,
    attemptsInside: 0,
    model: modelIn(attributes) ?? firstText(attributes, ['model', 'modelId']),
    tokens: undefined,
    startsAgent: words.startsAgent ?? false,
    guard: undefined,
  };
  return { call };
}

/** A frame that a log record stands for: a prompt by a person, a model turn. */
export function frameFromLog(log: LogRecord, kind: FrameKind, words: Partial<RecognisedFrame>): Reading {
  const { attributes, resource } = log;
  const identity = identityOf(attributes);
  const conversation = words.conversation ?? identity.conversation;
  return {
    frame: {
      ...placeOfLog(log, conversation, kind),
      kind,
      name: kind,
      service: serviceOf(resource),
      status: 'unset',
      model: modelIn(attributes) ?? textOf(attributes['model']),
      tokens: undefined,
      answer: ABSENT,
      ...NO_MESSAGES,
      lends: undefined,
      ...identity,
      ...words,
      conversation,
    },
  };
}

/**
 * Log records have no span of their own, and often no trace. Their ids are made from what identifies them, so that the
 * same record sent twice is the same row.
 */
function placeOfLog(log: LogRecord, conversation: string | undefined, about: string) {
  const { attributes, timeMs, traceId, spanId, scope } = log;
  const duration = Math.max(0, firstNumber(attributes, DURATION) ?? 0);
  const session = conversation ?? serviceOf(log.resource) ?? scope.name;
  const moment = `${timeMs} ${firstText(attributes, SEQUENCE) ?? ''}`;
  return {
    traceId: traceId ?? digest(32, [scope.name, session]),
    spanId: digest(16, [scope.name, session, eventOf(log), about, moment]),
    parentSpanId: spanId,
    startedMs: timeMs - duration,
    endedMs: timeMs,
  };
}

/** The event's own name, for telling a decision from a result about the same call. */
function eventOf({ eventName, attributes, body }: LogRecord): string {
  return textOf(attributes['event.name']) ?? eventName ?? (typeof body === 'string' ? body : '');
}

function digest(length: number, parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, length);
}
