import { linkTo } from './data.js';
import { h } from './dom.js';
import { inUnit } from './format.js';

/** Rows of a frame as objects. */
export function rowsOf(frame) {
  const count = frame.fields[0]?.values.length ?? 0;
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(frame.fields.map(({ name, values }) => [name, values[i]])),
  );
}

/** A cell's link, with the variables of the target page filled from the same row. */
export function hrefOf(link, row) {
  const set = Object.fromEntries(Object.entries(link.set).map(([name, column]) => [`var-${name}`, row[column]]));
  const times = link.range && { from: Date.parse(row[link.range.from]), to: Date.parse(row[link.range.to]) };
  if (link.to === 'session' && set['var-session']) return linkTo(`/sessions/${encodeURIComponent(set['var-session'])}`);
  return linkTo(`/${link.to}`, set, times && Number.isFinite(times.from) ? times : undefined);
}

/** A share fills its cell by itself, any other number in proportion to the largest of its column. */
function filled(value, unit, values) {
  const most = unit === 'percentunit' ? 1 : Math.max(1e-9, ...values.map(Number));
  return Math.max(0, Math.min(100, (100 * value) / most));
}

function cell(panel, field, value, row, words) {
  const column = panel.columns[field.name] ?? {};
  const unit =
    column.unit ?? (field.type === 'number' ? panel.unit : field.type === 'time' ? 'dateTimeAsIso' : undefined);
  const text =
    column.look === 'detector' ? (words.detectors[value]?.title ?? String(value ?? '–')) : inUnit(value, unit);
  const shown =
    column.look === 'state' ? h('span', { class: `state state-${String(value).replace(/[^a-z-]/g, '')}` }, text) : text;
  const bar =
    column.look === 'bar' && typeof value === 'number'
      ? h('span', { class: 'cellbar' }, h('span', { style: { width: `${filled(value, unit, field.values)}%` } }))
      : undefined;
  const inner =
    column.link && value !== null ? h('a', { href: hrefOf(column.link, row), title: column.link.title }, shown) : shown;
  return h(
    'td',
    {
      class: `${field.type} ${column.look === 'prose' ? 'prose' : ''}`,
      title:
        column.unit?.startsWith('dateTime') && typeof value === 'number' ? inUnit(value, 'dateTimeAsIso') : undefined,
    },
    inner,
    bar,
  );
}

/** A table with a head that says what the columns are. */
export function table(panel, frame, words) {
  const fields = frame.fields.filter(({ name }) => !panel.columns[name]?.hidden);
  const rows = rowsOf(frame);
  const head = fields.map(({ name, type }) =>
    h('th', { scope: 'col', class: type }, panel.columns[name]?.title ?? name.replaceAll('_', ' ')),
  );
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': panel.title },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, head)),
      h(
        'tbody',
        {},
        rows.map((row) =>
          h(
            'tr',
            {},
            fields.map((field) => cell(panel, field, row[field.name], row, words)),
          ),
        ),
      ),
    ),
  );
}

/** The last row is the value, a first row before it the period before. */
export function stat(panel, frame) {
  const field = frame.fields.find(({ type }) => type === 'number') ?? frame.fields[0];
  const value = field?.values.at(-1) ?? null;
  const before = field && field.values.length > 1 ? field.values[0] : null;
  const limits = panel.limits;
  const grade =
    limits && typeof value === 'number' ? (value >= limits.bad ? 'bad' : value >= limits.warn ? 'warn' : 'good') : '';
  return h('div', { class: `stat ${grade}` }, h('strong', {}, inUnit(value, panel.unit)), change(panel, value, before));
}

function change(panel, value, before) {
  if (typeof value !== 'number' || typeof before !== 'number' || before === 0) return undefined;
  const share = (value - before) / before;
  const mood = Math.abs(share) < 0.005 ? '' : share > 0 === Boolean(panel.moreIsWorse) ? 'worse' : 'better';
  return h(
    'span',
    { class: `change ${mood}` },
    `${share > 0 ? '+' : ''}${Math.round(share * 100)} % against the period before`,
  );
}

/** One bar per text, stacked by series. */
export function ranking(panel, frame, words) {
  const { row, column, value } = panel.pivot ?? {};
  const rows = rowsOf(frame);
  const label = row ?? frame.fields.find(({ type }) => type === 'string')?.name;
  const number = value ?? frame.fields.find(({ type }) => type === 'number')?.name;
  const groups = Map.groupBy ? Map.groupBy(rows, (one) => one[label]) : groupBy(rows, (one) => one[label]);
  const sums = [...groups]
    .map(([name, parts]) => ({ name, parts, sum: parts.reduce((total, part) => total + Number(part[number] ?? 0), 0) }))
    .sort((a, b) => b.sum - a.sum);
  const most = Math.max(1e-9, ...sums.map(({ sum }) => sum));
  const series = [...new Set(rows.map((one) => one[column]))].filter((one) => one !== undefined);
  return h(
    'div',
    { class: 'ranking' },
    sums.slice(0, 20).map(({ name, parts, sum }) =>
      h(
        'div',
        { class: 'rank' },
        h('span', { class: 'name' }, rankName(panel, name, label, parts[0])),
        h(
          'span',
          { class: 'bar' },
          parts.map((part) =>
            h('span', {
              class: `part colour-${series.indexOf(part[column]) % 10}`,
              title: `${words.detectors[part[column]]?.title ?? part[column] ?? ''} ${inUnit(part[number], panel.unit)}`,
              style: { width: `${(100 * Number(part[number] ?? 0)) / most}%` },
            }),
          ),
        ),
        h('span', { class: 'number' }, inUnit(sum, panel.unit)),
      ),
    ),
    series.length > 1 &&
      h(
        'ul',
        { class: 'legend' },
        series.map((one, i) =>
          h('li', {}, h('span', { class: `swatch colour-${i % 10}` }), words.detectors[one]?.title ?? String(one)),
        ),
      ),
  );
}

function rankName(panel, name, label, row) {
  const link = panel.columns[label]?.link;
  return link ? h('a', { href: hrefOf(link, row) }, String(name)) : String(name);
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
