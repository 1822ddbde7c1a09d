import { describe, expect, test } from 'vitest';
import { promptRules } from '../../src/hook/index.js';
import { CODES } from '../../src/outcome/index.js';

describe('promptRules', () => {
  test('names every code of the table once, with its recovery', () => {
    const lines = promptRules().split('\n');
    for (const { code, recovery } of CODES) {
      const found = lines.filter((line) => line.startsWith('- ') && line.split(/[ :,]+/).includes(code));
      expect(found, code).toHaveLength(1);
      expect(found[0]).toContain(recovery);
    }
  });

  test('is short enough for a system prompt', () => {
    expect(promptRules().length).toBeLessThan(2_500);
  });

  test('can be limited to the codes that matter', () => {
    const rules = promptRules({ codes: ['rate_limited'] });
    expect(rules).toContain('- rate_limited (transient):');
    expect(rules).not.toContain('not_found');
  });

  test('says what to do with a refusal and with an empty result', () => {
    expect(promptRules()).toContain('NOT SENT');
    expect(promptRules()).toContain('An empty result is an answer');
  });
});
