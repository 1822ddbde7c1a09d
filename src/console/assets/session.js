import { getJson, linkTo } from './data.js';
import { fill, h } from './dom.js';
import { article } from './findings.js';
import { duration, time } from './format.js';

const PAGE = { since: 'now-24h', choices: [] };
/** Beyond this the timeline is a blur; the table below goes on. */
const DRAWN = 1000;

/** One conversation: findings on top, calls by agent and tool over time, attempts side by side. */
export function sessionPage(main, words, id, signal) {
  fill(main, h('h1', {}, 'Session'), h('p', { class: 'purpose' }, id), h('p', { class: 'nothing' }, '…'));
  let last = '';
  async function load() {
    const session = await getJson(`/api/sessions/${encodeURIComponent(id)}`, signal);
    const text = JSON.stringify(session);
    if (text === last || signal.aborted) return;
    last = text;
    const series = groupSeries(session.calls);
    const proof = new Map(session.findings.flatMap((finding) => finding.calls.map((call) => [call, finding])));
    fill(
      main,
      h('h1', {}, 'Session'),
      h('p', { class: 'purpose' }, summary(session)),
      session.findings.length === 0
        ? h('p', { class: 'nothing' }, 'Nothing was found wrong in this session')
        : session.findings.map((row) => article(row, words)),
      h('h2', {}, 'Calls over time'),
      timeline(session.calls, proof),
      h('h2', {}, 'What was sent again'),
      resends(series),
      h('h2', {}, 'Every call'),
      callTable(session.calls, proof),
    );
  }
  return { page: PAGE, load };
}

function summary({ session, calls }) {
  const errors = calls.filter(({ outcome }) => outcome === 'error').length;
  const agents = [...new Set(calls.map(({ agent }) => agent ?? '(none)'))].join(', ');
  const took =
    calls.length > 0
      ? (Date.parse(calls.at(-1).ended ?? calls.at(-1).started) - Date.parse(calls[0].started)) / 1000
      : 0;
  return `${session} · ${calls.length} calls, ${errors} failed · ${agents} · ${duration(Math.max(0, took))}${calls[0] ? ` · from ${time(Date.parse(calls[0].started))}` : ''}`;
}

