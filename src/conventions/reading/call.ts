import type { Json, JsonObject } from '../../model/json.js';
import { isObject } from '../../model/json.js';
import { ABSENT, type Content, type Declared, type RecognisedCall } from '../../model/recognised.js';
import type { Span } from '../../model/span.js';
import type { Reported } from '../../model/tool-call.js';
import type { Reading } from '../convention.js';
import { firstFlag, firstText, numberOf, textOf } from './attributes.js';
import { CONCERN, concernsOf } from './concerns.js';
import { argumentsFrom, resultFrom } from './content.js';
import { DESTRUCTIVE, declaredFirst, declaredIn, NOTHING, READ_ONLY } from './declared.js';
import { contentInEvents } from './events.js';
import { distinct, failureByStatus, failureOf, worst } from './failure.js';
import { guardOf, refusalIn } from './guard.js';
import { identityOf, NOBODY, serviceOf } from './identity.js';
import type { Answer } from './result.js';
import { modelIn, tokensIn } from './tokens.js';
import { serverOf, toolInSpanName, UNNAMED } from './tool-name.js';

/** Attribute keys of one vocabulary, in order. They are tried before the keys that all vocabularies share. */
export interface Keys {
  readonly tool?: readonly string[];
  readonly callId?: readonly string[];
  readonly arguments?: readonly string[];
  readonly result?: readonly string[];
}

/** What a convention knows about a call beyond keys. Each field, where defined, wins over what is read by key. */
export interface Told {
  readonly tool?: string | undefined;
  readonly callId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly arguments?: Content | undefined;
  readonly answer?: Answer | undefined;
  readonly server?: string | undefined;
  readonly agent?: string | undefined;
  readonly failed?: boolean | undefined;
  readonly cancelled?: boolean | undefined;
  readonly codes?: readonly (string | undefined)[];
  readonly texts?: readonly (string | undefined)[];
  readonly startsAgent?: boolean | undefined;
  readonly declared?: Declared | undefined;
  readonly side?: RecognisedCall['side'];
}

const TOOL = ['gen_ai.tool.name', 'mcp.tool.name', 'tool.name'];
const CALL_ID = ['gen_ai.tool.call.id', 'tool.id', 'tool.call.id', 'tool_use_id', 'gen_ai.tool.call_id'];
const ARGUMENTS = [
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.input',
  'gen_ai.tool.args',
  'input.value',
  'tool.parameters',
  'langfuse.observation.input',
];
const RESULT = [
  'gen_ai.tool.call.result',
  'gen_ai.tool.output',
  'gen_ai.tool.result',
  'output.value',
  'langfuse.observation.output',
];

/** Call ids that only say that there is none (ADK, Agent Framework). */
const NO_ID = new Set(['<not specified>', 'unknown', 'None', 'null']);

/** Builds the call that a span describes. */
export function callFrom(span: Span, convention: string, keys: Keys = {}, told: Told = {}): Reading {
  const { attributes, scope, resource } = span;
  const content = contentInEvents(span);
  const tool = told.tool ?? toolOf(span, keys);
  const answer = told.answer ?? answerOf(attributes, keys.result ?? [], content.result);
  const has = concernsOf(attributes);
  const failure = has & CONCERN.failure || span.events.length > 0 ? failureOf(span) : failureByStatus(span);
  const failureFlag = worst([failure.failureFlag, answer.failed, told.failed]);
  const reported = failure.status === 'unset' ? reportedBy(failureFlag, answer) : failure.status;
  const args = told.arguments ?? argumentsOf(attributes, keys.arguments ?? [], content.arguments);
  const identity = has & CONCERN.identity ? identityOf(attributes) : NOBODY;
  const declared = has & CONCERN.declared ? declaredIn(attributes, reported === 'error') : NOTHING;
  // Field by field, not by spreading: this runs once for every span, and spreads cost more than all the reading.
  const call: RecognisedCall = {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    startedMs: span.startedMs,
    endedMs: span.endedMs,
    convention,
    from: 'span',
    callId: told.callId ?? callIdOf(attributes, keys.callId ?? []) ?? answer.callId,
    requestId: told.requestId ?? requestIdOf(attributes),
    side: told.side ?? (span.kind === 'server' ? 'server' : 'caller'),
    conversation: identity.conversation,
    user: identity.user,
    agent: told.agent ?? identity.agent,
    agentId: identity.agentId,
    tool,
    server: told.server ?? serverOf(attributes, tool),
    service: serviceOf(resource),
    scope: scope.name,
    arguments: args,
    result: answer.content,
    reported,
    declared: declaredFirst(declared, told.declared ?? refusalIn(span.events)),
    failureFlag,
    machineCodes: inFront(failure.machineCodes, told.codes, answer.code),
    errorTexts: inFront(failure.errorTexts, told.texts, answer.text),
    cancelled: told.cancelled ?? answer.cancelled ?? failure.cancelled,
    readOnly: firstFlag(attributes, READ_ONLY),
    destructive: firstFlag(attributes, DESTRUCTIVE),
    attemptsInside: Math.max(0, numberOf(attributes['http.request.resend_count']) ?? 0),
    model: has & CONCERN.tokens ? modelIn(attributes) : undefined,
    tokens: has & CONCERN.tokens ? tokensIn(attributes) : undefined,
    startsAgent: told.startsAgent ?? delegates(tool, args),
    guard: has & CONCERN.guard || span.events.length > 0 ? guardOf(attributes, span.events) : undefined,
  };
  return { call };
}

