import type { ToolCall } from '../model/tool-call.js';

/** How validators name the field they complain about, most exact first. */
const NAMINGS: readonly RegExp[] = [
  /"?\b(?:loc|path)"?\s*[:=]\s*\[([^\]]{1,200})\]/i,
  /"?\b(?:instancePath|dataPath|pointer|path|field|param|parameter|property)"?\s*[:=]\s*["'`]([^"'`]{1,200})["'`]/i,
  /\b(?:field|parameter|param|property|argument|attribute|key|column|option)s?:?\s+(?:named\s+)?["'`]([\w.[\]-]+)["'`]/i,
  /["'`]([\w.[\]-]+)["'`]\s+(?:is|was|must|should|field|has|does|cannot|can't)\b/i,
  /\b(?:missing|required|unexpected|unknown|invalid)\s+(?:\w+\s+){0,2}["'`]([\w.[\]-]+)["'`]/i,
  /^(?:error:?\s*)?([a-z_][\w.]*)\s*:\s*(?:is|must|should|cannot|required|invalid|expected|field)\b/i,
  /^(?:error:?\s*)?([a-z_][\w.]*)\s+(?:is required|is missing|is invalid|must be|must match|should be|must not)\b/i,
];

/** The field that a validation error is about; undefined where its words name none. */
export function fieldOf({ message, description }: Pick<ToolCall, 'message' | 'description'>): string | undefined {
  for (const text of [message, description]) {
    const naming = text === undefined ? undefined : NAMINGS.map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
    if (naming !== undefined) return naming.replace(/["'\s]/g, '').toLowerCase();
  }
  return undefined;
}
