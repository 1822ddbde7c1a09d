import type { Effect } from '../../model/tool-call.js';
import { effectOfCode } from './code-text.js';
import { COMMANDS, type Judged } from './commands.js';
import { MAX_LINE, type SimpleCommand, simpleCommands } from './shell-words.js';
import { effectOfSql } from './sql.js';

/** Command lines inside command lines: `bash -c`, `ssh`, `xargs`, `$(…)`. Deeper ones are not judged. */
const MAX_DEPTH = 4;

/** Whether a command line asks or changes something: one change makes it an action, one unknown program makes it unknown. */
export function effectOfCommand(line: string): Effect {
  const known = judged.get(line);
  if (known !== undefined) return known;
  const effect = judgeLine(line);
  if (judged.size >= MAX_JUDGED) judged.clear();
  if (line.length <= MAX_KEPT) judged.set(line, effect);
  return effect;
}

/** Commands come back, in loops most of all. Bounded to about a megabyte. */
const judged = new Map<string, Effect>();
const MAX_JUDGED = 1000;
const MAX_KEPT = 1000;

function judgeLine(line: string): Effect {
  const effects = judgements(line, 0);
  if (effects.includes('action')) return 'action';
  if (effects.includes('unknown') || line.length > MAX_LINE) return 'unknown';
  if (effects.includes('question')) return 'question';
  return effects.includes('session') ? 'action' : 'unknown';
}

/** The program whose exit status a command line ends with. */
export function lastProgram(line: string): string | undefined {
  const words = simpleCommands(unwrapped(line)).at(-1)?.words ?? [];
  return programOf(words)[0];
}

function unwrapped(line: string): string {
  const [only, ...more] = simpleCommands(line);
  const [program, ...args] = programOf(only?.words ?? []);
  return more.length === 0 && SHELLS.test(program ?? '') ? (scriptOf(args) ?? line) : line;
}

function judgements(line: string, depth: number): readonly Judged[] {
  if (depth > MAX_DEPTH) return ['unknown'];
  return simpleCommands(line).flatMap((command) => {
    const inner = command.inner.flatMap((one) => judgements(one, depth + 1));
    return command.writesFile ? ['action'] : [...inner, ...judgeWords(command, depth)];
  });
}

const SHELLS = /^(?:ba|z|k|da|fi)?sh$/;
const KEYWORDS =
  /^(?:if|then|else|elif|do|while|until|!|\{|time|exec|command|builtin|nohup|nice|stdbuf|sudo|env|watch|unbuffer|setsid|chronic|doas)$/;
const CLOSERS = /^(?:fi|done|esac|\}|for|case|select|function|in)$/;

/** Words from the program's name on: keywords, assignments and prefix commands with their options taken off. */
function programOf(words: readonly string[]): readonly string[] {
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === 'timeout') at = afterTimeout(words, at);
    else if (!KEYWORDS.test(word) && !/^\w+=/.test(word) && !(at > 0 && word.startsWith('-'))) break;
  }
  const [program = '', ...args] = words.slice(at);
  return program === '' ? [] : [program.split('/').at(-1) ?? program, ...args];
}

function afterTimeout(words: readonly string[], at: number): number {
  let next = at + 1;
  while ((words[next] ?? '').startsWith('-')) next++;
  return next;
}

function judgeWords({ words }: SimpleCommand, depth: number): readonly Judged[] {
  const [program, ...args] = programOf(words);
  if (program === undefined) return words.length > 0 ? [words.at(-1) === 'env' ? 'question' : 'session'] : [];
  if (CLOSERS.test(program)) return [];
  const nested = nestedLine(program, args);
  if (nested !== undefined) return judgements(nested, depth + 1);
  return [judgeProgram(program, args)];
}

function judgeProgram(program: string, args: readonly string[]): Judged {
  if (
    args.some((arg) => arg === '--help' || arg === '--version') ||
    (args.length === 1 && /^-(?:[vVh]|version)$/.test(args[0] ?? ''))
  )
    return 'question';
  const code = codeArgument(program, args);
  if (code !== undefined) return effectOfCode(code);
  const sql = sqlArgument(program, args);
  if (sql !== undefined) return effectOfSql(sql);
  const judge = COMMANDS.get(program);
  if (judge === undefined) return 'unknown';
  return typeof judge === 'function' ? judge(args) : judge;
}

/** The command line that a command runs: `bash -lc '…'`, `xargs rm`, `ssh host ls`, `docker exec c ls`, `kubectl exec p -- ls`. */
function nestedLine(program: string, args: readonly string[]): string | undefined {
  if (SHELLS.test(program)) return scriptOf(args);
  if (program === 'eval') return args.join(' ');
  if (program === 'xargs')
    return quoted(afterOptions(args, /^-(?:[ILnPsda]|-max-args|-max-procs|-replace)$/)) || 'echo';
  const plain = args.filter((arg) => !arg.startsWith('-'));
  if (program === 'ssh' && plain.length > 1) return plain.slice(1).join(' ');
  const exec = args.indexOf('exec');
  if (/^(?:docker|podman|kubectl|docker-compose)$/.test(program) && exec >= 0) return execLine(args.slice(exec + 1));
  return undefined;
}

function scriptOf(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => /^-[a-z]*c$/.test(arg));
  return at < 0 ? undefined : args[at + 1];
}

function execLine(args: readonly string[]): string {
  const dashes = args.indexOf('--');
  return quoted(dashes >= 0 ? args.slice(dashes + 1) : afterOptions(args, /^-[enuw]$/).slice(1));
}

function afterOptions(args: readonly string[], withValue: RegExp): readonly string[] {
  let at = 0;
  while ((args[at] ?? '').startsWith('-')) at += withValue.test(args[at] ?? '') ? 2 : 1;
  return args.slice(at);
}

function quoted(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replace(/'/g, '')}'`)).join(' ');
}

function codeArgument(program: string, args: readonly string[]): string | undefined {
  if (!/^(?:python[\d.]*|ipython)$/.test(program)) return undefined;
  const at = args.indexOf('-c');
  return at < 0 ? undefined : args[at + 1];
}

function sqlArgument(program: string, args: readonly string[]): string | undefined {
  if (program === 'sqlite3' || program === 'duckdb') return args.filter((arg) => !arg.startsWith('-'))[1];
  if (!/^(?:psql|mysql|mariadb|clickhouse-client|bq)$/.test(program)) return undefined;
  const at = args.findIndex((arg) => /^(?:-c|-e|-q|--command|--execute|--query)$/.test(arg));
  return at < 0 ? undefined : args[at + 1];
}
