import { getJson, linkTo, panelQuery, range, view } from './data.js';
import { fill, h } from './dom.js';
import { findingsPage } from './findings.js';
import { picture } from './pictures.js';
import { sessionPage } from './session.js';

const RANGES = ['15m', '1h', '6h', '24h', '7d', '30d'];
/** Pages redraw as often as a finding takes to appear, doubled; only while somebody looks. */
const LIVE_MS = 5000;

const main = document.getElementById('main');
const status = document.getElementById('status');
let drawing = new AbortController();

/** Goes to a link without loading the shell again. */
function go(href, replace = false) {
  history[replace ? 'replaceState' : 'pushState']({}, '', href);
  return render();
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0 || link.target) return;
  if (link.getAttribute('href').startsWith('/api/')) return;
  event.preventDefault();
  go(link.getAttribute('href')).then(() => main.focus({ preventScroll: false }));
});
addEventListener('popstate', () => render());

function setParams(change) {
  const params = view().params;
  change(params);
  go(`${location.pathname}?${params}`, true);
}

function controls(page) {
  const { since } = range(page.since);
  const select = h(
    'select',
    {
      id: 'since',
      'aria-label': 'Time range',
      onchange: (event) =>
        setParams((params) => {
          params.set('since', event.target.value);
          params.delete('from');
          params.delete('to');
        }),
    },
    !since && h('option', { value: '', selected: true }, 'fixed range'),
    RANGES.map((one) => h('option', { value: one, selected: one === since }, `last ${one}`)),
  );
  const choices = page.choices
    .filter(({ name }) => name !== 'session' && name !== 'signature')
    .map((choice) => choiceBox(choice, page));
  return fill(
    document.getElementById('controls'),
    choices,
    select,
    h('button', { type: 'button', title: 'Light or dark', 'aria-label': 'Light or dark', onclick: toggleTheme }, '◐'),
  );
}

function choiceBox({ name, label }, page) {
  const chosen = view().choices[`var-${name}`]?.[0] ?? '';
  const box = h(
    'select',
    {
      'aria-label': label,
      onchange: (event) =>
        setParams((params) => {
          params.delete(`var-${name}`);
          if (event.target.value) params.set(`var-${name}`, event.target.value);
        }),
    },
    h('option', { value: '' }, `${label}: all`),
    chosen && h('option', { value: chosen, selected: true }, chosen),
  );
  getJson(`/api/choices/${name}?${panelQuery(page.since)}`)
    .then(({ values }) => {
      for (const value of values) if (value !== chosen) box.append(h('option', { value }, value));
    })
    .catch(() => {});
  return box;
}

function toggleTheme() {
  const dark =
    document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  setTheme(dark === 'dark' ? 'light' : 'dark');
  render();
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {}
}

function card(panel, words) {
  const body = h('div', { class: 'body' }, h('p', { class: 'nothing' }, '…'));
  const node = h(
    'section',
    {
      class: `card ${panel.picture}`,
      style: { '--w': String(panel.width) },
      'aria-labelledby': `t-${panel.id}`,
    },
    h('h3', { id: `t-${panel.id}`, title: panel.question }, panel.title),
    body,
  );
  return { node, load: (query, signal) => loadPanel(panel, body, words, query, signal) };
}

async function loadPanel(panel, body, words, query, signal) {
  try {
    const { frames } = await getJson(`/api/panels/${panel.id}?${query}`, signal);
    if (!signal.aborted) fill(body, picture(panel, frames, words));
  } catch (error) {
    if (!signal.aborted) fill(body, h('p', { class: 'failed', role: 'alert' }, error.message));
  }
}

/** Panels are asked for a few at a time, from the top, so that what is seen first is there first. */
async function loadAll(cards, query, signal) {
  const waiting = [...cards];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) await next.load(query, signal);
    }),
  );
}

function generalPage(name, words, signal) {
  const page = words.pages[name];
  const rows = page.rows.map((row) => ({ row, cards: row.panels.map((panel) => card(panel, words)) }));
  fill(
    main,
    h('h1', {}, page.title),
    h('p', { class: 'purpose' }, page.purpose),
    rows.map(({ row, cards }) =>
      h(
        'section',
        { class: 'row', 'aria-label': row.title },
        h('h2', {}, row.title),
        h(
          'div',
          { class: 'grid' },
          cards.map(({ node }) => node),
        ),
      ),
    ),
  );
  const load = () =>
    loadAll(
      rows.flatMap(({ cards }) => cards),
      panelQuery(page.since),
      signal,
    );
  return { page, load };
}

let known;
async function wordsOnce() {
  known ??= await getJson('/api/console');
  return known;
}

function navigation(words, current) {
  const links = [
    ['findings', 'Findings'],
    ...Object.entries(words.pages).map(([name, { title }]) => [name, title]),
  ].sort(([a], [b]) => (a === 'overview' ? -1 : b === 'overview' ? 1 : 0));
  fill(
    document.getElementById('nav'),
    links
      .filter(([name]) => name !== 'session' && name !== 'signature')
      .map(([name, title]) =>
        h('a', { href: linkTo(`/${name}`), 'aria-current': name === current ? 'page' : undefined }, title),
      ),
  );
}

async function render() {
  drawing.abort();
  drawing = new AbortController();
  const { signal } = drawing;
  try {
    const words = await wordsOnce();
    const [, name = 'overview', id] = location.pathname.split('/');
    navigation(words, name);
    const shown =
      name === 'findings'
        ? findingsPage(main, words, signal, setParams)
        : name === 'sessions'
          ? sessionPage(main, words, decodeURIComponent(id ?? ''), signal)
          : generalPage(name, words, signal);
    document.title = `${name === 'sessions' ? 'Session' : (words.pages[name]?.title ?? 'Findings')} · Refrain`;
    controls(shown.page);
    await shown.load();
    if (!signal.aborted) document.body.dataset.drawn = location.pathname + location.search;
    keepLive(shown, signal);
  } catch (error) {
    if (!signal.aborted) fill(main, h('p', { class: 'failed', role: 'alert' }, error.message));
  }
}

function keepLive(shown, signal) {
  const timer = setInterval(async () => {
    if (signal.aborted) return clearInterval(timer);
    if (document.hidden || !range(shown.page.since).live) return;
    await shown.load();
    status.textContent = `updated ${new Date().toISOString().slice(11, 19)} UTC`;
  }, LIVE_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

try {
  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {}
render();
