import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONVENTIONS, recognise, recogniseLog } from '../../src/conventions/index.js';
import type { Recognised } from '../../src/model/recognised.js';
import { log, plainCall, plainFrame, plainLogCall, plainLogFrame, span } from '../support/spans.js';
import type { Case } from './case.js';

const here = import.meta.dirname;
const folders = readdirSync(here, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

async function casesOf(folder: string): Promise<readonly Case[]> {
  const path = join(here, folder, 'written.ts');
  if (!existsSync(path)) return [];
  const { written } = (await import(path)) as { written: readonly Case[] };
  return written;
}

const tables = await Promise.all(folders.map(async (folder) => ({ folder, cases: await casesOf(folder) })));

function read(given: Case): Recognised {
  if (given.span) return recognise(span(given.span));
  if (given.log) return recogniseLog(log(given.log));
  throw new Error(`${given.what}: neither span nor log`);
}

const NOBODY: Recognised = { call: undefined, frame: undefined, unclaimedScope: undefined };

function expected(given: Case, folder: string): Recognised {
  if (given.nothing) return NOBODY;
  const { call, frame } = given;
  if (given.span) {
    const record = span(given.span);
    if (call) return { ...NOBODY, call: { ...plainCall(record, folder), ...call } };
    return { ...NOBODY, frame: { ...plainFrame(record), ...frame } };
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

describe('the set of fixtures', () => {
  test('every convention has fixtures, and every folder a convention', () => {
    expect(folders.toSorted()).toEqual(CONVENTIONS.map(({ id }) => id).toSorted());
    expect(tables.filter(({ cases }) => cases.length === 0).map(({ folder }) => folder)).toEqual([]);
  });
});
