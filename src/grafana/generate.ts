import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { generatedFiles } from './files.js';

/** The top of the repository, seen from dist/grafana. */
const top = resolve(import.meta.dirname, '..', '..');

for (const [path, text] of generatedFiles()) {
  const target = join(top, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}
