import { codeIn } from './codes-in-text.js';
import { peel } from './peel.js';
import type { TextRule } from './rule.js';
import { emptyRule, FAILURE_RULES, firstRule } from './rules.js';

/** Above this a text is a document that may speak of errors, unless a framework wrapped it or it is a traceback. */
const MAX_MARKED = 2000;
/** Without a marker only a sentence can be taken for a failure. */
const MAX_PLAIN = 240;

/** A word at the very beginning that declares what follows to be an error. */
const MARKER =
  /^[^\w\n]{0,4}(?:(?:fatal |critical |unexpected |internal |tool |api |execution )?(?:error|exception|failure)|fatal|failed|traceback|uncaught|unhandled|panic|(?:[\w$]{1,60}\.){0,8}[A-Z]\w{1,80}(?:Error|Exception))(?: (?:code )?#?\[?[\w.-]{1,60}\]?)?(?: \(most recent call last\))?\*{0,2}\s?[:!([]/i;
/** "Error: none" and a count of zero are good news. */
const NO_ERROR =
  /^\W{0,4}(?:errors?|failed|failures?|exceptions?)\s?[:=(]\s?(?:none|null|nil|no|0|false|""|''|n\/a)\b(?!\.\d)/i;
const OPENING =
  /^(?:(?:oops|sorry|unfortunately)[,.! -]{1,3})?(?:an? (?:\w+ )?error (?:has )?occurred|something went wrong|(?:failed|unable|could not|couldn't|cannot|can't) (?:to )?(?:connect|load|fetch|find|open|read|write|create|update|delete|execute|run|retrieve|get|parse|process|complete|access|resolve|perform|send|save|start|locate|download|upload|call|invoke|reach|edit|apply|move|copy|remove|search|list|query|authenticate|book|cancel|modify|return|exchange)\b|(?:request|operation|query|command|execution|tool call|action|transaction) failed\b)/i;
/** MCP clients and Claude Code print these only for failures; even a log reader would not begin with them. */
const UNMISTAKABLE = /^(?:<tool_use_error>|MCP error -\d{5}\b)/;

/** A line in which a shell speaks about the command, not the command about its work. */
const SHELL_LINE =
  /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|k|da|fi)?sh: |^.{1,200}: command not found$|^zsh: |^-bash: |is not recognized as an internal or external command/;

/** What kind of tool returned the text. */
export interface Speaker {
  /** Returns other people's texts: logs, files, pages, search hits. */
  readonly echoes: boolean;
  readonly shell: boolean;
  /** The text was all there was in an object that answers a question. */
  readonly onlyMessage?: boolean;
}

/** Whether a whole answer can only mean that the call failed. Text about errors must not pass. */
export function isFailure(text: string, { echoes, shell, onlyMessage }: Speaker): boolean {
  const whole = text.trim();
  if (whole === '') return false;
  if (UNMISTAKABLE.test(whole)) return true;
  if (shell) return isShellComplaint(whole);
  if (echoes || NO_ERROR.test(whole)) return false;
  const { text: rest, wrapped } = peel(whole.slice(0, MAX_MARKED));
  if (wrapped) return whole.length <= MAX_MARKED;
  if (/^<(?:!doctype html|html)\b/i.test(whole))
    return rest.length <= MAX_PLAIN && (codeIn(rest) !== undefined || isPlain(rest));
  if (MARKER.test(whole)) return whole.length <= MAX_MARKED || whole.startsWith('Traceback (most recent call last)');
  if (whole.length > MAX_PLAIN || whole.includes('\n')) return false;
  if (OPENING.test(rest)) return emptyRule(rest) === undefined;
  return isPlain(rest, onlyMessage === true);
}

/** Harnesses print the exit status in the first line or the last. */
const EXIT_LINE =
  /^\W{0,3}(?:(?:the )?(?:command|process|program) )?(?:failed|exit(?:ed)?|finished|completed)(?: (?:with|code|status|exit))*:? ?[=:]? ?[1-9]\d{0,4}\W{0,3}$/i;

function isShellComplaint(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (EXIT_LINE.test(lines[0] ?? '') || EXIT_LINE.test(lines.at(-1) ?? '')) return true;
  return lines.length <= 5 && lines.every((line) => SHELL_LINE.test(line));
}

/** Longest phrase that a bare sentence may carry around the words of a rule. */
const MAX_AROUND = 60;

/** "Forbidden City" is a name. Words with which such phrases go on in title case are not. */
const NAME_GOES_ON = /^ (?!Exceeded|Reached|Error|Failed|Denied|Required|Expired|Reset|Refused|Found|Exist)[A-Z][a-z]/;

function isPlain(sentence: string, anyRule = false): boolean {
  const rule = firstRule(FAILURE_RULES, sentence);
  if (!rule || !(anyRule || rule.plain)) return false;
  const found = rule.pattern.exec(sentence);
  if (found === null || NAME_GOES_ON.test(sentence.slice(found.index + found[0].length))) return false;
  return !TALKS_ABOUT.test(sentence) && (anyRule || isSubject(sentence, found, rule));
}

/** The sentence is about the call: it opens with the phrase, or with something that calls have to do with, or it ends on "not found". */
function isSubject(sentence: string, found: RegExpExecArray, { code }: TextRule): boolean {
  if (found.index <= MAX_ARTICLE || (found.index <= MAX_AROUND && SUBJECT.test(sentence))) return true;
  const missing = code === 'not_found' || code === 'unknown_name';
  return missing && sentence.length <= MAX_MISSING && /^[\s.!'"]*$/.test(sentence.slice(found.index + found[0].length));
}
/** "An " before the phrase. */
const MAX_ARTICLE = 3;
/** "Order 4711 of customer Smith not found." */
const MAX_MISSING = 80;
const SUBJECT =
  /^(?:sorry[,.]? |unfortunately[,.]? )?(?:(?:the|this|an?|your|our|its) )?(?:\w+ )?(?:you|requests?|access|api|api key|endpoint|tool|function|command|file|path|connection|server|service|token|login|credentials?|permission|authentication|model|resource|operation|client|session|host|database|source|site|system|provider|account|plan|subscription|quota|page|url)\b/i;

/** Openings of sentences about failures that have not happened. */
const TALKS_ABOUT =
  /^(?:no|without|if|when|how|to|why|what|not (?!found|authori|authenticated|logged|allowed|permitted|supported|a valid))\b/i;
