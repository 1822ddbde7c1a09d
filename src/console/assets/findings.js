import { getJson, linkTo, range, view } from './data.js';
import { fill, h } from './dom.js';
import { ago, duration } from './format.js';

const PAGE = { since: 'now-24h', choices: [] };
const SEVERITIES = ['critical', 'warning', 'info'];
const STATES = ['open', 'resolved', 'withdrawn'];

/** All findings, to filter and search; each leads to its evidence. */
export function findingsPage(main, words, signal, setParams) {
  const { params } = view();
  const list = h('div', { id: 'list', 'aria-live': 'polite' });
  const search = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'search tool, session, text',
    value: params.get('q') ?? '',
    'aria-label': 'Search findings',
    oninput: (event) => {
      const next = view().params;
      next.set('q', event.target.value);
      history.replaceState({}, '', `?${next}`);
      show();
    },
  });
  const pick = (name, label, options) =>
    h(
      'select',
      {
        'aria-label': label,
        id: `pick-${name}`,
        onchange: (event) =>
          setParams((next) => (event.target.value ? next.set(name, event.target.value) : next.delete(name))),
      },
      h('option', { value: '' }, `any ${label.toLowerCase()}`),
      options.map(([value, text]) => h('option', { value, selected: params.get(name) === value }, text)),
    );
  fill(
    main,
    h('h1', {}, 'Findings'),
    h(
      'p',
      { class: 'purpose' },
      'Every pathology that was proven, with what it cost, what to do, and the calls that prove it.',
    ),
    h(
      'div',
      { class: 'filters' },
      search,
      pick(
        'severity',
        'Severity',
        SEVERITIES.map((one) => [one, one]),
      ),
      pick(
        'detector',
        'Detector',
        Object.entries(words.detectors).map(([id, { title }]) => [id, title]),
      ),
      pick(
        'state',
        'State',
        STATES.map((one) => [one, one]),
      ),
    ),
    list,
  );
  let rows = [];
  let next = null;
  function show() {
    const q = (view().params.get('q') ?? '').toLowerCase();
    const tool = view().choices['var-tool']?.[0];
    const fits = (row) =>
      (!tool || row.tool === tool) &&
      (q === '' ||
        `${row.tool} ${row.session} ${row.message} ${row.recovery} ${row.detector}`.toLowerCase().includes(q));
    const shown = rows.filter(fits);
    fill(
      list,
      h('p', { class: 'count' }, `${shown.length}${next ? ' or more' : ''} findings`),
      shown.length === 0 ? h('p', { class: 'nothing' }, 'No finding fits') : shown.map((row) => article(row, words)),
      next && h('button', { type: 'button', onclick: () => load(next) }, 'More'),
    );
  }
  async function load(cursor) {
    const { from } = range(PAGE.since);
    const query = new URLSearchParams({ since: new Date(from).toISOString(), limit: '200' });
    for (const name of ['severity', 'detector', 'state'])
      if (view().params.get(name)) query.set(name, view().params.get(name));
    if (cursor) query.set('cursor', cursor);
    const page = await getJson(`/api/findings?${query}`, signal);
    rows = cursor ? [...rows, ...page.findings] : page.findings;
    next = page.next;
    show();
  }
  return { page: PAGE, load: () => load() };
}

/** One finding: what happened, what it cost, what to do. */
export function article(row, words) {
  const where = row.session
    ? h('a', { href: linkTo(`/sessions/${encodeURIComponent(row.session)}`) }, 'see the calls')
    : h('a', { href: linkTo('/tool', { 'var-tool': row.tool }) }, 'see the tool');
  const tokens = row.wasted.tokens === null ? '' : `, ${row.wasted.tokens} tokens`;
  return h(
    'article',
    { class: `finding severity-${row.severity}` },
    h(
      'h3',
      {},
      h('span', { class: `state state-${row.severity}` }, row.severity),
      ' ',
      words.detectors[row.detector]?.title ?? row.detector,
      ' ',
      h('a', { class: 'tool', href: linkTo('/tool', { 'var-tool': row.tool }) }, row.tool),
      row.state !== 'open' && h('span', { class: `state state-${row.state}` }, row.state),
    ),
    h('p', { class: 'message' }, row.message),
    h('p', { class: 'recovery' }, h('b', {}, 'Do: '), row.recovery),
    h(
      'p',
      { class: 'facts' },
      `wasted ${row.wasted.calls} calls, ${duration(row.wasted.seconds)}${tokens} · ${row.source} · ${ago(Date.parse(row.last))} · `,
      where,
    ),
  );
}
