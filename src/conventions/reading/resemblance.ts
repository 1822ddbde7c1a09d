import type { Span } from '../../model/span.js';

const NAME = /\btools?[ ._:/-]?(?:call|use|usage|execut|run|invo)|(?:execute|call|invoke|run)[ _.-]?tool/i;
const KEY = /(?:^|[._])tool[._]?(?:name|call|id|input|output|args|arguments|parameters|result)(?:[._]|$)/i;

/** Whether a span that no convention knows looks like a tool call, so that a new instrumentation is noticed. */
export function resemblesToolCall({ name, attributes }: Span): boolean {
  if (NAME.test(name)) return true;
  for (const key in attributes) if (KEY.test(key)) return true;
  return false;
}
