import { codeRow, UNCLASSIFIED } from '../outcome/index.js';
import type { Reason } from './decide.js';
import type { Round } from './series.js';

/** Why a call is refused, delayed or warned about. */
export type Rule =
  | 'non-retryable'
  | 'budget'
  | 'denied-by-user'
  | 'retry-after'
  | 'backoff'
  | 'empty-repeat'
  | 'same-answer';

const seconds = (ms: number) => `${Math.max(1, Math.ceil(ms / 1000))} s`;
const times = (n: number) => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`);

/** What is the matter, in one clause, by rule. */
const MATTERS: Record<Rule, (last: Round, waitMs: number) => string> = {
  'non-retryable': ({ fact }) => `it failed with ${named(fact)}, which sending the same call again cannot change`,
  budget: ({ fact, failures }) =>
    `it failed ${times(failures)} with ${named(fact)}, which is as often as it may be tried`,
  'denied-by-user': () => 'the user denied this very call and has not spoken since',
  'retry-after': (_, waitMs) => `the tool asked to wait; it may be called again in ${seconds(waitMs)}`,
  backoff: ({ fact }, waitMs) => `it just failed with ${named(fact)}; it may be called again in ${seconds(waitMs)}`,
  'empty-repeat': () => 'the same question was just answered: the search ran and found nothing',
  'same-answer': ({ same }) => `the same call gave the same answer ${times(same)} in a row`,
};

/** What to do instead, by rule; after a failure the code table says it. */
const INSTEAD: Partial<Record<Rule, string>> = {
  'denied-by-user': 'Ask the user how to go on.',
  'retry-after': 'Do something else until then, or tell the user when it can be tried again.',
  backoff: 'Do something else until then, or tell the user that the source is not answering.',
  'empty-repeat': 'Take "nothing found" as the answer, or ask for something else.',
  'same-answer': 'Use the answer you have, or ask for something else.',
};

function named({ code, category }: Round['fact']): string {
  return code ?? (category ? `a ${category} error` : 'an error');
}

function instead(rule: Rule, { fact }: Round): string {
  return INSTEAD[rule] ?? codeRow(fact.code)?.recovery ?? UNCLASSIFIED.recovery;
}

/** The reason of a refusal or a wait. The text leaves a model no room to read it as an answer of the tool. */
export function refusal(rule: Rule, last: Round, tool: string, waitMs = 0): Reason {
  const matter = MATTERS[rule](last, waitMs);
  return {
    rule,
    reason: `${tool} with the same arguments: ${matter}.`,
    text: `NOT SENT. Your call of ${tool} was not made, because ${matter}. Do not repeat it with the same arguments. ${instead(rule, last)}`,
  };
}

/** The reason of a warning, to be read beside the answer. */
export function warning(rule: Rule, last: Round, tool: string): Reason {
  const matter = MATTERS[rule](last, 0);
  return {
    rule,
    reason: `${tool} with the same arguments: ${matter}.`,
    text: `Note: ${matter}. ${instead(rule, last)}`,
  };
}
