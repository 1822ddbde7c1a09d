import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generatedFiles } from '../../src/grafana/files.js';
import { fileText, TOP } from './reading.js';

const FILES = [...generatedFiles()];

describe('generated files', () => {
  test.each(FILES)('%s is what the code generates (npm run dashboards)', (path, text) => {
    expect(fileText(path)).toBe(text);
  });

  test('the same code gives the same text', () => {
    expect([...generatedFiles()]).toEqual(FILES);
  });

  test.each(['dashboards', 'deploy/grafana/provisioning/alerting'])('nothing else lies in %s', (folder) => {
    const generated = FILES.map(([path]) => path).filter((path) => path.startsWith(`${folder}/`));
    expect(
      readdirSync(join(TOP, folder))
        .map((name) => `${folder}/${name}`)
        .sort(),
    ).toEqual(generated.sort());
  });
});
