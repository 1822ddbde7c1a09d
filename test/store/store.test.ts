import { getTableConfig } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { CALL_COLUMNS } from '../../src/store/call-columns.js';
import {
  FINDING_COLUMNS,
  findingsOfSessions,
  queryFindings,
  saveFindings,
  withdrawFindings,
} from '../../src/store/findings.js';
import { FRAME_COLUMNS } from '../../src/store/frame-columns.js';
import * as schema from '../../src/store/schema.js';
import * as rollups from '../../src/store/schema-rollups.js';
import { loadSession, loadTraces, saveDerived } from '../../src/store/trace-rows.js';
import { createWriter, type Writer } from '../../src/store/writer.js';
import { call, failed } from '../support/calls.js';
import { finding } from '../support/findings.js';
import { type TestDatabase, testDatabase } from '../support/postgres.js';

let db: TestDatabase;
let writer: Writer;

beforeAll(async () => {
  db = await testDatabase();
  writer = createWriter({ pool: db.pool, queueBytes: 1e6, now: Date.now, log: () => {}, onCommit: () => {} });
});

const rows = (calls: ReturnType<typeof call>[]) => ({ project: 'default', bytes: 100, calls, frames: [], notes: [] });

async function count(sql: string, values: unknown[] = []): Promise<number> {
  const { rows: found } = await db.pool.query<{ n: string }>(sql, values);
  return Number(found[0]?.n);
}

/** Rollups against the raw rows, both directions; empty means equal. */
const DRIFT = `
  WITH raw AS (
    SELECT project, date_trunc('minute', started_at, 'UTC') AS minute, tool, coalesce(agent, '') AS agent, outcome, coalesce(category, '') AS category, count(*) AS calls
    FROM tool_calls WHERE part_of IS NULL GROUP BY 1, 2, 3, 4, 5, 6
  ), kept AS (
    SELECT project, minute, tool, agent, outcome, category, sum(calls) AS calls FROM call_minutes GROUP BY 1, 2, 3, 4, 5, 6
  )
  SELECT count(*) AS n FROM raw FULL JOIN kept USING (project, minute, tool, agent, outcome, category) WHERE raw.calls IS DISTINCT FROM kept.calls`;

describe('columns', () => {
  test.each(Object.entries({ ...schema, ...rollups }))(
    'the drizzle schema of %s is the table of the migrations',
    async (_name, table) => {
      const { name, columns } = getTableConfig(table);
      const { rows: found } = await db.pool.query<{ column_name: string; data_type: string; is_nullable: string }>(
        'SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = $1',
        [name],
      );
      const words = columns.map((column) => [
        column.name,
        column.getSQLType().endsWith('[]') ? 'ARRAY' : column.getSQLType(),
        column.notNull ? 'NO' : 'YES',
      ]);
      expect(
        found.map((row) => [row.column_name, row.data_type.replace('xid8', 'text'), row.is_nullable]).sort(),
      ).toEqual(words.sort());
    },
  );

  test.each([
    ['tool_calls', CALL_COLUMNS.map(({ name }) => name), ['received_at']],
    ['frames', FRAME_COLUMNS.map(({ name }) => name), ['received_at']],
    ['findings', FINDING_COLUMNS.map(({ name }) => name), ['found_at', 'updated_at', 'revision']],
  ])('%s has exactly the columns of the code, and those that Postgres fills', async (table, names, own) => {
    const { rows: found } = await db.pool.query<{ column_name: string }>(
      'SELECT column_name FROM information_schema.columns WHERE table_name = $1',
      [table],
    );
    expect(found.map(({ column_name }) => column_name).sort()).toEqual([...names, ...own].sort());
  });
});

