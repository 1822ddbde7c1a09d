import { readFile, writeFile } from 'node:fs/promises';
import { fillReadme } from '../readme.js';

/** Writes the generated parts of README.md anew: `npm run docs`. */
const file = new URL('../../README.md', import.meta.url);
await writeFile(file, fillReadme(await readFile(file, 'utf8')));
