import type { Effect, Trait } from '../../model/tool-call.js';

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Verbs that ask, wherever they stand in a name. */
const ASK =
  list(`get search find read query lookup fetch retrieve browse view show describe inspect check verify validate
  count calculate compute estimate compare analyze analyse summarize explain grep glob cat ls scan preview peek crawl
  scrape extract lint diff stat stats whoami ping resolve locate discover explore select suggest recommend detect recall
  poll wait await monitor watch download lists gets reads finds searches`);

/** Verbs that change something, wherever they stand in a name. */
const ACT = list(`send create update delete add remove write insert upsert edit modify change set put post patch append
  replace rename move copy upload publish submit cancel book reserve pay charge refund transfer buy purchase sell trade
  approve reject assign unassign invite grant revoke enable disable install uninstall deploy start stop restart kill
  terminate order execute apply commit push merge rebase close reopen archive unarchive restore reset clear drop truncate
  schedule reschedule notify escalate handoff register unregister subscribe unsubscribe save store remember forget
  upgrade downgrade exchange return sign draft reply forward react pin unpin lock unlock mkdir touch rm mv cp chmod click
  type press navigate scroll drag fill hover tap toggle checkout undo redo import sync migrate generate provision redeem
  activate deactivate confirm rotate mark log tag untag label attach detach join leave follow unfollow share todowrite`);

/** Verbs that are nouns as often (`get_order`, `search_book`): they count at the beginning of a name only. */
const NOUN_TOO =
  list(`set post book order log mark tag label sign pin lock type press tap list view show check return exchange transfer
  trade store share draft reply forward import start stop close change copy move count stat stats diff query scan
  preview schedule import commit push charge pay refund purchase upgrade label save undo stock reserve
  register return download upload monitor watch wait ping patch merge release deploy grant invite select clear`);

/** Of these, the ones that name a thing when a plainer verb follows: `order_lookup`, `book_search`. */
const THING_FIRST = list(
  'order book post log mark tag label sign stock share store draft reserve register release import schedule',
);

/** What only a question is named after, where a name has no verb: `latest_news`, `order_details`. */
const ASKED_FOR =
  list(`latest recent current top popular trending random all available upcoming nearby similar related daily historical
  details detail info information history forecast statistics summary overview`);

/** Words in whose company a tool only looks at something that keeps changing. */
const POLLING =
  list(`poll polling wait await sleep status watch monitor inbox queue mailbox progress unread pending notifications
  notification heartbeat receive tail stream subscribe alive health`);

const ESCALATING = list(
  `escalate escalation handoff handover approve approval approvals elicit elicitation humaninput`,
);
const PERSON = list(
  'human humans user person agent agents operator supervisor manager support expert people staff clerk customer',
);
const TURNING = list(
  'ask transfer hand contact consult confirm request notify message call connect forward talk prompt',
);

/** Sources that return other people's texts, errors among them. */
const ECHO =
  list(`log logs grep read cat view file files document documents docs doc page pages webpage url browse browser website internet crawl
  scrape code codebase source transcript wiki wikipedia google bing duckduckgo tavily brave serp exa arxiv pubmed
  stackoverflow history memory memories notes glob diff blame snippet content contents text texts readme notebook
  editor edit write todo todowrite patch replace trace traces output screenshot snapshot console bashoutput tail email emails mail
  message messages comment comments thread threads issue issues chat conversation knowledge rag retriever`);
const SHELLS = list('bash sh zsh shell terminal powershell pwsh cmd console ssh cli');
const AGENTS = list('agent subagent delegate task assistant');

/** What a name says, worked out once per tool. */
interface NameFacts {
  readonly words: readonly string[];
  readonly effect: Effect;
  readonly traits: Readonly<Record<Effect, readonly Trait[]>>;
  readonly echoes: Readonly<Record<Effect, boolean>>;
  readonly runsCode: boolean;
}

const known = new Map<string, NameFacts>();
/** Names are few in practice; both numbers only bound memory against names made up per call. */
const MAX_NAMES = 5000;
const MAX_NAME = 200;

