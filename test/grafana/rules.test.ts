import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ToolCall } from '../../src/model/tool-call.js';
import { toFrame } from '../../src/panels/frame.js';
import { expandMacros } from '../../src/panels/macros.js';
import { saveFindings } from '../../src/store/findings.js';
import { at, day, store, type Told, told } from '../panels/story.js';
import { finding } from '../support/findings.js';
import { evaluate, type Instance } from './alert-semantics.js';
import { type FileRule, fileRules } from './reading.js';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;

function ruleOf(id: string): FileRule {
  const rule = fileRules().find(({ uid }) => uid === `refrain-${id}`);
  if (!rule) throw new Error(`no rule ${id}`);
  return rule;
}

let world: Told;
beforeAll(async () => {
  world = await told(async () => {});
});

/** The database with these rows in it and no others; cheaper than a clone for each case. */
async function holding(write: Write): Promise<number> {
  await world.owner.query(
    'TRUNCATE tool_calls, frames, findings, call_minutes, call_hours, duration_hours, signature_hours, pipeline_minutes',
  );
  const now = Date.now();
  await write(world.owner, now);
  return now;
}

/** What the rule says about the rows, asked by the read-only role as Grafana's scheduler asks. */
async function judged(rule: FileRule, now: number): Promise<readonly Instance[]> {
  const [query] = rule.data;
  if (!query) throw new Error('no query');
  const { model, relativeTimeRange } = query;
  const range = { fromMs: now - relativeTimeRange.from * 1000, toMs: now - relativeTimeRange.to * 1000 };
  const { sql } = expandMacros(model.rawSql, { range, intervalMs: 1_000 });
  const types = { getTypeParser: () => (text: string) => text };
  const result = await world.reader.query({ text: sql, rowMode: 'array', types });
  return evaluate(rule, toFrame(result, model.format));
}

type Write = (owner: pg.Pool, now: number) => Promise<unknown>;
const calls =
  (make: (now: number) => readonly ToolCall[]): Write =>
  (owner, now) =>
    store(owner, make(now), now);
const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

const DENIED = { code: 'permission_denied', category: 'permission', retryable: false } as const;
const TIMEOUT = { code: 'timeout', category: 'transient', retryable: true } as const;

/** Sessions that each send one call again and again after errors, all within a minute. */
const storm =
  (sessions: number, resends: number, minutesAgo = 1) =>
  (now: number) =>
    many(sessions, (s) =>
      many(resends + 1, (n) =>
        at(now, minutesAgo - n / 20, {
          ...TIMEOUT,
          tool: 'upstream',
          session: `s${s}`,
          agent: 'a',
          args: { s },
          takes: 0.5,
        }),
      ),
    ).flat();

/** Honest calls of a tool. */
const honest = (now: number, count: number, tool: string) =>
  many(count, (n) => at(now, 1 + n / 10, { tool, session: `ok${n}`, agent: 'a', args: { n } }));

/** The same question over and over, with the same answer. */
const loop = (now: number, repeats: number) =>
  many(repeats + 1, (n) =>
    at(now, 10 - n / 5, {
      tool: 'ask',
      session: 'loop',
      agent: 'a',
      args: { q: 1 },
      answer: { done: 1 },
      effect: 'action',
      takes: 0.5,
    }),
  );

/** Failures that no repeat can mend, repeated. */
const futile = (now: number, resends: number, corrected: boolean) =>
  many(resends + 1, (n) =>
    at(now, 10 - n / 2, {
      ...DENIED,
      tool: 'read',
      session: 'f',
      agent: 'a',
      args: { n: corrected ? n : 1 },
      effect: 'question',
      takes: 1,
    }),
  );

/** Searches that found nothing and say that they failed. */
const misreported = (now: number, count: number, code?: string) =>
  many(count, (n) =>
    at(now, 5 + n, {
      tool: 'search',
      session: `m${n}`,
      agent: 'a',
      args: { n },
      outcome: 'empty',
      reported: 'error',
      effect: 'question',
      ...(code ? { code, outcome: 'error' } : {}),
    }),
  );