/** Claude's tools that start a sub-agent, whoever reports them. */
function delegates(tool: string, { value }: Content): boolean {
  return (tool === 'Task' || tool === 'Agent') && isObject(value) && 'subagent_type' in value;
}

function inFront(
  found: readonly string[],
  told: readonly (string | undefined)[] | undefined,
  inside: string | undefined,
) {
  return told === undefined && inside === undefined ? found : distinct([...(told ?? []), inside, ...found]);
}

function toolOf({ attributes, name }: Span, keys: Keys): string {
  return firstText(attributes, keys.tool ?? []) ?? firstText(attributes, TOOL) ?? toolInSpanName(name) ?? UNNAMED;
}

function callIdOf(attributes: JsonObject, keys: readonly string[]): string | undefined {
  const id = firstText(attributes, keys) ?? firstText(attributes, CALL_ID);
  return id === undefined || NO_ID.has(id) ? undefined : id;
}

function requestIdOf(attributes: JsonObject): string | undefined {
  const request = textOf(attributes['jsonrpc.request.id']) ?? textOf(attributes['mcp.request.id']);
  const session = textOf(attributes['mcp.session.id']);
  return request === undefined || session === undefined ? undefined : `${session}#${request}`;
}

/** The first candidate that was captured, else the first that was hidden or cut, else nothing. */
export function argumentsOf(attributes: JsonObject, own: readonly string[], inEvents?: Json): Content {
  let hidden: Content | undefined;
  for (const keys of [own, ARGUMENTS])
    for (const key of keys) {
      const raw = attributes[key];
      if (raw === undefined || (key === 'tool.parameters' && isSchema(raw))) continue;
      const content = argumentsFrom(raw);
      if (content.state === 'captured') return content;
      if (content.state !== 'absent') hidden ??= content;
    }
  return inEvents === undefined ? (hidden ?? ABSENT) : argumentsFrom(inEvents);
}

/** As for arguments, with what the envelopes stated. */
export function answerOf(attributes: JsonObject, own: readonly string[], inEvents?: Json): Answer {
  let hidden: Answer | undefined;
  for (const keys of [own, RESULT])
    for (const key of keys) {
      const raw = attributes[key];
      if (raw === undefined) continue;
      const answer = resultFrom(raw);
      if (answer.content.state === 'captured') return answer;
      if (answer.content.state !== 'absent') hidden ??= answer;
    }
  return inEvents === undefined ? (hidden ?? { content: ABSENT }) : resultFrom(inEvents);
}

/** OpenInference writes the tool's JSON Schema under `tool.parameters` in some libraries and the arguments in others. */
function isSchema(raw: Json): boolean {
  const text = typeof raw === 'string' ? raw : JSON.stringify(raw);
  if (text === 'null') return true;
  return /"properties"\s*:/.test(text) && /"type"\s*:\s*"object"/.test(text);
}

/** Without a span status the protocol's own flag reports; without a protocol the flat envelope's `success` is that flag. */
export function reportedBy(failureFlag: boolean | undefined, { content, failed }: Answer): Reported {
  const flat = failed === undefined ? flatSuccess(content.value) : undefined;
  const flag = worst([failureFlag, flat === undefined ? undefined : !flat]);
  if (flag === undefined) return 'unset';
  return flag ? 'error' : 'ok';
}

/** Companions that tell the flat envelope from any object that happens to have a field `success`. */
const FLAT = ['data', 'error_code', 'error_message', 'retry_recommended', 'retry_after_seconds'];

function flatSuccess(value: Json | undefined): boolean | undefined {
  if (!isObject(value) || typeof value['success'] !== 'boolean') return undefined;
  return FLAT.some((key) => key in value) ? value['success'] : undefined;
}
