import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONVENTIONS, recognise, recogniseLog } from '../../src/conventions/index.js';
import type { Recognised } from '../../src/model/recognised.js';
import { log, plainCall, plainFrame, span } from '../support/spans.js';
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

describe.each(tables)('$folder', ({ folder, cases }) => {
  test.each(cases.filter(({ span, call }) => span && call))('$what', (given) => {
    const record = span(given.span ?? { name: '' });
    const found = read(given);
    expect(found.call).toEqual({ ...plainCall(record, folder), ...given.call });
    expect(found.frame).toBeUndefined();
  });

  test.each(cases.filter(({ span, frame }) => span && frame))('$what', (given) => {
    const record = span(given.span ?? { name: '' });
    const found = read(given);
    expect(found.call).toBeUndefined();
    expect(found.frame).toEqual({ ...plainFrame(record), ...given.frame });
  });
});

describe('the set of fixtures', () => {
  test('every convention has fixtures, and every folder a convention', () => {
    expect(folders.toSorted()).toEqual(CONVENTIONS.map(({ id }) => id).toSorted());
    expect(tables.filter(({ cases }) => cases.length === 0).map(({ folder }) => folder)).toEqual([]);
  });
});
