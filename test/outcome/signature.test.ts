import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signatureOf } from '../../src/outcome/index.js';

describe('failures of one kind have one signature', () => {
  test.each([
    ['numbers', 'Order 17 not found', 'Order 4711 not found'],
    ['ids', 'Order W2378156 not found', 'Order ord_99x not found'],
    ['uuids', 'no item 3f2b8c1e-0d4a-4f6b-9a7e-1c2d3e4f5a6b', 'no item 00000000-1111-4222-8333-444444444444'],
    ['quoted values', "User 'ann' is unknown", 'User "bob" is unknown'],
    ['dates', 'No slot on 2026-01-01', 'No slot on 2026-02-28T10:00:00Z'],
    ['paths', 'cannot open /a/b.txt', 'cannot open /srv/data/x/y.csv'],
    ['windows paths', 'cannot open C:\\a\\b.txt', 'cannot open D:\\x.txt'],
    ['urls', 'GET https://a.example/x?y=1 failed', 'GET http://b.example/ failed'],
    ['e-mails', 'no account for ann@example.org', 'no account for bob.x@mail.example.com'],
    ['amounts', 'Refund of 900.00 exceeds 500', 'Refund of 1,250.50 exceeds 500'],
    ['white space', 'a\n  b', 'a b'],
    ['request ids', 'Internal error (request_id: req_011CQabc)', 'Internal error (request_id: req_99ZZdef1)'],
  ])('%s', (_, a, b) => expect(signatureOf(a)).toBe(signatureOf(b)));

  test('ten failures with their own ids and times are one', () => {
    const texts = Array.from(
      { length: 10 },
      (_, i) => `2026-01-0${i}T00:00:0${i}Z job-${i}a failed on node${i} after ${i * 7} ms: disk '/dev/sd${i}' full`,
    );
    expect(new Set(texts.map(signatureOf)).size).toBe(1);
  });
});

describe('failures of different kinds stay apart', () => {
  test.each([
    ['statuses', 'HTTP 404: failed', 'HTTP 503: failed'],
    ['codes', 'Error code: 429', 'Error code: 500'],
    ['JSON-RPC codes', 'MCP error -32602: no', 'MCP error -32603: no'],
    ['words', 'Order 17 not found', 'Order 17 is closed'],
    ['shell commands', 'bash: foo: command not found', 'bash: foo: Permission denied'],
  ])('%s', (_, a, b) => expect(signatureOf(a)).not.toBe(signatureOf(b)));
});

test('apostrophes are no quotes: the words between two of them stay', () => {
  expect(signatureOf("Can't open it, isn't there")).toBe("Can't open it, isn't there");
});

describe('a signature', () => {
  const piece = fc.constantFrom(
    'a',
    '1',
    '-',
    '_',
    '/',
    '.',
    '"',
    "'",
    '`',
    ' ',
    '<n>',
    '<id>',
    '@',
    'http://',
    'error ',
    '404',
    '2026-01-01',
    'x9',
    '\\',
    '[',
    ']',
    '\n',
    'é',
    '😀',
    ':',
    '#',
    '%',
    ',',
    '+',
    '~',
    '(',
    '…',
  );
  const text = fc.oneof(
    fc.string({ maxLength: 400 }),
    fc.array(piece, { maxLength: 300 }).map((pieces) => pieces.join('')),
  );

  test('is its own signature, and bounded', () => {
    fc.assert(
      fc.property(text, (given) => {
        const signature = signatureOf(given);
        expect(signature.length).toBeLessThanOrEqual(200);
        expect(signatureOf(signature)).toBe(signature);
      }),
      { numRuns: 3000 },
    );
  });
});
