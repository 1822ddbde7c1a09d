import { isArray, isObject, type Json } from '../../model/json.js';
import { overridesFor, type Settings } from '../../model/settings.js';
import type { Effect, Trait } from '../../model/tool-call.js';
import { effectOfCode } from './code-text.js';
import { effectOfName, runsCode, traitsOfName } from './names.js';
import { effectOfCommand } from './shell.js';
import { effectOfSql, isSql } from './sql.js';

export { echoes, runsCode } from './names.js';
export { lastProgram } from './shell.js';

/** What is known about a call before it is made. */
export interface EffectFacts {
  readonly tool: string;
  readonly server?: string | undefined;
  /** Unwrapped arguments, where captured. */
  readonly arguments?: Json | undefined;
  readonly readOnly?: boolean | undefined;
  readonly destructive?: boolean | undefined;
  readonly startsAgent?: boolean | undefined;
}

/** Whether a call asks or changes something, and the standing traits of its tool. */
export interface Nature {
  readonly effect: Effect;
  readonly traits: readonly Trait[];
}

/** Reads effect and traits: settings first, then annotations, then what the arguments do, then the name. */
export function effectOf(facts: EffectFacts, settings: Settings): Nature {
  const inferred = inferEffect(facts);
  let nature: Nature = { effect: inferred, traits: inferTraits(facts, inferred) };
  for (const { effect, traits } of overridesFor(settings, facts.tool, facts.server))
    nature = { effect: effect ?? nature.effect, traits: traits ?? nature.traits };
  return nature;
}

function inferEffect(facts: EffectFacts): Effect {
  if (facts.readOnly === true) return 'question';
  const done = effectOfArguments(facts);
  if (done !== undefined) return done;
  if (facts.destructive === true || facts.readOnly === false) return 'action';
  return effectOfName(facts.tool);
}

function inferTraits({ tool, arguments: args, startsAgent }: EffectFacts, effect: Effect): readonly Trait[] {
  const traits = new Set(traitsOfName(tool, effect));
  if (startsAgent) traits.add('agent');
  const command = traits.has('shell') ? commandOf(args) : undefined;
  if (
    command !== undefined &&
    /(?:^|[\s;&|])(?:sleep|wait|watch)\s|\btail -[a-z]*f\b|--watch\b|--follow\b/.test(command.slice(0, 2000))
  )
    traits.add('polling');
  return [...traits];
}

/** Effect by what a command, statement, request or program text does; undefined where the arguments hold none. */
function effectOfArguments({ tool, arguments: args }: EffectFacts): Effect | undefined {
  if (args === undefined) return undefined;
  const command = isShell(tool) ? commandOf(args) : undefined;
  if (command !== undefined) return effectOfCommand(command);
  if (runsCode(tool)) return codeOf(args);
  if (!isObject(args)) return undefined;
  const sql = ['sql', 'query', 'statement', 'sql_query']
    .map((key) => args[key])
    .find((value) => typeof value === 'string');
  if (typeof sql === 'string' && isSql(sql)) return effectOfSql(sql);
  return effectOfRequest(
    tool,
    args['method'] ?? args['http_method'],
    ['url', 'uri', 'endpoint', 'path'].some((key) => args[key] !== undefined),
  );
}

function isShell(tool: string): boolean {
  return traitsOfName(tool, 'unknown').includes('shell');
}

/** Keys under which shells take their command. */
const COMMAND_KEYS = ['command', 'cmd', 'script', 'commands', 'input', 'code', 'action', '$value', 'args'];

/** The command line in the arguments of a shell tool. */
export function commandOf(args: Json | undefined): string | undefined {
  if (typeof args === 'string') return args;
  if (!isObject(args)) return undefined;
  const value = COMMAND_KEYS.map((key) => args[key]).find((one) => typeof one === 'string' || isArray(one));
  if (typeof value === 'string') return value;
  return isArray(value) && value.every((one) => typeof one === 'string')
    ? lineOf(value as readonly string[])
    : undefined;
}

/** `['bash', '-lc', 'ls | wc']` as one line. */
function lineOf(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}

function codeOf(args: Json): Effect | undefined {
  const code =
    typeof args === 'string'
      ? args
      : isObject(args)
        ? (args['code'] ?? args['input'] ?? args['script'] ?? args['source'] ?? args['command'])
        : undefined;
  return typeof code === 'string' ? effectOfCode(code) : undefined;
}

function effectOfRequest(tool: string, method: Json | undefined, hasTarget: boolean): Effect | undefined {
  if (typeof method !== 'string' || !hasTarget) return undefined;
  if (/^(?:get|head|options)$/i.test(method)) return 'question';
  return /^(?:post|put|patch|delete)$/i.test(method) && !/graphql|search|query/i.test(tool) ? 'action' : undefined;
}
