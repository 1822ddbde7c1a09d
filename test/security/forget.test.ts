import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetCommand } from '../../src/commands/forget.js';
import { forget } from '../../src/store/forget.js';
import { eventually, sendTo, startOn, type TestService } from '../support/locked.js';
import { type JsonSpan, spanOf } from '../support/otlp-story.js';
import { type TestDatabase, testDatabase } from '../support/postgres.js';

let db: TestDatabase;
let service: TestService;

beforeAll(async () => {
  db = await testDatabase();
  service = await startOn(db);
});
afterAll(() => service.close());

const lost = (session: string, times: readonly number[], user?: string): JsonSpan[] =>
  times.map((at) => {
    const span = spanOf({
      session,
      at,
      tool: 'read_file',
      args: { path: '/x' },
      error: { type: 'ENOENT', text: `ENOENT: no such file for ${session}` },
    });
    if (user === undefined) return span;
    return {
      ...span,
      attributes: [...(span['attributes'] as unknown[]), { key: 'user.id', value: { stringValue: user } }],
    };
  });

const findings = async (session: string): Promise<{ call_count: number; calls: string[] }[]> =>
  (await (await fetch(`${service.url}/api/findings?session=${session}`)).json()).findings;

/** Rows of every table that mention a text. */
async function mentions(text: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relispartition",
  );
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const { rowCount } = await db.pool.query(`SELECT FROM ${name} AS one WHERE one::text LIKE $1`, [`%${text}%`]);
      return (rowCount ?? 0) > 0 ? [name] : [];
    }),
  );
  return found.flat();
}

/** Counts by tool and outcome in the rollups, and the same counted from the rows. */
async function counts(): Promise<[unknown, unknown]> {
  const kept = await db.pool.query(
    'SELECT tool, outcome, sum(calls)::int AS calls FROM call_minutes GROUP BY 1, 2 HAVING sum(calls) <> 0 ORDER BY 1, 2',
  );
  const raw = await db.pool.query(
    'SELECT tool, outcome, count(*)::int AS calls FROM tool_calls WHERE part_of IS NULL GROUP BY 1, 2 ORDER BY 1, 2',
  );
  return [kept.rows, raw.rows];
}

describe('forgetting', () => {
  test('a session: calls, findings and counts go, the rest stays', async () => {
    await sendTo(service.url, [...lost('gone', [0, 2, 4]), ...lost('stays', [0, 2, 4])]);
    await eventually(
      () => findings('gone'),
      (found) => found.length >= 2,
    );
    await eventually(
      () => findings('stays'),
      (found) => found.length >= 2,
    );
    expect(await mentions('gone')).toContain('tool_calls');
    expect(await forgetCommand({ DATABASE_URL: db.url }, { project: 'default', session: 'gone' })).toBe(0);
    expect((await fetch(`${service.url}/api/sessions/gone`)).status).toBe(404);
    expect(await findings('gone')).toEqual([]);
    expect((await findings('stays')).length).toBeGreaterThanOrEqual(2);
    expect((await mentions('gone')).filter((name) => !name.endsWith('_hours') && !name.endsWith('_minutes'))).toEqual(
      [],
    );
    const [kept, raw] = await counts();
    expect(kept).toEqual(raw);
  });

  test('what the watcher remembered of it comes back neither by itself nor with its next call', async () => {
    await sendTo(service.url, lost('again', [0, 2, 4]));
    const before = await eventually(
      () => findings('again'),
      (found) => found.length >= 2,
    );
    const old = before.flatMap(({ calls }) => calls);
    await forgetCommand({ DATABASE_URL: db.url }, { project: 'default', session: 'again' });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await findings('again')).toEqual([]);
    await sendTo(service.url, lost('again', [6, 8]));
    const after = await eventually(
      () => findings('again'),
      (found) => found.length > 0,
    );
    expect(after.flatMap(({ calls }) => calls).filter((call) => old.includes(call))).toEqual([]);
    expect(after[0]?.call_count).toBe(2);
  });

  test('a user: every session in which the user appears, in this project only', async () => {
    await sendTo(service.url, [
      ...lost('ann-1', [0, 2], 'ann'),
      ...lost('ann-2', [0, 2], 'ann'),
      ...lost('bob-1', [0, 2], 'bob'),
    ]);
    expect(await forget(db.pool, 'other', { user: 'ann' })).toMatchObject({ sessions: 0, calls: 0 });
    expect(await forget(db.pool, 'default', { user: 'ann' })).toMatchObject({ sessions: 2, calls: 4 });
    const { rows } = await db.pool.query(
      "SELECT DISTINCT session FROM tool_calls WHERE session LIKE 'ann%' OR session LIKE 'bob%'",
    );
    expect(rows).toEqual([{ session: 'bob-1' }]);
    const [kept, raw] = await counts();
    expect(kept).toEqual(raw);
  });

  test.each(["' OR '1'='1", '%', 'nobody'])('%s is nobody', async (name) => {
    expect(await forgetCommand({ DATABASE_URL: db.url }, { project: 'default', session: name })).toBe(1);
    expect(await forgetCommand({ DATABASE_URL: db.url }, { project: 'default', user: name })).toBe(1);
    expect((await findings('stays')).length).toBeGreaterThanOrEqual(2);
  });

  test('nothing named is a sentence', async () => {
    await expect(forgetCommand({ DATABASE_URL: db.url }, { project: 'default' })).rejects.toThrow(
      '--session or --user',
    );
  });
});