const burst = (now: number, count: number, minutesAgo: number) =>
  many(count, (n) =>
    at(now, minutesAgo + n / 10, {
      ...TIMEOUT,
      tool: 'db',
      session: `b${n}`,
      agent: 'a',
      args: { n },
      signature: 'new thing',
    }),
  );

/** Series whose first call fails for some and succeeds at the second. */
const masked = (now: number, series: number, failing: number) =>
  many(series, (n) => {
    const of = { tool: 'flaky', session: `k${n}`, agent: 'a', args: { n }, takes: 0.2 };
    const second = at(now, 4.9, of);
    return n < failing ? [at(now, 5, { ...TIMEOUT, ...of }), second] : [second];
  }).flat();

const failures = (now: number, count: number, bare: number) =>
  many(count, (n) =>
    at(now, 20 + n / 10, {
      ...TIMEOUT,
      tool: 'odd',
      session: `u${n}`,
      agent: 'a',
      args: { n },
      category: n < bare ? undefined : 'transient',
    }),
  );

const refusals = (now: number, count: number) =>
  many(count, (n) =>
    at(now, 2 + n / 10, { ...DENIED, tool: 'read', session: `r${n}`, agent: 'a', args: { n }, guardRefused: true }),
  );

/** Traffic in this hour of the day before and the week before, and the last call some minutes ago. */
const usual = (now: number, lastMinutesAgo: number, week = 60) => {
  const hour = now - (now % (60 * MINUTE));
  const into = (daysAgo: number, n: number) => (now - hour) / MINUTE + daysAgo * DAY_MINUTES - n / 2;
  const past = (daysAgo: number, count: number) =>
    many(count, (n) => at(now, into(daysAgo, n), { tool: 'a', session: `p${daysAgo}-${n}`, args: { n } }));
  return [...past(1, 60), ...past(7, week), at(now, lastMinutesAgo, { tool: 'a', session: 'last' })];
};

