import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CONVENTIONS, recognise, recogniseLog } from '../../src/conventions/index.js';
import type { Recognised, RecognisedCall } from '../../src/model/recognised.js';
import type { Span } from '../../src/model/span.js';
import { log, plainCall, plainFrame, plainLogCall, plainLogFrame, span } from '../support/spans.js';
import type { Case } from './case.js';
import { folders, leftovers, type RecordedFile, recordings, tables } from './tables.js';

const NOBODY: Recognised = { call: undefined, frame: undefined, unclaimedScope: undefined };

function read(given: Case): Recognised {
  if (given.span) return recognise(span(given.span));
  if (given.log) return recogniseLog(log(given.log));
  throw new Error(`${given.what}: neither span nor log`);
}

function expected(given: Case, folder: string): Recognised {
  if (given.nothing) return NOBODY;
  const { call, frame } = given;
  if (given.span) {
    const record = span(given.span);
    if (call) return { ...NOBODY, call: { ...plainCall(record, folder), ...call } };
    return { ...NOBODY, frame: { ...plainFrame(record), ...frame }, unclaimedScope: given.unclaimed };
  }
  const record = log(given.log ?? {});
  if (call) return { ...NOBODY, call: { ...plainLogCall(record, folder), ...call } };
  return { ...NOBODY, frame: { ...plainLogFrame(record), ...frame } };
}

describe.each(tables)('$folder', ({ folder, cases }) => {
  test.each(cases)('$what', (given) => {
    expect(read(given)).toEqual(expected(given, folder));
  });
});

/** What a recorder writes: where the span comes from, and the span as decoded. */
interface Recording {
  readonly recorded: { readonly library: string; readonly version: string };
  readonly span: Span;
}

function json<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

function librariesOf(files: readonly RecordedFile[]): string[] {
  const libraries = files.map(({ span: file }) => {
    const { library, version } = json<Recording>(file).recorded;
    return `${library} ${version}`;
  });
  return [...new Set(libraries)].sort();
}

for (const { folder, name, span: spanFile, call: callFile } of recordings) {
  test(`${folder}: recorded ${name}`, () => {
    const { recorded, span: record } = json<Recording>(spanFile);
    expect(recorded).toEqual({ library: expect.any(String), version: expect.any(String) });
    const { call } = recognise(record);
    // Through JSON, since a file has no `undefined`.
    expect(JSON.parse(JSON.stringify(call ?? null))).toEqual(json<RecognisedCall | null>(callFile));
    if (call) expect(call.convention).toBe(folder);
  });
}

describe('the set of fixtures', () => {
  test('every convention has fixtures, and every folder a convention', () => {
    expect(folders.toSorted()).toEqual(CONVENTIONS.map(({ id }) => id).toSorted());
    expect(tables.filter(({ cases }) => cases.length === 0).map(({ folder }) => folder)).toEqual([]);
  });

  test('every convention claims at least one call', () => {
    expect(tables.filter(({ cases }) => !cases.some(({ call }) => call)).map(({ folder }) => folder)).toEqual([]);
  });

  test('every convention says of which libraries it has recordings', () => {
    const told = CONVENTIONS.map(({ id, recorded: libraries = [] }) => [id, [...libraries].sort()]);
    const found = CONVENTIONS.map(({ id }) => [id, librariesOf(recordings.filter(({ folder }) => folder === id))]);
    expect(told).toEqual(found);
  });

  test('no file is left over', () => {
    expect(leftovers).toEqual([]);
  });
});