describe('writing', () => {
  test('a call comes back as it went in, to the microsecond', async () => {
    const one = failed('timeout', {
      spanId: '00000000000000aa',
      traceId: 'b'.repeat(32),
      retryAfterMs: 1500.25,
      claims: [{ source: 'declared', rule: 'x', failed: true }],
      traits: ['shell', 'texts'],
      at: 0.123456,
    });
    await writer.write(rows([one]));
    expect((await loadTraces(db.pool, 'default', ['b'.repeat(32)])).calls).toEqual([one]);
  });

  test('the same request twice changes nothing, the rollups included', async () => {
    const request = rows([call({ session: 'twice' }), call({ session: 'twice' })]);
    await writer.write(request);
    await writer.write(request);
    expect((await loadSession(db.pool, 'default', 'twice')).calls).toHaveLength(2);
    expect(await count(DRIFT)).toBe(0);
  });

  test('a row that Postgres refuses loses none of its neighbours', async () => {
    const bad = call({ session: 'bad', attemptsInside: 2 ** 40 });
    await writer.write(rows([call({ session: 'bad' }), bad, call({ session: 'bad' })]));
    expect((await loadSession(db.pool, 'default', 'bad')).calls).toHaveLength(2);
  });

  test('derived fields are written back and the rollups follow', async () => {
    const inner = call({ session: 'derived', tool: 'inner' });
    const outer = call({ session: 'derived', tool: 'outer', traceId: inner.traceId });
    await writer.write(rows([inner, outer]));
    await saveDerived(db.pool, [
      { ...inner, partOf: outer.spanId },
      { ...outer, agent: 'other', outcome: 'error', category: 'business' },
    ]);
    expect(await count("SELECT coalesce(sum(calls), 0) AS n FROM call_minutes WHERE tool = 'inner'")).toBe(0);
    expect(
      await count(
        "SELECT sum(calls) AS n FROM call_minutes WHERE tool = 'outer' AND agent = 'other' AND category = 'business'",
      ),
    ).toBe(1);
    expect(await count(DRIFT)).toBe(0);
  });

  test('a full queue refuses with a wait and takes nothing', async () => {
    const small = createWriter({ pool: db.pool, queueBytes: 150, now: Date.now, log: () => {}, onCommit: () => {} });
    const first = small.write(rows([call({ session: 'full' })]));
    await expect(small.write(rows([call({ session: 'full' })]))).rejects.toMatchObject({
      code: 'busy',
      retryAfterSeconds: 2,
    });
    await first;
    expect((await loadSession(db.pool, 'default', 'full')).calls).toHaveLength(1);
  });

  test('old, coming and absurd times are all kept', async () => {
    const times = [Date.UTC(1990, 0, 1), Date.now() - 5 * 86_400_000, Date.now() + 86_400_000, Date.UTC(2200, 0, 1)];
    await writer.write(rows(times.map((startedMs) => call({ session: 'times', startedMs, endedMs: startedMs + 1 }))));
    expect((await loadSession(db.pool, 'default', 'times')).calls.map(({ startedMs }) => startedMs)).toEqual(times);
  });
});

describe('findings', () => {
  const filter = {
    project: 'default',
    detector: undefined,
    tool: undefined,
    session: 'found',
    severity: undefined,
    state: undefined,
    sinceMs: undefined,
    limit: 2,
    cursor: undefined,
  };

  test('the same finding again gets no new revision, a changed one does', async () => {
    const one = finding({ id: 'f1', session: 'found' });
    const revision = () => count("SELECT revision AS n FROM findings WHERE id = 'f1'");
    await saveFindings(db.pool, [one]);
    const before = await revision();
    await saveFindings(db.pool, [one]);
    expect(await revision()).toBe(before);
    await saveFindings(db.pool, [{ ...one, callCount: 9 }]);
    expect(await revision()).toBeGreaterThan(before);
    expect(await findingsOfSessions(db.pool, 'default', ['found'])).toEqual([{ ...one, callCount: 9 }]);
  });

  test('pages give every finding once, latest first', async () => {
    await saveFindings(
      db.pool,
      [2, 3, 4, 5].map((n) => finding({ id: `f${n}`, session: 'found', lastMs: 1_767_225_600_000 + (n >> 1) * 1000 })),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await queryFindings(db.pool, { ...filter, cursor });
      seen.push(...page.findings.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(seen).toEqual(['f1', 'f5', 'f4', 'f3', 'f2']);
  });

  test('a withdrawn finding is shown only to who asks for it', async () => {
    await withdrawFindings(db.pool, 'default', ['f5']);
    expect((await queryFindings(db.pool, { ...filter, limit: 100 })).findings.map(({ id }) => id)).not.toContain('f5');
    expect((await queryFindings(db.pool, { ...filter, state: 'withdrawn' })).findings.map(({ id }) => id)).toEqual([
      'f5',
    ]);
  });
});