/** rule, what happened, rows, labels of the instances that alert. */
const CASES: readonly (readonly [rule: string, what: string, write: Write, alerting: readonly string[]])[] = [
  ['retry-storm', 'five sessions resend 20 times in a minute', calls(storm(5, 4)), ['upstream']],
  ['retry-storm', 'four sessions do', calls(storm(4, 5)), []],
  ['retry-storm', 'it was half an hour ago', calls(storm(5, 4, 30)), []],
  [
    'retry-storm',
    'it is over',
    (owner, now) =>
      saveFindings(owner, [
        finding({
          detector: 'retry-storm',
          scope: 'tool',
          state: 'resolved',
          lastMs: now - MINUTE,
          data: { resends: 99 },
        }),
      ]),
    [],
  ],
  ['loop-rate', '10 of 40 calls are repeats', calls((now) => [...loop(now, 11), ...honest(now, 28, 'ask')]), ['ask']],
  ['loop-rate', '10 of 60 are', calls((now) => [...loop(now, 11), ...honest(now, 50, 'ask')]), []],
  ['loop-rate', 'one confused session of few calls', calls((now) => loop(now, 6)), []],
  ['non-retryable-retries', 'five futile resends', calls((now) => futile(now, 5, false)), ['read']],
  ['non-retryable-retries', 'four', calls((now) => futile(now, 4, false)), []],
  ['non-retryable-retries', 'each time with other arguments', calls((now) => futile(now, 8, true)), []],
  ['empty-misreported', 'five empty results told as failures', calls((now) => misreported(now, 5)), ['search']],
  ['empty-misreported', 'four', calls((now) => misreported(now, 4)), []],
  ['empty-misreported', 'nine declared as not found', calls((now) => misreported(now, 9, 'not_found')), []],
  ['new-error-signature', 'ten of a new kind', calls((now) => burst(now, 10, 5)), ['db']],
  ['new-error-signature', 'nine', calls((now) => burst(now, 9, 5)), []],
  [
    'new-error-signature',
    'of a kind known since three days',
    calls((now) => [...burst(now, 20, 5), ...burst(now, 1, 3 * DAY_MINUTES)]),
    [],
  ],
  [
    'new-error-signature',
    'last seen eight days ago',
    calls((now) => [...burst(now, 10, 5), ...burst(now, 1, 8 * DAY_MINUTES)]),
    ['db'],
  ],
  [
    'new-error-signature',
    'going on for 40 minutes',
    calls((now) => [...burst(now, 10, 5), ...burst(now, 10, 40)]),
    ['db'],
  ],
  ['new-error-signature', 'going on for two hours', calls((now) => [...burst(now, 10, 5), ...burst(now, 10, 120)]), []],
  ['masked-degradation', 'a third of 60 first calls fail', calls((now) => masked(now, 60, 20)), ['flaky']],
  ['masked-degradation', 'one in ten does', calls((now) => masked(now, 60, 6)), []],
  ['masked-degradation', 'of 40 series only', calls((now) => masked(now, 40, 20)), []],
  ['unclassified-share', '7 of 20 failures without category', calls((now) => failures(now, 20, 7)), ['odd']],
  ['unclassified-share', '6 of 20', calls((now) => failures(now, 20, 6)), []],
  ['unclassified-share', '19 of 19', calls((now) => failures(now, 19, 19)), []],
  ['guard-refusals', 'ten refusals', calls((now) => refusals(now, 10)), ['read']],
  ['guard-refusals', 'nine', calls((now) => refusals(now, 9)), []],
  [
    'ingest-stalled',
    'no call for 25 minutes, unlike yesterday and last week',
    calls((now) => usual(now, 25)),
    ['default'],
  ],
  ['ingest-stalled', 'the last call ten minutes ago', calls((now) => usual(now, 10)), []],
  ['ingest-stalled', 'it was quiet a week ago too', calls((now) => usual(now, 25, 5)), []],
];

describe('each rule fires on its pathology and is silent beside it', () => {
  test.each(CASES)('%s: %s', async (id, _, write, alerting) => {
    const now = await holding(write);
    const instances = await judged(ruleOf(id), now);
    expect(instances.filter(({ state }) => state === 'Error')).toEqual([]);
    const firing = instances.filter(({ state }) => state === 'Alerting');
    expect(firing.map(({ labels }) => labels.tool ?? labels.project)).toEqual(alerting);
  });
});

describe('what is in good order is listed, so that an alert is resolved by a value', () => {
  test.each(['loop-rate', 'non-retryable-retries', 'empty-misreported', 'unclassified-share', 'guard-refusals'])(
    '%s',
    async (id) => {
      const now = await holding(calls((at) => honest(at, 3, "it's fine")));
      expect(await judged(ruleOf(id), now)).toEqual([
        { labels: { project: 'default', tool: "it's fine" }, state: 'Normal' },
      ]);
    },
  );
});

describe('an empty database', () => {
  test.each(fileRules())('$uid', async (rule) => {
    const now = await holding(async () => {});
    const states = (await judged(rule, now)).map(({ state }) => state);
    expect(states).toEqual([rule.uid === 'refrain-ingest-stalled' ? 'Alerting' : 'Normal']);
  });
});

test('no rule errs on a day with quotes, missing agents and withdrawn findings in it', async () => {
  const now = await holding(async (owner, at) => {
    await day(owner, at);
    await saveFindings(owner, [finding({ id: 'gone', state: 'withdrawn', lastMs: at })]);
  });
  for (const rule of fileRules()) {
    const states = (await judged(rule, now)).map(({ state }) => state);
    expect(
      states.filter((state) => state === 'Error'),
      rule.uid,
    ).toEqual([]);
  }
});

test('what cannot be asked is an error of the rule, not silence', () => {
  for (const rule of fileRules())
    expect(evaluate(rule, new Error('statement timeout')).map(({ state }) => state)).toEqual(['Error']);
});
