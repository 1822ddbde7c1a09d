import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** One verdict of the corpus about a pathology; written by rules that never saw the product. */
export interface Label {
  readonly dataset: string;
  readonly session: string;
  readonly detector: string;
  readonly verdict: 'expected' | 'forbidden';
  readonly calls: readonly string[];
}

/** One verdict of the corpus about the class of an error. */
export interface ClassLabel {
  readonly dataset: string;
  readonly call: string;
  readonly category: string;
  readonly also?: readonly string[];
}

/** A data set of the corpus. */
export interface DataSet {
  readonly name: string;
  readonly spanFiles: readonly string[];
  readonly labels: readonly Label[];
  readonly classes: readonly ClassLabel[];
}

/** Reads every folder that holds spans; the path is the caller's, since the corpus lies outside the repository. */
export function readDataSets(folder: string): DataSet[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  return names.flatMap((name) => {
    const files = readdirSync(join(folder, name));
    const spanFiles = files
      .filter((file) => /^spans-.*\.jsonl(\.gz)?$/.test(file))
      .sort()
      .map((file) => join(folder, name, file));
    if (spanFiles.length === 0) return [];
    return [
      {
        name,
        spanFiles,
        labels: rows<Label>(folder, name, files, 'labels.jsonl'),
        classes: rows<ClassLabel>(folder, name, files, 'error-class.jsonl'),
      },
    ];
  });
}

function rows<T>(folder: string, name: string, files: readonly string[], wanted: string): T[] {
  const file = files.find((one) => one === wanted || one === `${wanted}.gz`);
  if (file === undefined) return [];
  const bytes = readFileSync(join(folder, name, file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}
