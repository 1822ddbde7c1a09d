import { isObject, type Json } from '../model/json.js';
import type { RecognisedCall } from '../model/recognised.js';
import type { Claim } from '../model/tool-call.js';
import { commandOf, echoes, lastProgram, type Nature, runsCode } from './effect/index.js';
import { messageText } from './envelope/facts.js';
import type { Envelope } from './envelope/index.js';
import { waitInText } from './retry-after.js';
import { bounded, classify, emptyRule, isFailure, isGenericText, peel } from './text/index.js';

/** Everything that reading the texts of a call depends on. */
export interface Reading {
  readonly call: RecognisedCall;
  readonly nature: Nature;
  readonly envelope: Envelope;
  /** Claims of sources 1 to 3. */
  readonly stated: readonly Claim[];
  /** The message for a person, made when first asked for. */
  readonly said: () => string | undefined;
}

/** What the texts say (source 4). They decide about failure only where the other sources are silent. */
export function textClaims(reading: Reading): readonly Claim[] {
  const { stated, call } = reading;
  const failed = call.reported === 'error' || stated.some((claim) => claim.failed === true);
  if (failed) return failureClaims(reading);
  const found = emptyClaim(sentenceOf(reading.envelope.payload));
  if (found) return [found];
  return stated.some((claim) => claim.failed === false) ? [] : silentClaims(reading);
}

/** The text that tells a person what went wrong: the first that says more than that something did. */
export function messageOf({ errorTexts, result }: RecognisedCall, { texts, payload }: Envelope): string | undefined {
  const whole = result.state === 'captured' || result.state === 'truncated' ? sentenceOf(payload) : undefined;
  const candidates = [...texts, ...errorTexts, ...(whole === undefined ? [] : [whole])]
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const message = candidates.find((text) => !isGenericText(text)) ?? candidates[0];
  return message === undefined ? undefined : peel(bounded(message)).text.slice(0, MAX_MESSAGE);
}
/** Enough for a traceback's last lines; the whole text is in the result. */
const MAX_MESSAGE = 1000;

/** The payload where it is a text, or an object that only carries one sentence. */
function sentenceOf(payload: Json | undefined): string | undefined {
  if (typeof payload === 'string') return payload;
  if (!isObject(payload ?? undefined)) return undefined;
  const [key, ...more] = Object.keys(payload ?? {});
  return key !== undefined && more.length === 0 && SENTENCE_KEY.test(key) ? messageText(payload) : undefined;
}

const SENTENCE_KEY = /^(?:message|msg|detail|error|error_?message)$/i;

function emptyClaim(text: string | undefined): Claim | undefined {
  const rule = text === undefined ? undefined : emptyRule(text);
  return rule && { source: 'text', rule: `text.${rule.id}`, empty: true };
}

function failureClaims(reading: Reading): readonly Claim[] {
  const texts = textsOf(reading);
  const empty = texts.map(emptyClaim).find(Boolean) ?? noMatch(reading);
  return [...categoryClaims(reading, texts), ...(empty ? [empty] : [])];
}

function textsOf({ call, envelope, said }: Reading): readonly string[] {
  const whole =
    call.result.state === 'absent' || call.result.state === 'redacted' ? undefined : sentenceOf(envelope.payload);
  const all = [said(), ...envelope.texts, ...call.errorTexts, whole];
  return [...new Set(all.filter((text): text is string => text !== undefined && text.trim() !== ''))];
}

function categoryClaims({ call, nature }: Reading, texts: readonly string[]): readonly Claim[] {
  const origin = { shell: nature.traits.includes('shell'), runsCode: runsCode(call.tool) };
  const claims: Claim[] = [];
  for (const text of texts) {
    const said = classify(text, origin);
    if (said) claims.push(said);
    if (said?.code !== undefined) break;
  }
  const wait = texts
    .map((text) => waitInText(bounded(text), call.endedMs ?? call.startedMs))
    .find((ms) => ms !== undefined);
  return wait === undefined ? claims : [...claims, { source: 'text', rule: 'text.retry-after', retryAfterMs: wait }];
}

/** `grep` exits with 1 when it ran well and found no line. */
function noMatch({ call, nature, stated, envelope }: Reading): Claim | undefined {
  const one = stated.some((claim) => /^(?:process[.])?exit\D*1$/.test(claim.codeAsWritten ?? ''));
  const blank =
    call.result.state === 'captured' && typeof envelope.payload === 'string' && envelope.payload.trim() === '';
  if (!one || !blank || !nature.traits.includes('shell')) return undefined;
  const program = lastProgram(commandOf(call.arguments.value) ?? '');
  return /^(?:e|f|z)?grep$|^(?:rg|ag|ack|pgrep|findstr)$/.test(program ?? '')
    ? { source: 'text', rule: 'shell.no-match', empty: true }
    : undefined;
}

/** Nobody said anything about failure: only a text that can mean nothing else may. */
function silentClaims(reading: Reading): readonly Claim[] {
  const { call, nature, envelope } = reading;
  const text = sentenceOf(envelope.payload);
  const shell = nature.traits.includes('shell');
  // A question that gets nothing but a message got no answer.
  const onlyMessage = nature.effect === 'question' && isObject(envelope.payload ?? null);
  const echo = echoes(call.tool, nature.effect) || nature.traits.includes('agent');
  if (text === undefined || !isFailure(text, { echoes: echo, shell, onlyMessage })) return [];
  const [first, ...rest] = categoryClaims(reading, [text]);
  return [{ source: 'text', rule: 'text.statement', ...first, failed: true }, ...rest];
}
