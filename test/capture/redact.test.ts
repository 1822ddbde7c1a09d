import { describe, expect, test } from 'vitest';
import { redact, redactText } from '../../src/capture/redact.js';
import { isCard, SECRET_FORMS } from '../../src/capture/secrets.js';
import type { Json } from '../../src/model/json.js';

const mask = (secret: string, kind: string) => `[${kind}:${secret.length}]`;
const masked = (text: string) => redactText(text, mask);

describe('each form of secret', () => {
  test.each(SECRET_FORMS.map((form) => [form.kind, form] as const))(
    '%s is found in its example and not in its counter-example',
    (_, form) => {
      expect(masked(form.example)).not.toBe(form.example);
      expect(masked(form.counter)).toBe(form.counter);
    },
  );
});

test.each([
  ['mail ann@example.org now', 'mail [email:15] now'],
  ['Authorization: Bearer abcdefghij0123456789', 'Authorization: Bearer [secret:20]'],
  ['postgres://app:hunter2@db/x', 'postgres://app:[secret:7]@db/x'],
  ['pay with 4111 1111 1111 1111 today', 'pay with [card:19] today'],
  ['pay with 4111-1111-1111-1111', 'pay with [card:19]'],
  ['API_KEY=abc123', 'API_KEY=[secret:6]'],
  ['{"api_key": "a1b2c3d4"}', '{"api_key": "[secret:8]"}'],
  ['{\\"password\\":\\"hunter2\\"}', '{\\"password\\":\\"[secret:7]\\"}'],
  ['export GITHUB_TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345', 'export GITHUB_TOKEN=[secret:40]'],
  ['key AKIAIOSFODNN7EXAMPLE used', 'key [secret:20] used'],
  ['two: a@b.example and c@d.example', 'two: [email:11] and [email:11]'],
])('%s → %s', (text, expected) => expect(masked(text)).toBe(expected));

test.each([
  'order 4111111111111112 is no card',
  'epoch 1767268800000',
  'call 12345678901234567890',
  'password: must have 8 letters',
  'token: string, the page token',
  'version lodash@4.17.21',
  '@mention in a chat',
  'git@',
  'https://example.org:8080/a',
  'SyntaxError: Unexpected token: x',
  'a basic understanding of everything',
  'sk-short',
  'uuid 3f2b8c1e-0d4a-4f6b-9a7e-1c2d3e4f5a6b',
  'commit 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12',
  '2026-01-01T10:00:00.000Z',
  'max_tokens=4096'.replace('tokens=', 'tokens: '),
])('%s holds no secret', (text) => expect(masked(text)).toBe(text));

describe('by the name of its key', () => {
  test.each<[Json, Json]>([
    [{ password: 'hunter2' }, { password: '[secret:7]' }],
    [
      { user: 'ann', credentials: { login: 'a', pass: 'b' } },
      { user: 'ann', credentials: { login: '[secret:1]', pass: '[secret:1]' } },
    ],
    [{ headers: { Authorization: 'x', Accept: 'y' } }, { headers: { Authorization: '[secret:1]', Accept: 'y' } }],
    [{ 'x-api-key': 'abc' }, { 'x-api-key': '[secret:3]' }],
    [
      { cvv: 123, pin: 1234 },
      { cvv: '[secret:3]', pin: '[secret:4]' },
    ],
    [{ clientSecret: ['a', 'b'] }, { clientSecret: ['[secret:1]', '[secret:1]'] }],
    [{ card: 4111111111111111 }, { card: '[card:16]' }],
  ])('%j → %j', (value, expected) => expect(redact(value, mask)).toEqual(expected));

  test.each<[Json]>([
    [{ max_tokens: 100, nextPageToken: 'abc', total_tokens: 5 }],
    [{ secretary: 'ann' }],
    [{ author: 'x', key: 'a', keyboard: 'b' }],
    [{ password: null, token: '' }],
    [{ tokens: ['a'] }],
  ])('%j stays, and stays the same object', (value) => expect(redact(value, mask)).toBe(value));
});

test.each([
  ['4111111111111111', true],
  ['5500 0000 0000 0004', true],
  ['378282246310005', true],
  ['4111111111111112', false],
  ['1767268800000', false],
  ['0000000000000000', false],
])('%s is a card: %j', (text, card) => expect(isCard(text)).toBe(card));
