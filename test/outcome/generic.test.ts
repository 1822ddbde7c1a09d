import { expect, test } from 'vitest';
import { isGenericText, peel } from '../../src/outcome/index.js';

test.each([
  'Operation failed',
  'An error occurred',
  'Error',
  'error',
  'Unknown error',
  'Something went wrong',
  'Internal error',
  'Tool execution failed',
  'An unexpected error has occurred.',
  'Error: Function failed.',
  'Request failed',
  'tool_error',
  '_OTHER',
  'failed',
  'Exit code 1',
  'Oops!',
  'Error: An error occurred',
  'Something went wrong. Please try again later.',
  'Tool execution error',
  'Command failed with exit code 2',
  '',
])('"%s" says nothing', (text) => expect(isGenericText(text)).toBe(true));

test.each([
  'Order 17 not found',
  'Permission denied',
  'Request failed: timeout',
  'Payment failed because the card expired',
  'Connection refused',
  'An error occurred while reading the file a.txt',
  'Rate limited',
  'Failed to parse date',
])('"%s" says something', (text) => expect(isGenericText(text)).toBe(false));

test.each([
  ['Error executing tool search: boom', 'boom'],
  ["Error calling tool 'search': boom", 'boom'],
  ["Tool 'x' execution failed: boom", 'boom'],
  ['An error occurred while running the tool. Please try again. Error: boom', 'boom'],
  ["Error executing tool 'x' with kwargs {'a': 1} with error: boom Please fix the error and try again.", 'boom'],
  ['<tool_use_error>boom</tool_use_error>', 'boom'],
  ['Exception occurred in tool: boom: bang', 'boom: bang'],
  ['I encountered an error while trying to use the tool. This was the error: boom', 'boom'],
  ['Failed to invoke Tool `x` with parameters {"a":1}. Error: boom', 'boom'],
  ['Error executing tool a: Error executing tool b: boom', 'boom'],
  ['ToolException: boom', 'boom'],
  [
    '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
    '502 Bad Gateway. 502 Bad Gateway',
  ],
])('%s → %s', (text, rest) => expect(peel(text).text).toBe(rest));

test('plain text is left as it is', () => {
  expect(peel('  Order 17 not found ')).toEqual({ text: 'Order 17 not found', wrapped: false });
});
