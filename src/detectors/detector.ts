import type { FindingScope, Severity } from '../model/finding.js';
import type { Settings } from '../model/settings.js';
import type { Evidence } from './evidence.js';
import type { Cells } from './ledger.js';
import type { Step } from './session.js';

/** What a detector must be told to speak at all; without it, it is silent. */
export type Need = 'arguments' | 'answer' | 'outcome' | 'category' | 'end' | 'retry-after' | 'error-text';

/** A threshold with the reason for its default. */
export interface Option {
  readonly default: number;
  readonly reason: string;
}

type Options = Readonly<Record<string, Option>>;
type Values<O extends Options> = { readonly [K in keyof O]: number };

/** What a visitor hands in: a pathology and its proof. Counts and times stay out of `about` and `episode`. */
export interface Draft {
  readonly tool: string;
  readonly agent: string | undefined;
  readonly about: string;
  readonly episode: string;
  readonly evidence: Evidence;
  readonly source: 'declared' | 'inferred';
  /** Fills exactly the placeholders of the message. */
  readonly data: Readonly<Record<string, string | number>>;
  /** Where the case is milder than the detector's own severity. */
  readonly severity?: Severity | undefined;
  /** Where the code table knows better than the detector what helps. */
  readonly recovery?: string | undefined;
}

/** Where a visitor keeps its state and leaves its findings. */
export interface Desk<O extends Options = Options> {
  readonly options: Values<O>;
  readonly settings: Settings;
  cells<V>(): Cells<V>;
  /** The same detector, about and episode again replaces the earlier draft. */
  report(draft: Draft): void;
}

/** Receives the calls of one session in order of start. */
export interface Visitor {
  call(step: Step): void;
}

/** The words of a detector: everything people read about it can be had without running it. */
export interface DetectorWords<O extends Options> {
  /** The file name. */
  readonly id: string;
  readonly title: string;
  readonly scope: FindingScope;
  readonly severity: Severity;
  /** Off in alerts. */
  readonly experimental?: boolean;
  readonly why: string;
  readonly recovery: string;
  /** The statement of the seeds that it enforces. */
  readonly seedRule: string;
  readonly needs: readonly Need[];
  readonly options: O;
  /** The sentence for a person; `{name}` stands for a value of the draft's data. */
  readonly message: string;
  /** A method, so that detectors with different options fit one registry. */
  visit?(desk: Desk<O>): Visitor;
}

/** A detector of the registry. */
export type Detector = DetectorWords<Options>;

/** Makes a detector; its type keeps the names of the options. */
export function defineDetector<const O extends Options>(words: DetectorWords<O>): Detector {
  return Object.freeze(words) as Detector;
}

/** The values in force: defaults, overridden by settings. */
export function optionsOf(detector: Detector, settings: Settings): Readonly<Record<string, number>> {
  const defaults = Object.entries(detector.options).map(([name, option]) => [name, option.default] as const);
  return { ...Object.fromEntries(defaults), ...settings.detectors[detector.id]?.options };
}

/** The message with its placeholders filled. */
export function fill(message: string, data: Draft['data']): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(data[name] ?? whole));
}
