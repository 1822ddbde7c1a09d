import { isObject, type Json } from '../model/json.js';
import type { LogRecord, Span } from '../model/span.js';
import type { Convention } from './convention.js';

/** Place in the order of priority. */
type Rank = number;
const NOBODY: readonly Convention[] = [];

/** Finds the few conventions that a record could belong to, in order of priority. */
export interface Directory {
  forSpan(span: Span): readonly Convention[];
  forLog(log: LogRecord): readonly Convention[];
}

/** Indexes conventions by their markers, once, so that a record pays only for what it carries. */
export function createDirectory(conventions: readonly Convention[]): Directory {
  const keys = wordsOf(conventions, ({ markers }) => markers.keys);
  const scopes = patterns(wordsOf(conventions, ({ markers }) => markers.scopes));
  const names = patterns(wordsOf(conventions, ({ markers }) => markers.names));
  const events = wordsOf(conventions, ({ markers }) => markers.events);
  const alone = conventions.map((convention) => [convention]);
  const ranked = (ranks: readonly Rank[]): readonly Convention[] => {
    const [first] = ranks;
    if (first === undefined) return NOBODY;
    return ranks.length === 1 ? (alone[first] ?? NOBODY) : ranks.flatMap((rank) => conventions[rank] ?? []);
  };
  return {
    forSpan: ({ attributes, scope, name }) => {
      const found: Rank[] = [];
      for (const key of Object.keys(attributes)) {
        const ranks = keys.get(key);
        if (ranks !== undefined) addAll(found, ranks);
      }
      scopes(scope.name, found);
      names(name, found);
      return ranked(found);
    },
    forLog: (log) => {
      const found: Rank[] = [];
      for (const name of eventNames(log)) addAll(found, events.get(name));
      scopes(log.scope.name, found);
      return ranked(found);
    },
  };
}

/** Event names stand in the OTLP field, in an attribute or in the body, depending on the exporter's age (reference 4). */
export function eventNames({ eventName, attributes, body }: LogRecord): string[] {
  const names: (Json | undefined)[] = [eventName, attributes['event.name'], isObject(body) ? undefined : body];
  return names.filter((name): name is string => typeof name === 'string' && name !== '');
}

function wordsOf(
  conventions: readonly Convention[],
  words: (convention: Convention) => readonly string[] | undefined,
): Map<string, Rank[]> {
  const index = new Map<string, Rank[]>();
  conventions.forEach((convention, rank) => {
    for (const word of words(convention) ?? []) index.set(word, [...(index.get(word) ?? []), rank]);
  });
  return index;
}

/** Exact words by look-up; words with a trailing `*` by comparison with those that begin with the same letter. */
function patterns(index: Map<string, Rank[]>): (text: string, found: Rank[]) => void {
  const open = new Map<string, [string, Rank[]][]>();
  for (const [word, ranks] of index) {
    if (word.endsWith('*')) open.set(word.charAt(0), [...(open.get(word.charAt(0)) ?? []), [word.slice(0, -1), ranks]]);
  }
  return (text, found) => {
    addAll(found, index.get(text));
    for (const [start, ranks] of open.get(text.charAt(0)) ?? []) if (text.startsWith(start)) addAll(found, ranks);
  };
}

/** Keeps the few ranks found sorted and single. */
function addAll(found: Rank[], ranks: readonly Rank[] | undefined): void {
  if (ranks === undefined) return;
  for (const rank of ranks) {
    if (found.includes(rank)) continue;
    found.push(rank);
    if (found.length > 1) found.sort((a, b) => a - b);
  }
}