/** Calls with the same agent, tool and arguments, in order of start. */
function groupSeries(calls) {
  const groups = new Map();
  for (const call of calls) {
    if (call.arguments_hash === null) continue;
    const key = JSON.stringify([call.agent_instance, call.tool, call.arguments_hash]);
    groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  return [...groups.values()].filter((series) => series.length > 1);
}

function timeline(calls, proof) {
  const drawn = calls.slice(0, DRAWN);
  if (drawn.length === 0) return h('p', { class: 'nothing' }, 'No calls');
  const start = Date.parse(drawn[0].started);
  const end = Math.max(start + 1, ...drawn.map((call) => Date.parse(call.ended ?? call.started)));
  const x = (text) => ((Date.parse(text) - start) / (end - start)) * 1000;
  const lanes = [...new Set(drawn.map(laneOf))];
  const y = (call) => 24 + lanes.indexOf(laneOf(call)) * 30;
  const height = 24 + lanes.length * 30 + 10;
  const bySeries = groupSeries(drawn);
  return h(
    'div',
    { class: 'scroll timeline', tabindex: 0, role: 'region', 'aria-label': 'Calls over time' },
    h(
      'div',
      { class: 'labels' },
      lanes.map((lane) => h('span', { title: lane }, lane)),
    ),
    h(
      'svg',
      {
        viewBox: `0 0 1000 ${height}`,
        preserveAspectRatio: 'none',
        style: { height: `${height}px` },
        role: 'img',
        'aria-label': `${drawn.length} calls of ${lanes.length} tools`,
      },
      bySeries.flatMap((series) =>
        series.slice(1).map((call, i) =>
          h(
            'path',
            {
              class: 'resend',
              d: `M ${x(series[i].ended ?? series[i].started)} ${y(series[i]) + 9} Q ${(x(series[i].ended ?? series[i].started) + x(call.started)) / 2} ${y(call) - 12} ${x(call.started)} ${y(call) + 9}`,
            },
            h('title', {}, 'sent again'),
          ),
        ),
      ),
      drawn
        .filter((call) => call.retry_after_seconds !== null && call.ended)
        .map((call) =>
          h(
            'rect',
            {
              class: 'wait',
              x: x(call.ended),
              y: y(call) + 4,
              width: Math.max(1, (call.retry_after_seconds * 1000 * 1000) / (end - start)),
              height: 10,
            },
            h('title', {}, `asked to wait ${duration(call.retry_after_seconds)}`),
          ),
        ),
      drawn.map((call) =>
        h(
          'rect',
          {
            class: `call state-${call.guard_refused ? 'refused' : call.outcome}${proof.has(call.call) ? ' proof' : ''}`,
            x: x(call.started),
            y: y(call),
            width: Math.max(3, x(call.ended ?? call.started) - x(call.started)),
            height: 18,
          },
          h('title', {}, `${call.tool} ${call.outcome} ${call.code ?? ''} ${time(Date.parse(call.started))}`),
        ),
      ),
    ),
    calls.length > DRAWN && h('p', {}, `the first ${DRAWN} of ${calls.length} calls`),
  );
}

function laneOf({ agent, tool }) {
  return `${agent ?? ''} ${tool}`.trim();
}

/** Attempts of each series side by side, with what changed between one answer and the next. */
function resends(series) {
  if (series.length === 0) return h('p', { class: 'nothing' }, 'No call was sent again');
  return series.slice(0, 50).map((calls) =>
    h(
      'details',
      { class: 'series', open: series.length <= 5 },
      h(
        'summary',
        {},
        `${calls[0].tool} × ${calls.length}`,
        ' ',
        h('code', {}, (calls[0].arguments ?? '').slice(0, 120)),
      ),
      h(
        'div',
        { class: 'scroll attempts', tabindex: 0, role: 'region', 'aria-label': `Attempts of ${calls[0].tool}` },
        calls.slice(0, 20).map((call, i) => attempt(call, calls[i - 1])),
      ),
    ),
  );
}

function attempt(call, before) {
  const gap = before ? (Date.parse(call.started) - Date.parse(before.ended ?? before.started)) / 1000 : null;
  const early = before?.retry_after_seconds !== null && before !== undefined && gap < before.retry_after_seconds;
  return h(
    'section',
    { class: 'attempt' },
    h(
      'p',
      { class: 'facts' },
      gap === null ? 'first' : `after ${duration(Math.max(0, gap))}`,
      early && h('b', { class: 'early' }, ` (asked to wait ${duration(before.retry_after_seconds)})`),
    ),
    h(
      'p',
      {},
      h('span', { class: `state state-${call.outcome}` }, call.outcome),
      call.reported !== call.outcome && h('span', { class: 'told' }, ` told as ${call.reported}`),
      call.code && ` ${call.code}`,
    ),
    h('pre', {}, differing(before ? answerOf(before) : undefined, answerOf(call))),
  );
}

function answerOf(call) {
  return call.result ?? call.message ?? (call.result_state === 'absent' ? '(answer not captured)' : '');
}

/** The answer, with the words marked that were not at this place in the answer before. */
function differing(before, now) {
  if (before === undefined) return now.slice(0, 4000);
  if (before === now) return [h('i', {}, '(the same answer)\n'), now.slice(0, 4000)];
  const old = new Set(before.split(/(\W+)/));
  return now
    .slice(0, 4000)
    .split(/(\W+)/)
    .map((word) => (word.trim() === '' || old.has(word) ? word : h('mark', {}, word)));
}

function callTable(calls, proof) {
  const head = ['started', 'agent', 'tool', 'told', 'proven', 'code', 'took', 'arguments', 'answer'];
  const rows = calls.slice(0, DRAWN).map((call) => {
    const took = call.ended ? duration((Date.parse(call.ended) - Date.parse(call.started)) / 1000) : '–';
    return h(
      'tr',
      { class: proof.has(call.call) ? 'proof' : '', id: call.call },
      h('td', {}, time(Date.parse(call.started)).slice(11)),
      h('td', {}, call.agent ?? ''),
      h('td', {}, h('a', { href: linkTo('/tool', { 'var-tool': call.tool }) }, call.tool)),
      h('td', {}, call.reported),
      h(
        'td',
        {},
        h(
          'span',
          {
            class: `state state-${call.guard_refused ? 'refused' : call.outcome}`,
            title: `${call.source}: ${call.outcome_rule}`,
          },
          call.guard_refused ? 'refused' : call.outcome,
        ),
      ),
      h('td', {}, call.code ?? ''),
      h('td', {}, took),
      h('td', { class: 'prose' }, h('code', {}, (call.arguments ?? `(${call.arguments_state})`).slice(0, 300))),
      h('td', { class: 'prose' }, h('code', {}, answerOf(call).slice(0, 300))),
    );
  });
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Every call' },
    h(
      'table',
      { class: 'calls' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          head.map((one) => h('th', { scope: 'col' }, one)),
        ),
      ),
      h('tbody', {}, rows),
    ),
  );
}
