import { describe, expect, test } from 'vitest';
import { mayState } from '../../src/hook/stated.js';
import type { Json } from '../../src/model/json.js';

describe('only structure can state something about a call', () => {
  test.each<[string, Json | undefined, boolean]>([
    ['no result', undefined, false],
    ['prose', 'Error rate_limited: Too many requests', false],
    ['JSON in a text', ' {"success":false,"error_code":"x"}', true],
    ['an object', { success: false }, true],
    ['an MCP result with prose', { content: [{ type: 'text', text: 'hello' }], isError: true }, false],
    [
      'an MCP result with JSON in its text',
      { content: [{ type: 'text', text: '{"errorCategory":"business"}' }] },
      true,
    ],
    ['an MCP result with structure', { content: [], structuredContent: { resultCount: 0 } }, true],
    ['blocks with JSON in a text', [{ type: 'text', text: '[1]' }], true],
    ['a list of numbers', [1, 2], false],
  ])('%s', (_, result, may) => {
    expect(mayState(result)).toBe(may);
  });
});
