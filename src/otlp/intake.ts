import type { Collector } from './collector.js';
import { decodeLogs, decodeMetrics, decodeTraces, type Encoding } from './decode.js';
import { type Claim, InFlight } from './in-flight.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';
import type { Signal } from './signals.js';

/** Names in lower case, as HTTP/1 and HTTP/2 deliver them. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What both ways in are given. */
export interface OtlpDeps {
  readonly collector: Collector;
  /** The project that these headers may send to; undefined refuses the sender. */
  readonly authorise: (headers: Headers) => string | undefined | Promise<string | undefined>;
  readonly limits?: Limits;
  /** Give both ways in the same one, and the limit holds for both together. */
  readonly inFlight?: InFlight;
  /** Takes faults that nobody foresaw. */
  readonly report?: (error: unknown) => void;
}

/** The same with nothing left open. */
export type Intake = Required<OtlpDeps>;

/** Fills in what was not given. */
export function intakeOf(deps: OtlpDeps): Intake {
  const limits = deps.limits ?? DEFAULT_LIMITS;
  return { inFlight: new InFlight(limits.maxInFlightBytes), report: () => {}, ...deps, limits };
}

/** A body that arrived whole. */
export interface Arrival {
  readonly signal: Signal;
  readonly encoding: Encoding;
  readonly body: Buffer;
  readonly project: string;
  readonly claim: Claim;
}

/** What became of it: records refused, and what the sender should know. */
export interface Accepted {
  readonly rejected: number;
  readonly reasons: readonly string[];
}

/** Decodes a body and hands its records over; resolves once they are committed. */
export async function take({ collector, limits }: Intake, arrival: Arrival): Promise<Accepted> {
  const { signal, body, encoding, project } = arrival;
  const origin = { project, bytes: body.length };
  if (signal === 'metrics') {
    collector.metrics(decodeMetrics(body, encoding, limits.maxDecodedBytes), origin);
    return { rejected: 0, reasons: [] };
  }
  if (signal === 'logs') {
    const logs = decodeLogs(body, encoding, limits.maxDecodedBytes);
    arrival.claim.become(logs.weight);
    if (logs.records.length > 0) await collector.logs(logs.records, origin);
    return logs;
  }
  const spans = decodeTraces(body, encoding, limits.maxDecodedBytes);
  arrival.claim.become(spans.weight);
  if (spans.records.length > 0) await collector.traces(spans.records, origin);
  return spans;
}
