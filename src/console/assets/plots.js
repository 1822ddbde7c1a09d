import uPlot from '/assets/uplot.js';
import { range } from './data.js';
import { h } from './dom.js';
import { inUnit } from './format.js';

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const colour = (i) => css(`--c${i % 10}`);
const STATE_COLOURS = {
  ok: '--good',
  empty: '--c1',
  unknown: '--dim',
  error: '--bad',
  transient: '--c1',
  validation: '--c2',
  business: '--c4',
  permission: '--c3',
  none: '--c5',
  refused: '--c0',
};

function seriesOf(panel, frame, words) {
  const values = frame.fields.filter(({ type }) => type === 'number');
  return values.map((field, i) => {
    const raw = Object.values(field.labels ?? {})[0] ?? field.name;
    const label = words.detectors[raw]?.title ?? raw;
    const named = panel.names === 'states' ? STATE_COLOURS[raw] : undefined;
    return { label, values: field.values, stroke: named ? css(named) : colour(i) };
  });
}

/** Series over time; `bars` are stacked. */
export function plot(panel, frame, words) {
  const timeField = frame.fields.find(({ type }) => type === 'time');
  const series = seriesOf(panel, frame, words);
  const host = h('div', {
    class: 'plot',
    role: 'img',
    'aria-label': `${panel.title}: ${series.map(({ label }) => label).join(', ')}`,
  });
  if (!timeField || series.length === 0) return host;
  const times = timeField.values.map((ms) => ms / 1000);
  const stacked = panel.picture === 'bars';
  const data = stacked ? stack(series) : series.map(({ values }) => values);
  const order = stacked ? data.map((_, i) => data.length - 1 - i) : data.map((_, i) => i);
  requestAnimationFrame(() =>
    draw(
      host,
      panel,
      times,
      order.map((i) => ({ ...series[i], drawn: data[i] })),
      stacked,
    ),
  );
  return h(
    'div',
    {},
    host,
    h(
      'ul',
      { class: 'legend' },
      series.map(({ label, stroke }) =>
        h('li', {}, h('span', { class: 'swatch', style: { background: stroke } }), label),
      ),
    ),
  );
}

function stack(series) {
  const sums = series[0].values.map(() => 0);
  return series.map(({ values }) => values.map((value, i) => (sums[i] += Number(value ?? 0))));
}

function draw(host, panel, times, series, stacked) {
  const { from, to } = range('now-24h');
  const axis = {
    stroke: css('--dim'),
    grid: { stroke: css('--line'), width: 1 },
    ticks: { stroke: css('--line') },
    font: '11px system-ui',
  };
  const options = {
    width: Math.max(200, host.clientWidth),
    height: Math.max(120, host.clientHeight || 190),
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: { range: () => [from / 1000, to / 1000] },
      y: { range: (_u, least, most) => [Math.min(0, least ?? 0), most > 0 ? most * 1.05 : 1] },
    },
    axes: [axis, { ...axis, size: 64, values: (_u, ticks) => ticks.map((tick) => inUnit(tick, panel.unit)) }],
    series: [
      {},
      ...series.map(({ label, stroke }) => ({
        label,
        stroke,
        fill: stacked ? stroke : undefined,
        width: stacked ? 0 : 1.5,
        points: { show: times.length < 3 },
        paths: stacked ? uPlot.paths.bars({ size: [0.9, 60] }) : undefined,
      })),
    ],
    plugins: [hover(panel, series)],
  };
  const chart = new uPlot(options, [times, ...series.map(({ drawn }) => drawn)], host);
  new ResizeObserver(() => chart.setSize({ width: Math.max(200, host.clientWidth), height: options.height })).observe(
    host,
  );
}

/** Values under the pointer, as text. */
function hover(panel, series) {
  const tip = h('div', { class: 'tip', hidden: true });
  return {
    hooks: {
      init: (chart) => chart.over.append(tip),
      setCursor: (chart) => {
        const { idx, left, top } = chart.cursor;
        tip.hidden = idx === null || idx === undefined || left < 0;
        if (tip.hidden) return;
        const lines = series
          .filter(({ values }) => values[idx])
          .map(({ label, values }) => h('div', {}, `${label}: ${inUnit(values[idx], panel.unit)}`));
        tip.replaceChildren(
          h('b', {}, new Date(chart.data[0][idx] * 1000).toISOString().slice(0, 19).replace('T', ' ')),
          ...lines,
        );
        tip.style.left = `${Math.min(left + 12, chart.over.clientWidth - 160)}px`;
        tip.style.top = `${Math.max(0, top - 20)}px`;
      },
    },
  };
}

/** A time column, then one column per bucket in ascending order. */
export function heatmap(panel, frame) {
  const timeField = frame.fields.find(({ type }) => type === 'time');
  const buckets = frame.fields.filter(({ type }) => type === 'number');
  const most = Math.max(1, ...buckets.flatMap(({ values }) => values.map(Number)));
  const columns = timeField?.values.length ?? 0;
  const cells = buckets.flatMap((bucket, row) =>
    bucket.values.map(
      (value, column) =>
        Number(value) > 0 &&
        h(
          'rect',
          {
            class: 'heat',
            x: (column * 100) / columns,
            y: ((buckets.length - 1 - row) * 100) / buckets.length,
            width: 100 / columns,
            height: 100 / buckets.length,
            'fill-opacity': 0.15 + 0.85 * (Number(value) / most),
          },
          h('title', {}, `${bucket.name}: ${value}`),
        ),
    ),
  );
  return h(
    'div',
    { class: 'heatmap' },
    h(
      'ul',
      { class: 'buckets' },
      [...buckets].reverse().map(({ name }) => h('li', {}, name)),
    ),
    h('svg', { viewBox: '0 0 100 100', preserveAspectRatio: 'none', role: 'img', 'aria-label': panel.title }, cells),
  );
}
