import { beforeAll, describe, expect, test } from 'vitest';
import type { Frame } from '../../src/panels/field.js';
import { PANELS } from '../../src/panels/index.js';
import { ALL, type Choices } from '../../src/panels/interpolate.js';
import { MARKS } from '../../src/panels/marks.js';
import type { Panel } from '../../src/panels/panel.js';
import { VARIABLES } from '../../src/panels/variables.js';
import { DAY, day, HOUR, type Told, told } from './story.js';

let world: Told;
beforeAll(async () => {
  world = await told(day);
});

const RANGES: readonly [string, number][] = [
  ['15 minutes', HOUR / 4],
  ['24 hours', DAY],
  ['30 days', 30 * DAY],
  ['nothing', 0],
];

const CHOICES: readonly [string, Choices][] = [
  ['all', {}],
  ['one value', { project: ['default'], tool: ['read_invoice'], agent: ['billing'], category: ['permission'] }],
  ['several values', { tool: ['legacy', 'lookup'], agent: ['support', '(none)'], category: ['none', 'transient'] }],
  [
    'quotes',
    { project: ["o'brien"], tool: ["it's", "'; DROP TABLE findings; --"], session: "s'quote", signature: "a'b" },
  ],
  ['numbers', { tool: ['1', '2'], agent: ['007'], session: '12345678901234567890' }],
  ['All as a list', { tool: [ALL], agent: [ALL] }],
];

const QUERIES = [
  ...PANELS.flatMap((panel) => panel.queries.map((query) => ({ id: `${panel.id} / ${query.name}`, query }))),
  ...MARKS.map(({ name, sql }) => ({ id: `mark ${name}`, query: { name: 'A', sql, format: 'table' as const } })),
  ...Object.values(VARIABLES).flatMap(({ name, sql }) =>
    sql ? [{ id: `variable ${name}`, query: { name: 'A', sql, format: 'table' as const } }] : [],
  ),
];

describe('every query runs as the read-only role', () => {
  test.each(QUERIES)('$id', async ({ query }) => {
    const wrong: string[] = [];
    for (const [range, span] of RANGES)
      for (const [chosen, choices] of CHOICES)
        await world.frame(query, span, choices).catch((error) => wrong.push(`${range}, ${chosen}: ${error.message}`));
    expect(wrong).toEqual([]);
  });
});

describe('the role', () => {
  test.each([
    ['writes nothing', 'DELETE FROM findings', /read-only transaction/],
    ['makes nothing', 'CREATE TABLE x ()', /read-only transaction/],
    ['cannot read the key of the hashes', 'SELECT * FROM meta', /permission denied/],
    ['cannot write even when it tries', 'SET transaction_read_only = off; DELETE FROM findings', /permission denied/],
  ])('%s', async (_, sql, message) => {
    await expect(world.reader.query(sql)).rejects.toThrow(message);
  });

  test('no query of it runs longer than half a minute', async () => {
    const { rows } = await world.reader.query('SHOW statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '30s' }]);
  });
});

describe('every panel shows something on a day on which much goes wrong', () => {
  test.each(PANELS)('$id', async (panel) => {
    for (const query of panel.queries) {
      const { fields } = await world.frame(query, DAY);
      expect(fields.length, query.name).toBeGreaterThan(0);
      checkShape(panel, { fields }, query.name);
    }
  });
});

describe('every column that has words exists, and so does every column that a link needs', () => {
  test.each(PANELS.filter(({ queries }) => queries.length === 1))('$id', async (panel) => {
    const [query] = panel.queries;
    if (!query) throw new Error('no query');
    const names = (await world.frame(query, DAY)).fields.map(({ name }) => name);
    const linked = Object.values(panel.columns).flatMap(({ link }) =>
      link ? [...Object.values(link.set), ...Object.values(link.range ?? {})] : [],
    );
    expect([...Object.keys(panel.columns), ...linked].filter((name) => !names.includes(name))).toEqual([]);
  });
});

/** What each picture needs of its frame; a column that it cannot draw would only show in Grafana. */
function checkShape(panel: Panel, { fields }: Frame, query: string): void {
  const of = (type: string) => fields.filter((field) => field.type === type).map(({ name }) => name);
  expect(of('json'), 'no json, which no picture draws').toEqual([]);
  const shapes: Record<Panel['picture'], () => void> = {
    stat: () => expect([fields.length, of('number').length]).toEqual([1, 1]),
    timeseries: () => checkSeries(fields),
    bars: () => checkSeries(fields),
    heatmap: () => expect([fields[0]?.type, of('number').length]).toEqual(['time', fields.length - 1]),
    table: () => expect(of('boolean')).toEqual([]),
    ranking: () =>
      expect(fields.map(({ name }) => name)).toEqual([panel.pivot?.row, panel.pivot?.column, panel.pivot?.value]),
    'state-timeline': () => {
      expect(fields.map(({ name, type }) => [name, type])).toEqual([
        ['time', 'time'],
        ['timeend', 'time'],
        [panel.lanes, 'string'],
        ['state', 'string'],
      ]);
      const [from, to] = fields.map(({ values }) => values as number[]);
      expect(from?.filter((start, row) => !((to?.[row] ?? 0) > start))).toEqual([]);
    },
    'node-graph': () => {
      const needed = query === 'nodes' ? ['id', 'title', 'mainstat'] : ['id', 'source', 'target'];
      expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(needed));
    },
  };
  shapes[panel.picture]();
}

function checkSeries(fields: Frame['fields']): void {
  const [time, ...values] = fields;
  expect([time?.name, time?.type]).toEqual(['time', 'time']);
  expect(values.length).toBeGreaterThan(0);
  expect(values.filter(({ type }) => type !== 'number')).toEqual([]);
  const times = time?.values as number[];
  expect(times).toEqual([...times].sort((a, b) => a - b));
}
