import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Alerter, addressOf, type Receiver } from '../../src/alerts/alerter.js';
import { alertsOf, linksUnder, webhookBody } from '../../src/alerts/payload.js';
import { judgeStatus, post, readRetryAfter } from '../../src/alerts/send.js';
import { openAlertStore } from '../../src/store/alert-store.js';
import { saveFindings, withdrawFindings } from '../../src/store/findings.js';
import { finding } from '../support/findings.js';
import { type TestDatabase, testDatabase } from '../support/postgres.js';

const NOW = 1_767_225_700_000;

describe('deliveries', () => {
  test.each([
    [200, null, { result: 'sent' }],
    [204, null, { result: 'sent' }],
    [301, null, { result: 'drop', why: 'status 301' }],
    [400, null, { result: 'drop', why: 'status 400' }],
    [401, null, { result: 'drop', why: 'status 401' }],
    [408, null, { result: 'wait', afterMs: undefined, why: 'status 408' }],
    [429, '7', { result: 'wait', afterMs: 7000, why: 'status 429' }],
    [500, null, { result: 'wait', afterMs: undefined, why: 'status 500' }],
    [503, 'soon', { result: 'wait', afterMs: undefined, why: 'status 503' }],
  ])('status %d with Retry-After %s', (status, after, delivery) =>
    expect(judgeStatus(status, after, NOW)).toEqual(delivery),
  );

  test('Retry-After as a date counts from now, and never backwards', () => {
    expect(readRetryAfter(new Date(NOW + 5000).toUTCString(), NOW)).toBe(5000);
    expect(readRetryAfter(new Date(NOW - 5000).toUTCString(), NOW)).toBe(0);
  });

  test('a failure names neither address nor body', async () => {
    const delivery = await post('http://user:secret@127.0.0.1:9/hook', 'private', NOW);
    expect(JSON.stringify(delivery)).not.toMatch(/secret|private|127/);
    expect(delivery.result).toBe('wait');
  });
});

describe('payloads', () => {
  const linkTo = linksUnder('http://refrain.example/');

  test('links lead to the session, or to the tool where there is none', () => {
    expect(linkTo(finding({ session: 'a/b' }))).toBe('http://refrain.example/sessions/a%2Fb');
    expect(linkTo(finding({ session: undefined, tool: 'x y' }))).toBe('http://refrain.example/findings?tool=x%20y');
    expect(linksUnder(undefined)(finding())).toBeUndefined();
  });

  test('an update is the same alert: labels carry neither counts nor times', () => {
    const [before] = alertsOf([finding({ callCount: 3 })], linkTo, NOW);
    const [after] = alertsOf([finding({ callCount: 9, lastMs: NOW })], linkTo, NOW + 60_000);
    expect(after?.labels).toEqual(before?.labels);
  });

  test.each([
    ['open', 'firing', true],
    ['resolved', 'resolved', false],
    ['withdrawn', 'resolved', false],
  ] as const)('a finding that is %s is %s', (state, status, isFiring) => {
    const one = finding({ state });
    expect(JSON.parse(webhookBody([one], linkTo)).findings[0].status).toBe(status);
    expect(Date.parse(alertsOf([one], linkTo, NOW)[0]?.endsAt ?? '') > NOW).toBe(isFiring);
  });

  test('Alertmanager is called under its own path, once', () => {
    const at = (url: string) => addressOf({ name: 'alertmanager', url });
    expect([at('http://a:9093'), at('http://a:9093/'), at('http://a:9093/api/v2/alerts')]).toEqual(
      Array(3).fill('http://a:9093/api/v2/alerts'),
    );
  });
});

