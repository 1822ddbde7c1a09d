import type { FindingScope, Severity } from '../model/finding.js';
import type { Settings } from '../model/settings.js';
import type { ToolCall } from '../model/tool-call.js';
import type { Round } from '../policy/index.js';
import type { Evidence } from './evidence.js';
import type { Cells } from './ledger.js';
import type { Proof } from './publish.js';
import type { Step } from './session.js';
import type { Run, Spans } from './spans.js';

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
  readonly spans: Spans;
  cells<V>(): Cells<V>;
  /** The same detector, about and episode again replaces the earlier draft. */
  report(draft: Draft): void;
}

/** Receives one session in order of time. */
export interface Visitor {
  call?(step: Step): void;
  /** A call that the guard refused: asked for, and never made. */
  refused?(call: ToolCall): void;
  /** An agent's run ended; all its calls have been seen. */
  runEnded?(run: Run): void;
  /** No span is missing at the moment: absence means something. Taken back where more arrives. */
  whole?(): void;
  /** The session is over, and no span is missing. Taken back where more arrives. */
  over?(): void;
}

/** What a watcher is told of one call: how it stands in its own session. */
export interface Sighting {
  readonly call: ToolCall;
  /** The episode of the series; undefined where the arguments are not known whole. */
  readonly series: string | undefined;
  /** The attempt this call repeats; undefined where it is no resend. */
  readonly last: Round | undefined;
  /** It opens its series. */
  readonly opens: boolean;
}

/** A pathology of a tool across sessions. */
export interface Report {
  readonly statement: Omit<Draft, 'evidence' | 'agent' | 'episode'>;
  readonly proof: Proof;
  readonly state: 'open' | 'resolved';
}

/** Where a watcher finds its thresholds. */
export interface WatchDesk<O extends Options = Options> {
  readonly options: Values<O>;
}

/** Counts what it is told, in any order; whatever was told can be taken back. */
export interface Watcher {
  see(sighting: Sighting): void;
  unsee(sighting: Sighting): void;
  reports(nowMs: number): Iterable<Report>;
  /** Nothing before this time is needed any more. */
  forget(beforeMs: number): void;
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
  /** Detectors of tool scope watch all sessions instead. */
  watch?(desk: WatchDesk<O>): Watcher;
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
