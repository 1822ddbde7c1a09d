// Checks a running deployment from outside: waits for health, sends a small story, asks Grafana every query of every dashboard, looks at the
// health of every rule, prints a table and exits non-zero when anything failed. Needs Node 20 and nothing else.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = join(dirname(fileURLToPath(import.meta.url)), '..');
const dotEnv = existsSync(join(top, '.env')) ? readFileSync(join(top, '.env'), 'utf8') : '';
const setting = (name, otherwise) =>
  process.env[name] ?? new RegExp(`^${name}=(.*)$`, 'm').exec(dotEnv)?.[1] ?? otherwise;

const refrain = setting('REFRAIN_URL', `http://127.0.0.1:${setting('REFRAIN_HTTP_PORT', '4318')}`);
const grafana = setting('GRAFANA_URL', `http://127.0.0.1:${setting('GRAFANA_PORT', '3000')}`);
const patienceMs = Number(setting('SMOKE_PATIENCE_SECONDS', '180')) * 1000;
const settleMs = Number(setting('SMOKE_SETTLE_SECONDS', '3')) * 1000;
const password = setting('GRAFANA_ADMIN_PASSWORD', '');
const headers = {
  authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
  'content-type': 'application/json',
};

const rows = [];
const note = (what, where, ok, detail) => rows.push({ what, where, ok, detail });

async function api(path, body) {
  const answer = await fetch(`${grafana}${path}`, {
    headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok && !path.startsWith('/api/ds/query')) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

async function until(what, probe) {
  const end = Date.now() + patienceMs;
  for (;;) {
    const last = await probe().catch((error) => String(error.cause?.code ?? error.message));
    if (last === true) return note('health', what, true, 'answers');
    if (Date.now() > end) return note('health', what, false, String(last));
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

const ready = (url) => async () => {
  const answer = await fetch(url);
  return answer.ok || `status ${answer.status}`;
};

const attribute = (key, value) => ({ key, value: typeof value === 'string' ? { stringValue: value } : { boolValue: value } });

/** A conversation in which an agent asks five times for what it may not have, and searches twice for what is not there. */
function story() {
  const traceId = randomBytes(16).toString('hex');
  const root = randomBytes(8).toString('hex');
  const began = Date.now() - 60_000;
  const nanos = (ms) => `${BigInt(Math.round(ms)) * 1_000_000n}`;
  const span = (at, tool, asked, answer, failed) => ({
    traceId,
    spanId: randomBytes(8).toString('hex'),
    parentSpanId: root,
    name: `execute_tool ${tool}`,
    kind: 1,
    startTimeUnixNano: nanos(began + at * 1000),
    endTimeUnixNano: nanos(began + at * 1000 + 700),
    attributes: [
      attribute('gen_ai.operation.name', 'execute_tool'),
      attribute('gen_ai.tool.name', tool),
      attribute('gen_ai.agent.name', 'smoke'),
      attribute('gen_ai.conversation.id', `smoke-${traceId.slice(0, 8)}`),
      attribute('gen_ai.tool.call.arguments', JSON.stringify(asked)),
      attribute('gen_ai.tool.call.result', JSON.stringify(answer)),
      ...(failed ? [attribute('errorCategory', 'permission'), attribute('isRetryable', false)] : []),
    ],
    status: failed ? { code: 2, message: 'Error permission_denied: not yours' } : {},
  });
  const denied = [0, 4, 8, 12, 16].map((at) =>
    span(at, 'read_invoice', { id: 'A-1' }, { isError: true, message: 'permission_denied' }, true),
  );
  const nothing = [20, 24].map((at) => span(at, 'search_orders', { customer: 'nobody' }, { orders: [] }, false));
  const spans = [...denied, ...nothing];
  const agent = {
    traceId,
    spanId: root,
    name: 'invoke_agent smoke',
    kind: 1,
    startTimeUnixNano: nanos(began),
    endTimeUnixNano: nanos(began + 26_000),
    attributes: [attribute('gen_ai.operation.name', 'invoke_agent'), attribute('gen_ai.agent.name', 'smoke')],
    status: {},
  };
  const resource = { attributes: [attribute('service.name', 'smoke')] };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'smoke' }, spans: [...spans, agent] }] }] };
}

