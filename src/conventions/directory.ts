import { isObject, type Json } from '../model/json.js';
import type { LogRecord, Span } from '../model/span.js';
import type { Convention } from './convention.js';

/** Finds the few conventions that a record could belong to, in order of priority. */
export interface Directory {
  forSpan(span: Span): readonly Convention[];
  forLog(log: LogRecord): readonly Convention[];
}

type Rank = number;
const NOBODY: readonly Convention[] = [];

/** Indexes conventions by their markers, once, so that a record pays only for what it carries. */
export function createDirectory(conventions: readonly Convention[]): Directory {
  const keys = [...wordsOf(conventions, ({ markers }) => markers.keys)];
  const scopes = patterns(wordsOf(conventions, ({ markers }) => markers.scopes));
  const names = patterns(wordsOf(conventions, ({ markers }) => markers.names));
  const events = wordsOf(conventions, ({ markers }) => markers.events);
  const ranked = (ranks: Set<Rank>) => {
    if (ranks.size === 0) return NOBODY;
    return [...ranks].sort((a, b) => a - b).flatMap((rank) => conventions[rank] ?? []);
  };
  return {
    forSpan: ({ attributes, scope, name }) => {
      const found = new Set<Rank>();
      for (const [key, ranks] of keys) if (attributes[key] !== undefined) addAll(found, ranks);
      scopes(scope.name, found);
      names(name, found);
      return ranked(found);
    },
    forLog: (log) => {
      const found = new Set<Rank>();
      for (const name of eventNames(log)) addAll(found, events.get(name) ?? []);
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

/** Exact words by look-up, words with a trailing `*` by comparison of beginnings. */
function patterns(index: Map<string, Rank[]>): (text: string, found: Set<Rank>) => void {
  const open = [...index]
    .filter(([word]) => word.endsWith('*'))
    .map(([word, ranks]) => [word.slice(0, -1), ranks] as const);
  return (text, found) => {
    addAll(found, index.get(text) ?? []);
    for (const [start, ranks] of open) if (text.startsWith(start)) addAll(found, ranks);
  };
}

function addAll(found: Set<Rank>, ranks: readonly Rank[]): void {
  for (const rank of ranks) found.add(rank);
}
