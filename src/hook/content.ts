import type { Json } from '../model/json.js';
import type { Content } from '../model/recognised.js';
import type { Hook } from './options.js';
import { project } from './project.js';

/** Content as far as the hook looked at it. */
export function contentOf(value: unknown, { maxContent }: Hook): Content {
  const { value: copied, cut } = project(value, maxContent);
  return { state: cut ? 'truncated' : 'captured', value: copied };
}

/**
 * Content as the text of a span attribute; undefined where it is not to be written.
 * Without the text its keyed hash still tells equal from different, and nothing from something.
 */
export function written(
  content: Content,
  tool: string,
  { content: mode, sealer, maxContent }: Hook,
): string | undefined {
  if (mode === 'none' || content.value === undefined) return undefined;
  if (isNothing(content.value)) return JSON.stringify(content.value);
  const { copy, hash, bytes } = sealer.seal(content, tool);
  if (mode === 'hash-only') return hash === undefined ? undefined : JSON.stringify({ $hash: hash });
  if (copy === undefined) return undefined;
  const cut = content.state === 'truncated' || bytes > maxContent;
  return cut ? `${copy}${truncated(bytes)}` : copy;
}

/** A mark that readers of telemetry know, so that nobody takes a part for the whole. */
function truncated(length: number): string {
  return `...[TRUNCATED: original length ${length}]`;
}

function isNothing(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}
