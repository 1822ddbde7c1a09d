import type { Json } from '../model/json.js';
import { overridesFor, type Settings } from '../model/settings.js';
import type { Effect, Trait } from '../model/tool-call.js';

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

/** Reads effect and traits: settings first, then annotations, then what the command or the name says. */
export function effectOf(facts: EffectFacts, settings: Settings): Nature {
  let nature: Nature = { effect: inferred(facts), traits: facts.startsAgent ? ['agent'] : [] };
  for (const { effect, traits } of overridesFor(settings, facts.tool, facts.server))
    nature = { effect: effect ?? nature.effect, traits: traits ?? nature.traits };
  return nature;
}

function inferred({ tool, readOnly, destructive }: EffectFacts): Effect {
  if (readOnly !== undefined) return readOnly ? 'question' : 'action';
  if (destructive) return 'action';
  if (/^(get|search|list|read|find|query|fetch|lookup)/i.test(tool)) return 'question';
  return /^(send|create|update|delete|add|set|write|remove)/i.test(tool) ? 'action' : 'unknown';
}