function factsOf(tool: string): NameFacts {
  const found = known.get(tool);
  if (found) return found;
  const words = split(tool.slice(0, MAX_NAME));
  const per = <T>(make: (effect: Effect) => T) => ({
    question: make('question'),
    action: make('action'),
    unknown: make('unknown'),
  });
  const facts = {
    words,
    effect: effectOfWords(words),
    traits: per((effect) => traitsOfWords(words, effect)),
    echoes: per((effect) => echoing(words, effect)),
    runsCode: runningCode(words),
  };
  if (known.size < MAX_NAMES) known.set(tool, facts);
  return facts;
}

/** Tool name as lower-case words: camel, snake, kebab and dotted spellings, without an MCP server prefix. */
export function nameWords(tool: string): readonly string[] {
  return factsOf(tool).words;
}

/** Question or action by the verbs of a name; an action word after `and` or `or` outweighs (`find_and_delete`). */
export function effectOfName(tool: string): Effect {
  return factsOf(tool).effect;
}

/** Traits that a name gives a tool. */
export function traitsOfName(tool: string, effect: Effect): readonly Trait[] {
  return factsOf(tool).traits[effect];
}

/** The tool hands on texts that others wrote. Actions do only where they echo the file they changed. */
export function echoes(tool: string, effect: Effect): boolean {
  return factsOf(tool).echoes[effect];
}

/** The tool runs code that the agent wrote. */
export function runsCode(tool: string): boolean {
  return factsOf(tool).runsCode;
}

function split(tool: string): readonly string[] {
  const own = /^mcp__/.test(tool)
    ? (tool.split('__').at(-1) ?? tool)
    : (tool.split(/[./:]|__/).findLast((part) => part !== '') ?? tool);
  return own
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]{2,})([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

function effectOfWords(words: readonly string[]): Effect {
  const verbs = words.filter((word, at) => isVerb(word, at, words));
  const joint = words.some((word, at) => (word === 'and' || word === 'or') && ACT.has(words[at + 1] ?? ''));
  const first = verbs[0];
  if (joint) return 'action';
  if (first === undefined) return words.some((word) => ASKED_FOR.has(word)) ? 'question' : 'unknown';
  return ACT.has(first) && !ASK.has(first) ? 'action' : 'question';
}

/** The end of a name counts too: `web_search`, `calendar_list`, `file_read`. */
function isVerb(word: string, at: number, words: readonly string[]): boolean {
  const known = ASK.has(word) || ACT.has(word) || word === 'list';
  if (!known) return false;
  if (at === 0 && THING_FIRST.has(word)) return !words.slice(1).some((one) => ASK.has(one) && !NOUN_TOO.has(one));
  return !NOUN_TOO.has(word) || at === 0 || (at === words.length - 1 && word === 'list');
}

function traitsOfWords(words: readonly string[], effect: Effect): readonly Trait[] {
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const shell =
    has(SHELLS) ||
    (words.includes('command') && ['run', 'execute', 'exec', 'execution'].some((verb) => words.includes(verb)));
  const asksPerson = has(TURNING) && has(PERSON);
  const traits: Trait[] = [];
  if (has(POLLING)) traits.push('polling');
  if (has(ESCALATING) || asksPerson) traits.push('escalation');
  if (echoing(words, effect) || words.includes('search')) traits.push('texts');
  if (shell) traits.push('shell');
  if (
    words.length <= 3 &&
    has(AGENTS) &&
    (words.length === 1 || /^(?:run|call|invoke|start|launch|spawn|delegate|ask)$/.test(words[0] ?? '')) &&
    !asksPerson
  )
    traits.push('agent');
  return traits;
}

const EDITS = list('edit editor write patch replace todo todowrite notebook');

function echoing(words: readonly string[], effect: Effect): boolean {
  if (effect === 'action') return words.some((word) => EDITS.has(word));
  return words[0] === 'web' || words.some((word) => ECHO.has(word));
}

function runningCode(words: readonly string[]): boolean {
  return (
    words.some((word) =>
      /^(?:python|python3|py|ipython|jupyter|interpreter|repl|javascript|node|deno|sandbox|pyodide)$/.test(word),
    ) ||
    (words.includes('code') && words.some((word) => /^(?:run|execute|exec|execution|runner|eval)$/.test(word)))
  );
}
