import type { Ending } from '../call.js';
import { readMcpResult } from './mcp-result.js';

type Loose = Readonly<Record<string, unknown>>;

/** Companions that tell the flat envelope from any object that happens to have a field `success`. */
const FLAT = ['data', 'error_code', 'error_message', 'retry_recommended', 'retry_after_seconds'];

/** Reads what a plain function returned. Only the two envelopes have a flag; everything else just came back. */
export function readValue(value: unknown): Ending {
  if (!isLoose(value)) return { result: value };
  if (Array.isArray(value['content']) && typeof value['isError'] === 'boolean') return readMcpResult(value);
  if (value['success'] === false && FLAT.some((key) => key in value)) return readFlatFailure(value);
  return { result: value };
}

function readFlatFailure(value: Loose): Ending {
  return {
    result: value,
    failed: true,
    errorType: textOf(value['error_code']) ?? 'tool_error',
    text: textOf(value['error_message']),
  };
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
