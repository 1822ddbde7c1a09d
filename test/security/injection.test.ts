import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PANELS } from '../../src/panels/index.js';
import { sendTo, startOn, type TestService } from '../support/locked.js';
import { otlpJson, spanOf } from '../support/otlp-story.js';
import { type TestDatabase, testDatabase } from '../support/postgres.js';

let db: TestDatabase;
let service: TestService;

beforeAll(async () => {
  db = await testDatabase();
  service = await startOn(db);
  await sendTo(service.url, [
    spanOf({ session: 's', at: 1, tool: 't', args: {}, error: { type: 'ENOENT', text: 'no such file' } }),
  ]);
});
afterAll(() => service.close());

const range = () => `from=${Date.now() - 2 * 3_600_000}&to=${Date.now() + 60_000}`;

/** What takes a query apart where text meets text: quotes, comments, dollar quotes, macros, variables, format strings. */
const POISON = [
  "'; DROP TABLE findings; --",
  "' OR '1'='1",
  "\\'; SELECT 1; --",
  "''",
  '-- comment',
  '/* comment',
  '$$',
  '$1',
  "E'\\x27'",
  '$__timeFrom()',
  '$__timeTo()::timestamptz',
  '$__time(x,',
  '$__time(x',
  "$__time(x,')",
  '$__timeFilter(',
  '$__timeGroup(a, 1h, previous)',
  '$__unixEpochFrom()',
  '$__interval',
  '$__nothing(1)',
  '$project',
  `\${project:raw}`,
  '[[tool:csv]]',
  'refrain_choice_0_',
  '$__all',
  '%27%20OR',
  '𝒳\u202e\u2028',
  '__proto__',
  'constructor',
];

describe('text that a reader chooses is only text', () => {
  test.each(PANELS.map(({ id }) => id))(
    'in panel %s',
    async (id) => {
      for (const poison of POISON) {
        for (const name of ['session', 'signature', 'tool', 'agent', 'category', 'project', poison]) {
          const query = new URLSearchParams([[`var-${name}`, poison]]);
          const { status } = await fetch(`${service.url}/api/panels/${id}?${range()}&${query}`);
          expect([name, poison, status]).toEqual([name, poison, 200]);
        }
      }
    },
    120_000,
  );

  test.each(['session', 'tool'])('two choices of %s cannot quote each other', async (name) => {
    const query = new URLSearchParams([
      [`var-${name}`, "a','b"],
      [`var-${name}`, 'refrain_choice_0_'],
      ['var-agent', '$__time(x,'],
      ['var-signature', '$__time(x,'],
    ]);
    for (const { id } of PANELS) {
      expect((await fetch(`${service.url}/api/panels/${id}?${range()}&${query}`)).status).toBe(200);
    }
  });

  test.each(['\0', 'a\0b', 'x'.repeat(5000)])('what no text of ours can be is refused', async (value) => {
    const answer = await fetch(
      `${service.url}/api/panels/session-calls?${range()}&${new URLSearchParams({ 'var-session': value })}`,
    );
    expect(answer.status).toBe(400);
  });

  test.each(POISON)('in filters, ids and paths: %s', async (poison) => {
    const text = encodeURIComponent(poison);
    for (const key of ['tool', 'session', 'detector'])
      expect((await fetch(`${service.url}/api/findings?${key}=${text}`)).status).toBe(200);
    for (const path of ['sessions', 'panels', 'choices']) {
      const { status } = await fetch(`${service.url}/api/${path}/${text}`);
      expect([path, status]).toEqual([path, 404]);
    }
  });

  test.each(['\0', '%00', '%ff', '%'])(
    'half an address, or one with a NUL, is a refusal and no fault: %j',
    async (tail) => {
      for (const path of [
        '/api/sessions/',
        '/api/findings?tool=',
        '/api/findings?session=',
        '/api/panels/',
        '/sessions/',
      ]) {
        const { status } = await fetch(`${service.url}${path}${tail === '\0' ? '%00' : tail}`);
        expect([path, status < 500]).toEqual([path, true]);
      }
    },
  );
});

describe('text that a sender chooses is only text', () => {
  test('names that are SQL, markup or keys of prototypes are stored as they are', async () => {
    const names = POISON.filter((name) => !name.includes('\0'));
    const spans = names.map((name, at) =>
      spanOf({ session: name, at, tool: name, args: { [name]: name }, error: { type: name, text: name } }),
    );
    expect((await sendTo(service.url, spans)).status).toBe(200);
    const { rows } = await db.pool.query<{ tool: string }>('SELECT DISTINCT tool FROM tool_calls');
    expect(rows.map(({ tool }) => tool)).toEqual(expect.arrayContaining(names));
    expect((await db.pool.query('SELECT FROM findings LIMIT 1')).rowCount).toBeDefined();
    for (const { id } of PANELS) expect((await fetch(`${service.url}/api/panels/${id}?${range()}`)).status).toBe(200);
    expect((await fetch(`${service.url}/api/tools`)).status).toBe(200);
    expect((await fetch(`${service.url}/api/doctor`)).status).toBe(200);
  });

  test('keys of prototypes pollute nothing', async () => {
    const evil =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":[{"__proto__":{"polluted":1}}]}';
    const attribute = (key: string, value: unknown) => ({ key, value });
    const base = spanOf({ session: 'proto', at: 1, tool: 'proto', args: {} });
    const attributes = [
      ...(base['attributes'] as unknown[]),
      attribute('gen_ai.tool.call.arguments', { stringValue: evil }),
      attribute('gen_ai.tool.call.result', { stringValue: evil }),
      attribute('__proto__', { stringValue: 'x' }),
      attribute('__proto__.polluted', { stringValue: 'x' }),
      attribute('constructor', {
        kvlistValue: {
          values: [
            { key: '__proto__', value: { kvlistValue: { values: [{ key: 'polluted', value: { intValue: '1' } }] } } },
          ],
        },
      }),
    ];
    const body = JSON.stringify(otlpJson([{ ...base, attributes }])).replace(
      '"resourceSpans"',
      '"__proto__":{"polluted":1},"resourceSpans"',
    );
    const answer = await fetch(`${service.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(200);
    expect((await fetch(`${service.url}/api/sessions/proto`)).status).toBe(200);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('arguments ten thousand levels deep are stored, bounded', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const base = spanOf({ session: 'deep', at: 1, tool: 'deep', args: {}, result: deep });
    const attributes = [
      ...(base['attributes'] as unknown[]),
      { key: 'gen_ai.tool.call.arguments', value: { stringValue: `{"a":${deep}}` } },
    ];
    expect((await sendTo(service.url, [{ ...base, attributes }])).status).toBe(200);
    const { rows } = await db.pool.query<{ bytes: number }>(
      "SELECT length(args_copy) AS bytes FROM tool_calls WHERE session = 'deep'",
    );
    expect(rows[0]?.bytes).toBeLessThanOrEqual(4096 + 100);
  });
});

test('nothing of this was a fault of ours', () => {
  expect(service.logged).toEqual([]);
});
