import { SpanKind } from '@opentelemetry/api';
import { createSealer, type Sealer } from '../capture/index.js';
import { DEFAULT_SETTINGS } from '../model/settings.js';
import type { Source } from '../model/tool-call.js';
import type { Judgement } from '../outcome/index.js';
import { judged } from './judged.js';
import { DEFAULT_CODE, type Failure } from './results/failure.js';
import { thrownFacts } from './thrown.js';

/** What the error alone does not say. */
export interface ClassifyOptions {
  /** Body of an HTTP response, where it was read. */
  readonly body?: string | undefined;
  /** Sentence for the agent, instead of the error's own message. */
  readonly description?: string | undefined;
}

/** A failure with the source of its category: `none` means that nothing told, and `internal` was assumed. */
export interface Classified extends Failure {
  readonly source: Source;
}

/** Longest description taken from an error: stack traces and pages of HTML help no model. */
const MAX_DESCRIPTION = 500;

/** Error messages hold connection strings and tokens; the description goes to a model. */
const sealer: Sealer = createSealer({ key: '', mode: 'redacted', maxBytes: 0, settings: DEFAULT_SETTINGS });

/** Turns a caught exception or an HTTP response into a failure with category and code, by the service's own rules. */
export function classifyError(error: unknown, options: ClassifyOptions = {}): Failure {
  const { source: _, ...failure } = classified(error, options);
  return failure;
}

/** As `classifyError`, and says where the category came from. */
export function classified(error: unknown, options: ClassifyOptions = {}): Classified {
  const call = judgedError(error, options);
  const { category, code, codeAsWritten, retryAfterMs, source } = call;
  const description = options.description ?? describe(call, error);
  // An exception that nothing is known about is a fault inside the tool, which is what `internal` means.
  if (category === undefined) return { category: 'transient', code: 'internal', description, source: 'none' };
  const wait = category === 'transient' && retryAfterMs !== undefined ? { retryAfterMs } : {};
  return {
    category,
    code: code ?? ownCode(codeAsWritten, error) ?? DEFAULT_CODE[category],
    description,
    ...wait,
    source,
  };
}

/** A code of the tool's own. The class of an error is no code. */
function ownCode(written: string | undefined, error: unknown): string | undefined {
  return written === thrownFacts(error).name ? undefined : written;
}

function judgedError(error: unknown, { body }: ClassifyOptions): Judgement {
  const thrown = thrownFacts(isResponse(error) ? errorOf(error, body) : error);
  return judged(
    {
      call: { tool: 'tool', arguments: undefined, spanName: 'tool', kind: SpanKind.INTERNAL },
      ending: { threw: { error } },
      span: { traceId: '', spanId: '', traceFlags: 0 },
      ...{ startedMs: 0, endedMs: 0, arguments: undefined, result: undefined, thrown },
    },
    DEFAULT_SETTINGS,
  ).judgement;
}

interface ResponseLike {
  readonly status: number;
  readonly statusText?: string;
  readonly headers: unknown;
  readonly ok: boolean;
}

function isResponse(value: unknown): value is ResponseLike {
  return typeof value === 'object' && value !== null && 'status' in value && 'ok' in value && 'headers' in value;
}

function errorOf({ status, statusText, headers }: ResponseLike, body: string | undefined) {
  const said = body?.trim().slice(0, MAX_DESCRIPTION) || statusText || '';
  return { name: 'HttpError', code: String(status), status, headers, message: `HTTP ${status} ${said}`.trim() };
}

function describe({ description, message }: Judgement, error: unknown): string {
  const own = description ?? message ?? thrownFacts(error).message;
  return sealer.text(own?.trim() || 'The tool failed without saying why', MAX_DESCRIPTION);
}
