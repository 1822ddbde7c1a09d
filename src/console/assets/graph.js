import { h } from './dom.js';
import { inUnit } from './format.js';
import { rowsOf } from './tables.js';

/** Lanes of states over time: `time` to `timeend`, one lane per value of the lane column. */
export function lanes(panel, frame) {
  const rows = rowsOf(frame);
  const lane = panel.lanes ?? frame.fields.find(({ type }) => type === 'string')?.name;
  const state = frame.fields.find(({ name, type }) => type === 'string' && name !== lane)?.name;
  const names = [...new Set(rows.map((row) => row[lane]))];
  const from = Math.min(...rows.map((row) => row.time));
  const to = Math.max(from + 1, ...rows.map((row) => row.timeend ?? row.time));
  const x = (ms) => ((ms - from) / (to - from)) * 100;
  return h(
    'div',
    { class: 'lanes scroll', tabindex: 0, role: 'region', 'aria-label': panel.title },
    names.map((name) =>
      h(
        'div',
        { class: 'lane' },
        h('span', { class: 'name', title: name }, String(name)),
        h(
          'span',
          { class: 'track' },
          rows
            .filter((row) => row[lane] === name)
            .map((row) =>
              h('span', {
                class: `span state-${String(row[state]).replace(/[^a-z-]/g, '')}`,
                title: `${row[state]} ${inUnit(row.time, 'dateTimeAsIso')}`,
                style: { left: `${x(row.time)}%`, width: `max(3px, ${x(row.timeend ?? row.time) - x(row.time)}%)` },
              }),
            ),
        ),
      ),
    ),
  );
}

const RADIUS = 26;

/** Calls as circles, what followed what as arrows; laid out on a ring, which is readable up to some twenty nodes. */
export function nodeGraph(panel, frames) {
  const nodes = rowsOf(frames.find(({ name }) => name === 'nodes')?.frame ?? { fields: [] }).slice(0, 20);
  const edges = rowsOf(frames.find(({ name }) => name === 'edges')?.frame ?? { fields: [] });
  const place = new Map(
    nodes.map((node, i) => [
      node.id,
      {
        x: 200 + 150 * Math.cos((2 * Math.PI * i) / nodes.length - Math.PI / 2),
        y: 190 + 150 * Math.sin((2 * Math.PI * i) / nodes.length - Math.PI / 2),
      },
    ]),
  );
  return h(
    'svg',
    {
      viewBox: '0 0 400 380',
      class: 'graph',
      role: 'img',
      'aria-label': `${panel.title}: ${nodes.map((node) => node.title ?? node.id).join(', ')}`,
    },
    h(
      'defs',
      {},
      h(
        'marker',
        { id: 'arrow', viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 6, markerHeight: 6, orient: 'auto' },
        h('path', { d: 'M 0 0 L 10 5 L 0 10 z', class: 'arrow' }),
      ),
    ),
    edges.map((edge) => arrow(place.get(edge.source), place.get(edge.target), edge)),
    nodes.map((node) => circle(place.get(node.id), node)),
  );
}

function arrow(a, b, edge) {
  if (!a || !b) return undefined;
  if (a === b)
    return h(
      'path',
      {
        class: 'edge',
        d: `M ${a.x - 12} ${a.y - RADIUS} C ${a.x - 40} ${a.y - 70}, ${a.x + 40} ${a.y - 70}, ${a.x + 12} ${a.y - RADIUS}`,
        'marker-end': 'url(#arrow)',
      },
      h('title', {}, `${edge.mainstat ?? ''}`),
    );
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [((b.x - a.x) / length) * RADIUS, ((b.y - a.y) / length) * RADIUS];
  return h(
    'line',
    { class: 'edge', x1: a.x + dx, y1: a.y + dy, x2: b.x - dx, y2: b.y - dy, 'marker-end': 'url(#arrow)' },
    h('title', {}, `${edge.mainstat ?? ''}`),
  );
}

function circle({ x, y }, node) {
  const bad = Number(node.arc__failed ?? node.arc__error ?? 0);
  return h(
    'g',
    {},
    h('circle', { class: bad > 0 ? 'node bad' : 'node', cx: x, cy: y, r: RADIUS }),
    h('text', { x, y: y + 4, 'text-anchor': 'middle', class: 'count' }, String(node.mainstat ?? '')),
    h('text', { x, y: y + RADIUS + 13, 'text-anchor': 'middle' }, String(node.title ?? node.id).slice(0, 24)),
  );
}
