/** Text of a failure without the words that a framework put around it. */
export interface Peeled {
  readonly text: string;
  /** A framework's failure wrapper was taken off: the call failed, whatever the rest says. */
  readonly wrapped: boolean;
}

/** Wrappers that frameworks put before an error. What follows is the tool's own text. */
const PREFIXES: readonly RegExp[] = [
  /^<tool_use_error>\s*/,
  /^exit code:? [1-9]\d{0,4}\r?\n/i,
  /^an error occurred while (?:running|executing|calling|invoking) (?:the )?tool\b[^\n]{0,80}?error: /i,
  /^error (?:executing|calling|running|invoking|in|from|while (?:executing|calling|running)) (?:the )?(?:mcp )?(?:tool|function|action|command)\b(?: '[^'\n]{0,120}'| "[^"\n]{0,120}"| `[^`\n]{0,120}`| [\w.:/-]{1,120})?(?: with (?:kwargs|arguments|args|parameters|input) [^\n]{0,600}? with error)?(?: with (?:kwargs|arguments|args|parameters|input) [^\n]{0,600}?(?=:))?: ?/i,
  /^(?:mcp )?(?:tool|function) (?:'[^'\n]{0,120}' |"[^"\n]{0,120}" |[\w.:/-]{1,120} )?(?:execution )?(?:failed|error(?:ed)?)(?: with error)?: ?/i,
  /^failed to (?:invoke|execute|call|run) (?:the )?(?:tool|function)\b[^\n]{0,400}?(?: error)?: /i,
  /^exception (?:occurred |raised )?(?:in|while running|while executing) (?:the )?tool\b[^\n:]{0,120}: /i,
  /^i encountered an error while trying to use the tool\. this was the error: /i,
  /^(?:toolexception|toolerror|toolexecutionerror|ai_toolexecutionerror|modelretry|mcperror)\b(?:\(['"]?|: ?)/i,
  /^streamable http error: /i,
];

/** Requests that frameworks put after an error for the model to read. */
const SUFFIX =
  /\s*(?:please fix (?:your mistakes|the errors?(?: and try again)?)\.?|fix the errors and try again\.?|<\/tool_use_error>)\s*$/i;

/** Wrappers nest when a framework relays another one's text; three were seen, more is a loop. */
const MAX_LAYERS = 5;

/** Takes framework prefixes and suffixes off, as often as they nest. */
export function peel(text: string): Peeled {
  let rest = headline(text.trim());
  let wrapped = false;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const before = rest.length;
    for (const prefix of PREFIXES) rest = rest.replace(prefix, '');
    rest = rest.replace(SUFFIX, '').trim();
    if (rest.length === before) break;
    wrapped = true;
  }
  return rest === '' ? { text: text.trim(), wrapped } : { text: rest, wrapped };
}

/** Title and headings of an HTML page; a gateway answers with a page whose title is the error. Other texts as they are. */
function headline(text: string): string {
  if (!/^<(?:!doctype html|html|head|body|title|h1)\b/i.test(text)) return text;
  const titles = [...text.slice(0, MAX_PAGE).matchAll(/<(title|h[12])\b[^>]{0,200}>([^<]{1,200})</gi)];
  return titles.map(([, , title]) => (title ?? '').trim()).join('. ') || text;
}
/** A title stands near the beginning. */
const MAX_PAGE = 4000;

/** Head and tail of a long text: an error says what it is at its beginning or, in a traceback, at its end. */
export function bounded(text: string): string {
  return text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`;
}
/** Long enough for a wrapped message with its arguments, short enough that eighty patterns stay in microseconds. */
const HEAD = 1500;
const TAIL = 700;
