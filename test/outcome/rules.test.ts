import { describe, expect, test } from 'vitest';
import { CODES } from '../../src/outcome/index.js';
import { emptyRule } from '../../src/outcome/text/index.js';
import { EMPTY_RULES, FAILURE_RULES, firstRule } from '../../src/outcome/text/rules.js';

describe('each phrase rule', () => {
  test.each(FAILURE_RULES.map((rule) => [rule.id, rule] as const))(
    '%s fires on its example and not on its counter-example',
    (_, rule) => {
      expect(firstRule(FAILURE_RULES, rule.example)?.id).toBe(rule.id);
      expect(rule.pattern.test(rule.counter)).toBe(false);
    },
  );

  test.each(EMPTY_RULES.map((rule) => [rule.id, rule] as const))(
    '%s fires on its example and not on its counter-example',
    (_, rule) => {
      expect(emptyRule(rule.example)?.id).toBe(rule.id);
      expect(emptyRule(rule.counter)).toBeUndefined();
    },
  );

  test('has its own name and a code of the table', () => {
    const ids = [...FAILURE_RULES, ...EMPTY_RULES].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const codes = new Set(CODES.map(({ code }) => code));
    expect(FAILURE_RULES.filter(({ code }) => !codes.has(code ?? ''))).toEqual([]);
  });
});

test.each([
  'No results found.',
  'No results found for "zebra crossing".',
  'No matches found',
  'No files found',
  'No good Wikipedia Search Result was found',
  'Found 0 results',
  'Found no matching documents',
  'Your search did not match any documents.',
  'Search returned no results',
  'No rows returned',
  '0 rows returned',
  'Empty set (0.00 sec)',
  'No resources found in default namespace.',
  'There are no open orders for this customer.',
  'No users found matching "smith"',
  'Nothing found',
  'Error: No results found',
  'ToolError: No matching records found.',
  'No flights found from SFO to JFK on 2024-05-20.',
  'No data available for the selected period',
  '(no output)',
  'Tool ran without output or errors',
  'Command completed with no output',
  'No content',
  'We could not find any hotels in that area.',
  'No direct flights found',
])('"%s" says that nothing was found', (text) => expect(emptyRule(text)?.empty).toBe(true));

test.each([
  'No such file or directory',
  'No such tool: x',
  'User not found',
  'No user with id 17',
  'No permission to list files',
  'No space left on device',
  'no route to host',
  'No API key found',
  'Found 3 results',
  'No. 5 was found in the drawer',
  'No results because the index is being rebuilt, please try again later: Error 503 from upstream, request id 17, contact support if this persists. No results because the index is being rebuilt, please try again later: Error 503 from upstream, request id 17, contact support if this persists. Again and again and again.',
  'Nothing else matters',
  'No worries.',
  'No errors found',
  'No issues found in 3 files',
  'No problems',
  'No conflicts with base branch',
  'No yes or no answer this time',
  'Order not found',
  'no',
  'The command failed with no output and exit code 7',
])('"%s" does not', (text) => expect(emptyRule(text)).toBeUndefined());
