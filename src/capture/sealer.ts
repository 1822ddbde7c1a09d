import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Json } from '../model/json.js';
import type { Content } from '../model/recognised.js';
import { overridesFor, type Settings } from '../model/settings.js';
import type { Claim, Sealed, Verdict } from '../model/tool-call.js';
import { withoutMoving } from './answer.js';
import { boundedJson, cutText } from './bound.js';
import { type Canonical, canonical } from './canonical.js';
import { glance } from './glance.js';
import { ANSWER_VOLATILE, foldedSet } from './keys.js';
import { mayHoldSecret, redact, redactText } from './redact.js';
import { VOLATILE_KEYS } from './volatile.js';

/** What is kept of arguments, results and texts besides keyed hashes. */
export type CaptureMode = 'full' | 'redacted' | 'hash-only';

/** Settings of a sealer. The key never leaves it. */
export interface SealerOptions {
  readonly key: string;
  readonly mode: CaptureMode;
  /** Size of a stored copy at most, in bytes. */
  readonly maxBytes: number;
  readonly settings: Settings;
}

/** Turns content into what may be stored: keyed hash, redacted and bounded copy. */
export interface Sealer {
  seal(content: Content, tool: string, server?: string): Sealed;
  /** Keyed hash of the answer minus ids, dates and durations; undefined where no answer was captured whole. */
  answerHash(content: Content): string | undefined;
  /** A text for a person, redacted and bounded. */
  text(text: string, max?: number): string;
  /** A verdict whose texts (message, signature, description, those of the claims too) are redacted and bounded. */
  verdict<V extends Verdict>(verdict: V): V;
}

/** 128 bits: two different contents of one installation never meet by chance. */
const HASH_DIGITS = 32;
/** 32 bits tell the secrets of one session apart and say nothing about them. */
const MASK_DIGITS = 8;
/** A message for a person. */
const MAX_TEXT = 1000;
/** A secret that begins before the cut must be seen whole. */
const MARGIN = 4096;

/** Makes the sealer of one process or project. */
export function createSealer(options: SealerOptions): Sealer {
  return new KeyedSealer(options);
}

class KeyedSealer implements Sealer {
  private readonly secret: KeyObject;
  private readonly volatileOf: ReturnType<typeof volatileKeys>;
  /** The value sealed last: its answer hash is asked for next, and most values need no second reading. */
  private last: { readonly value: Json; readonly text: string; readonly hash: string } | undefined;

  constructor(private readonly options: SealerOptions) {
    this.secret = createSecretKey(Buffer.from(options.key === '' ? 'refrain' : options.key));
    this.volatileOf = volatileKeys(options.settings);
  }

  seal({ state, value }: Content, tool: string, server?: string): Sealed {
    if (value === undefined || state === 'absent' || state === 'redacted') return { ...NOT_KEPT, state };
    const whole = canonical(value, this.volatileOf(tool, server));
    const bytes = Buffer.byteLength(whole.text);
    const hash = this.hash(whole.text);
    const plain = !whole.deep && !whole.leftOut && !whole.answerVolatile && typeof value === 'object';
    this.last = plain ? { value, text: whole.text, hash } : undefined;
    return { state, hash, partial: whole.deep || state === 'truncated', copy: this.copy(value, whole, bytes), bytes };
  }

  answerHash({ state, value }: Content): string | undefined {
    if (state !== 'captured' || value === undefined) return undefined;
    if (typeof value === 'string') return this.hash(withoutMoving(value.trim()));
    const known = this.last?.value === value ? this.last : undefined;
    const { text, deep } = known ? { text: known.text, deep: false } : canonical(value, ANSWER_VOLATILE);
    if (deep) return undefined;
    const bare = withoutMoving(text);
    return known && bare === text ? known.hash : this.hash(bare);
  }

  text(given: string, max = MAX_TEXT): string {
    const printable = given.slice(0, max + MARGIN).replaceAll('\0', '\u{fffd}');
    if (this.options.mode === 'hash-only') return this.mask(given, 'text');
    return cutText(this.options.mode === 'full' ? printable : redactText(printable, this.mask), max);
  }

  verdict<V extends Verdict>(verdict: V): V {
    return sealVerdict(verdict, (given) => this.text(given));
  }

  private copy(value: Json, whole: Canonical, bytes: number): string | undefined {
    const { mode, maxBytes } = this.options;
    if (mode === 'hash-only') return undefined;
    const clean = mode === 'full' ? (one: Json) => one : (one: Json) => redact(one, this.mask);
    if (bytes > maxBytes || whole.deep) return boundedJson(value, maxBytes, clean);
    const harmless = mode === 'full' || (!whole.secretKey && !mayHoldSecret(glance(whole.text, true)));
    if (harmless && !whole.leftOut) return whole.text;
    const text = JSON.stringify(harmless ? value : clean(value));
    return Buffer.byteLength(text) <= maxBytes ? text : boundedJson(value, maxBytes, clean);
  }

  private hash(text: string): string {
    return this.digest(text).slice(0, HASH_DIGITS);
  }

  private readonly mask = (found: string, kind: string): string =>
    `[${kind}:${this.digest(found).slice(0, MASK_DIGITS)}]`;

  private digest(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('hex');
  }
}

const NOT_KEPT = { hash: undefined, partial: false, copy: undefined, bytes: 0 } as const;

function volatileKeys(settings: Settings): (tool: string, server: string | undefined) => ReadonlySet<string> {
  const common = foldedSet(VOLATILE_KEYS);
  return (tool, server) => {
    if (settings.tools.length === 0) return common;
    const own = overridesFor(settings, tool, server).flatMap(({ volatileKeys }) => volatileKeys ?? []);
    return own.length === 0 ? common : foldedSet([...VOLATILE_KEYS, ...own]);
  };
}

function sealVerdict<V extends Verdict>(verdict: V, text: (given: string) => string): V {
  const kept = (given: string | undefined) => (given === undefined ? undefined : text(given));
  return {
    ...verdict,
    message: kept(verdict.message),
    signature: kept(verdict.signature),
    description: kept(verdict.description),
    claims: verdict.claims.map((claim: Claim) =>
      claim.description === undefined ? claim : { ...claim, description: kept(claim.description) },
    ),
  };
}
