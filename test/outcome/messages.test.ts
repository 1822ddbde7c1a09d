import { describe, expect, test } from 'vitest';
import { codeRow } from '../../src/outcome/index.js';
import { classify } from '../../src/outcome/text/index.js';
import { MESSAGES } from './messages.js';
import { PHRASES } from './phrases.js';

const SHELLS = new Set(['shells', 'windows', 'git', 'containers', 'cloud', 'packages']);

describe('output of a shell that is no error message stays unclassified', () => {
  test.each([
    'FAIL src/a.test.ts\n  Error: expected 404 to be 200',
    '3 passed, 1 failed\nAssertionError: permission denied expected',
    '/a.js\n  17:10  error  "x" must be used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)',
    `Checking 300 files\n${'all is well here\n'.repeat(30)}version mismatch detected`,
    '--- FAIL: TestTimeout (0.01s)\n    timeout: timed out',
    'not ok 3 - connection refused is handled',
  ])('%s', (text) => expect(classify(text, { shell: true, runsCode: false })?.code).toBeUndefined());
});

describe.each(Object.entries(MESSAGES))('what %s say', (origin, rows) => {
  test.each(rows)('%s: %s', (code, text) => {
    const said = classify(text, { shell: SHELLS.has(origin), runsCode: false });
    expect(said?.code ?? '?').toBe(code);
  });
});

describe.each([
  ['a service', false, PHRASES.any],
  ['a command', true, PHRASES.shell],
] as const)('what %s says', (_, shell, byCategory) => {
  const rows = Object.entries(byCategory).flatMap(([category, texts]) =>
    texts.map((text) => [category, text] as const),
  );
  test.each(rows)('%s: %s', (category, text) => {
    expect(codeRow(classify(text, { shell, runsCode: false })?.code)?.category ?? 'unknown').toBe(category);
  });
});