async function sendStory() {
  const answer = await fetch(`${refrain}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(story()),
  });
  note('ingest', 'POST /v1/traces', answer.ok, `status ${answer.status}`);
  await new Promise((resolve) => setTimeout(resolve, settleMs));
}

/** What a query looks like with every choice at its default. */
function chosen(sql, variables) {
  return variables.reduce((text, { name, allValue }) => {
    const value = allValue ?? '';
    return text.replaceAll(new RegExp(`\\$\\{?${name}\\b\\}?`, 'g'), () => value);
  }, sql);
}

async function ask(where, target, variables) {
  const query = {
    ...target,
    rawSql: chosen(target.rawSql, variables),
    intervalMs: 60_000,
    maxDataPoints: 1000,
  };
  const now = Date.now();
  const answer = await api('/api/ds/query', { from: `${now - 3_600_000}`, to: `${now}`, queries: [query] });
  const result = answer.results?.[target.refId];
  const error = result?.error ?? (result ? undefined : JSON.stringify(answer).slice(0, 200));
  const count = (result?.frames ?? []).reduce((sum, frame) => sum + (frame.data?.values?.[0]?.length ?? 0), 0);
  note('query', where, error === undefined, error ?? `${count} rows`);
  return error === undefined ? count : 0;
}

async function checkDashboard(uid) {
  const { dashboard } = await api(`/api/dashboards/uid/${uid}`);
  const variables = dashboard.templating.list;
  let seen = 0;
  for (const panel of dashboard.panels)
    for (const target of panel.targets ?? [])
      seen += await ask(`${uid} / ${panel.title} / ${target.refId}`, target, variables);
  for (const { name, query, type, datasource } of variables)
    if (type === 'query')
      await ask(`${uid} / variable ${name}`, { refId: 'V', datasource, rawSql: query, format: 'table', rawQuery: true }, variables);
  for (const { name, target } of dashboard.annotations.list)
    if (target?.rawSql) await ask(`${uid} / annotation ${name}`, target, variables);
  note('dashboard', uid, seen > 0, `${seen} rows in all`);
}

async function checkRules() {
  const end = Date.now() + patienceMs;
  for (;;) {
    const { data } = await api('/api/prometheus/grafana/api/v1/rules');
    const rules = data.groups.flatMap((group) => group.rules).filter(({ labels }) => labels?.service === 'refrain');
    const waiting = rules.length === 0 || rules.some(({ health }) => health === 'unknown' || health === '');
    if (!waiting || Date.now() > end) return noteRules(rules);
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

function noteRules(rules) {
  if (rules.length === 0) note('rule', 'all', false, 'Grafana knows no rule of Refrain');
  for (const { name, health, lastError, state } of rules)
    note('rule', name, health === 'ok' || health === 'nodata', lastError || `${health}, ${state}`);
}

async function checkGrafana() {
  const health = await api('/api/datasources/uid/refrain-postgres/health');
  note('data source', 'refrain-postgres', health.status === 'OK', health.message);
  const found = await api('/api/search?tag=refrain&type=dash-db');
  const expected = readdir();
  const missing = expected.filter((uid) => !found.some((one) => one.uid === uid));
  for (const uid of missing) note('dashboard', uid, false, 'is not in Grafana');
  for (const uid of expected.filter((one) => !missing.includes(one))) await checkDashboard(uid);
  await checkRules();
}

function readdir() {
  return ['overview', 'tool', 'agent', 'signature', 'session', 'score-card', 'pipeline'].map((page) => `refrain-${page}`);
}

function print() {
  const widths = ['what', 'where'].map((key) => Math.max(...rows.map((row) => row[key].length)));
  for (const { what, where, ok, detail } of rows)
    console.log(`${ok ? 'ok  ' : 'FAIL'}  ${what.padEnd(widths[0])}  ${where.padEnd(widths[1])}  ${detail}`);
  const failed = rows.filter(({ ok }) => !ok).length;
  console.log(`${rows.length} checks, ${failed} failed`);
  return failed;
}

await until('Refrain', ready(`${refrain}/readyz`));
await until('Grafana', ready(`${grafana}/api/health`));
if (rows.every(({ ok }) => ok)) {
  await sendStory();
  await checkGrafana().catch((error) => note('Grafana', 'API', false, error.message));
}
process.exitCode = print() > 0 ? 1 : 0;
