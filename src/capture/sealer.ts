import { createHmac } from 'node:crypto';
import type { Content } from '../model/recognised.js';
import { overridesFor, type Settings } from '../model/settings.js';
import type { Sealed, Verdict } from '../model/tool-call.js';
import { canonical } from './canonical.js';

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

/** Makes the sealer of one process or project. */
export function createSealer({ key, mode, maxBytes, settings }: SealerOptions): Sealer {
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
  const text = (given: string, max = 1000) => (mode === 'hash-only' ? '' : given.slice(0, max));
  return {
    seal: ({ state, value }, tool, server) => {
      const volatile = new Set(overridesFor(settings, tool, server).flatMap((one) => one.volatileKeys ?? []));
      if (value === undefined) return { state, hash: undefined, partial: false, copy: undefined, bytes: 0 };
      const whole = canonical(value, volatile);
      const copy = mode === 'hash-only' ? undefined : whole.slice(0, maxBytes);
      return { state, hash: hash(whole), partial: state === 'truncated', copy, bytes: Buffer.byteLength(whole) };
    },
    answerHash: ({ state, value }) =>
      state === 'captured' && value !== undefined ? hash(canonical(value, new Set())) : undefined,
    text,
    verdict: (verdict) => ({ ...verdict, message: verdict.message && text(verdict.message) }),
  };
}
