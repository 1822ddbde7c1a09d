import { describe, expect, test } from 'vitest';
import { classify } from '../../src/outcome/text/index.js';
import { MESSAGES } from './messages.js';

const SHELLS = new Set(['shells', 'windows', 'git', 'containers', 'cloud', 'packages']);

describe.each(Object.entries(MESSAGES))('what %s say', (origin, rows) => {
  test.each(rows)('%s: %s', (code, text) => {
    const said = classify(text, { shell: SHELLS.has(origin), runsCode: false });
    expect(said?.code ?? '?').toBe(code);
  });
});
