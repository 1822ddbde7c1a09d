import type { Json } from '../model/json.js';
import type { Hook } from './options.js';
import type { Projection } from './project.js';

/**
 * Content as the text of a span attribute; undefined where it is not to be written.
 * Without the text its keyed hash still tells equal from different, and nothing from something.
 */
export function written(
  { value, cut }: Projection,
  tool: string,
  { content: mode, sealer, maxContent }: Hook,
  server?: string,
): string | undefined {
  if (mode === 'none') return undefined;
  if (isNothing(value)) return JSON.stringify(value);
  const { copy, hash, bytes } = sealer.seal({ state: cut ? 'truncated' : 'captured', value }, tool, server);
  if (mode === 'hash-only') return hash === undefined ? undefined : JSON.stringify({ $hash: hash });
  if (copy === undefined) return undefined;
  return cut || bytes > maxContent ? `${copy}${truncated(bytes)}` : copy;
}

/** A mark that readers of telemetry know, so that nobody takes a part for the whole. */
function truncated(length: number): string {
  return `...[TRUNCATED: original length ${length}]`;
}

function isNothing(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}