describe('the alerter', () => {
  let db: TestDatabase;
  let server: Server;
  let answers: { status: number; headers?: Record<string, string> }[];
  let bodies: { findings: { id: string; status: string }[] }[];
  let receiver: Receiver;
  let alerter: Alerter | undefined;
  let nowMs = NOW;

  beforeAll(async () => {
    db = await testDatabase();
  });
  beforeEach(async () => {
    await db.pool.query("DELETE FROM findings; DELETE FROM meta WHERE key LIKE 'alerted_%'");
    answers = [];
    bodies = [];
    nowMs = NOW;
    server = createServer(async (request: IncomingMessage, response) => {
      const answer = answers.shift() ?? { status: 200 };
      const body = (await json(request)) as (typeof bodies)[0];
      if (answer.status === 200) bodies.push(body);
      response.writeHead(answer.status, answer.headers).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    receiver = { name: 'webhook', url: `http://127.0.0.1:${(server.address() as { port: number }).port}/` };
  });
  afterEach(async () => {
    await alerter?.close();
    alerter = undefined;
    server.close();
  });

  const recent = (id: string, words = {}) => finding({ id, lastMs: NOW - 1000, ...words });

  function start(isLeading = true): void {
    alerter = new Alerter({
      store: openAlertStore(db.pool),
      receivers: [receiver],
      linkTo: linksUnder(undefined),
      now: () => nowMs,
      log: () => {},
      isLeading: () => isLeading,
      silent: new Set(['needless-escalation']),
    });
  }

  /** Starts from the beginning of time, as after a first delivery long ago. */
  const begin = () => openAlertStore(db.pool).saveCursor('webhook', 0n);
  const sent = () => bodies.flatMap(({ findings }) => findings.map(({ id, status }) => `${id} ${status}`));

  async function until(test: () => boolean): Promise<void> {
    const deadline = Date.now() + 8000;
    while (!test() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const rest = () => new Promise((resolve) => setTimeout(resolve, 600));

  test('each finding goes out once; one that only grew again after a minute', async () => {
    await begin();
    await saveFindings(db.pool, [recent('a')]);
    start();
    await until(() => sent().length === 1);
    await saveFindings(db.pool, [recent('a', { callCount: 7 }), recent('b')]);
    await until(() => sent().length === 2);
    await rest();
    expect(sent()).toEqual(['a firing', 'b firing']);
    nowMs = NOW + 61_000;
    await saveFindings(db.pool, [recent('a', { callCount: 8 })]);
    await until(() => sent().length === 3);
    expect(sent()).toEqual(['a firing', 'b firing', 'a firing']);
  });

  test('a withdrawn finding goes out as resolved', async () => {
    await begin();
    await saveFindings(db.pool, [recent('a')]);
    start();
    await until(() => sent().length === 1);
    await withdrawFindings(db.pool, 'default', ['a']);
    await until(() => sent().length === 2);
    expect(sent()).toEqual(['a firing', 'a resolved']);
  });

  test('late data, notes and experimental detectors page nobody', async () => {
    await begin();
    await saveFindings(db.pool, [
      recent('late', { lastMs: NOW - 11 * 60_000 }),
      recent('note', { severity: 'info' }),
      recent('trial', { detector: 'needless-escalation' }),
      recent('real'),
    ]);
    start();
    await until(() => sent().length > 0);
    await rest();
    expect(sent()).toEqual(['real firing']);
  });

  test('a receiver in trouble gets it later, after the wait it stated, and nothing twice', async () => {
    await begin();
    answers = [{ status: 429, headers: { 'retry-after': '1' } }, { status: 200 }];
    await saveFindings(db.pool, [recent('a')]);
    const started = Date.now();
    start();
    await until(() => sent().length === 1);
    expect(Date.now() - started).toBeGreaterThanOrEqual(1000);
    await rest();
    expect(sent()).toEqual(['a firing']);
  });

  test('a receiver that refuses for good does not hold up what follows', async () => {
    await begin();
    answers = [{ status: 400 }];
    await saveFindings(db.pool, [recent('a')]);
    start();
    await until(() => answers.length === 0);
    await saveFindings(db.pool, [recent('b')]);
    await until(() => sent().length === 1);
    expect(sent()).toEqual(['b firing']);
  });

  test('after a restart it goes on where it was', async () => {
    await begin();
    await saveFindings(db.pool, [recent('a')]);
    start();
    await until(() => sent().length === 1);
    await alerter?.close();
    await saveFindings(db.pool, [recent('b')]);
    start();
    await until(() => sent().length === 2);
    await rest();
    expect(sent()).toEqual(['a firing', 'b firing']);
  });

  test('a new receiver is not flooded with history, and a process that does not lead sends nothing', async () => {
    await saveFindings(db.pool, [recent('old')]);
    start();
    await rest();
    expect(sent()).toEqual([]);
    await alerter?.close();
    await saveFindings(db.pool, [recent('new')]);
    start(false);
    await rest();
    expect(sent()).toEqual([]);
  });
});
