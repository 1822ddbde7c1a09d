import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fillReadme, readmeParts } from '../src/readme.js';

const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');

describe('the README', () => {
  test('its generated parts are what the code says (npm run docs writes them)', () => {
    expect(fillReadme(readme)).toBe(readme);
  });

  test('a part that went missing is noticed', () => {
    expect(() => fillReadme(readme.replace('<!-- generated: codes -->', ''))).toThrow(/generated: codes/);
  });

  test.each(Object.entries(readmeParts()))(
    'the table of %s has rows, and each row as many cells as the head',
    (_name, table) => {
      const cells = table.split('\n').map((line) => line.replaceAll('\\|', '').split('|').length);
      expect(cells.length).toBeGreaterThan(3);
      expect(new Set(cells).size).toBe(1);
    },
  );

  test('every example of the hook stands in the README', () => {
    const shown = readmeParts().examples.match(/<details>/g) ?? [];
    const files = readdirSync(join(import.meta.dirname, 'hook', 'examples')).filter((name) => name.endsWith('.ts'));
    expect(shown).toHaveLength(files.length);
  });

  test('every library is listed with its reason', () => {
    const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'));
    expect(Object.keys(dependencies).filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  test('every command of package.json that it names exists', () => {
    const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'));
    const named = [...readme.matchAll(/npm (?:run )?([a-z:]+)/g)]
      .map(([, name]) => name as string)
      .filter((name) => name !== 'install' && name !== 'run' && name !== 'ci' && name !== 'are');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
