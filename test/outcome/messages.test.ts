import { describe, expect, test } from 'vitest';
import { classify } from '../../src/outcome/text/index.js';
import { MESSAGES } from './messages.js';

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
