import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './case.js';

const here = import.meta.dirname;
/** Folders that hold no fixtures of one span: tests of the readers, the scripts that record, whole scenarios. */
const OTHERS = new Set(['reading', 'capture', 'scenarios']);

/** The folders of fixtures; each is named after its convention. */
export const folders = readdirSync(here, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && !OTHERS.has(entry.name) ? [entry.name] : [],
);

/** The fixtures written from the reference, by convention. */
export const tables = await Promise.all(folders.map(async (folder) => ({ folder, cases: await casesOf(folder) })));

async function casesOf(folder: string): Promise<readonly Case[]> {
  const path = join(here, folder, 'written.ts');
  if (!existsSync(path)) return [];
  const { written } = (await import(path)) as { written: readonly Case[] };
  return written;
}

/** One recorded span with what must be read from it, `null` where it is no call: `<case>.span.json` and `<case>.call.json`. */
export interface RecordedFile {
  readonly folder: string;
  readonly name: string;
  readonly span: string;
  readonly call: string;
}

/** The recorded fixtures. */
export const recordings: readonly RecordedFile[] = folders.flatMap((folder) =>
  filesOf(folder, '.span.json').map((file) => {
    const name = file.slice(0, -'.span.json'.length);
    return { folder, name, span: join(here, folder, file), call: join(here, folder, `${name}.call.json`) };
  }),
);

/** Files that belong to no fixture: neither a table nor one half of a pair. */
export const leftovers: readonly string[] = folders.flatMap((folder) =>
  readdirSync(join(here, folder))
    .filter((file) => file !== 'written.ts' && !isHalfOfPair(folder, file))
    .map((file) => `${folder}/${file}`),
);

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(join(here, folder)).filter((file) => file.endsWith(ending));
}

function isHalfOfPair(folder: string, file: string): boolean {
  const other = file.endsWith('.span.json')
    ? file.replace(/\.span\.json$/, '.call.json')
    : file.replace(/\.call\.json$/, '.span.json');
  return other !== file && existsSync(join(here, folder, other));
}
