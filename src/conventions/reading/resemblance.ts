import type { Span } from '../../model/span.js';

const NAME = /\btools?[ ._:/-]?(?:call|use|usage|execut|run|invo)|(?:execute|call|invoke|run)[ _.-]?tool/i;
const KEY = /(?:^|[._])tool[._]?(?:name|call|id|input|output|args|arguments|parameters|result)(?:[._]|$)/i;
const CAMEL_KEY = /[tT]ool(?:Call|Name|Input|Output|Result)/;

/** Whether an event's name speaks of running a tool. A body with spaces is a sentence of an ordinary log. */
export function isToolEvent(name: string): boolean {
  return !/\s/.test(name) && NAME.test(name);
}

/** Whether a span that no convention knows looks like a tool call, so that a new instrumentation is noticed. */
export function resemblesToolCall({ name, attributes }: Span): boolean {
  if (NAME.test(name)) return true;
  return Object.keys(attributes).some(
    (key) => (key.includes('tool') || key.includes('Tool')) && (KEY.test(key) || CAMEL_KEY.test(key)),
  );
}
