import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ruleGroup } from '../../src/grafana/alert-rules.js';
import { generatedFiles } from '../../src/grafana/files.js';
import { ALERT_FOLDER, ruleFile } from '../../src/grafana/rule-file.js';
import { PANELS, panelById } from '../../src/panels/index.js';
import { MARKS } from '../../src/panels/marks.js';
import { VARIABLES } from '../../src/panels/variables.js';
import { DAY, day, HOUR, type Told, told } from '../panels/story.js';
import { alertingFile, DASHBOARDS, fileRules, fileText, picturesOf } from './reading.js';

let world: Told;
beforeAll(async () => {
  world = await told(day);
});

const TEXTS = [...generatedFiles()];
const DASHBOARD_TEXTS = TEXTS.filter(([path]) => path.startsWith('dashboards/'));
const SQL = [
  ...PANELS.flatMap(({ queries }) => queries.map(({ sql }) => sql)),
  ...MARKS.map(({ sql }) => sql),
  ...Object.values(VARIABLES).flatMap(({ sql }) => (sql ? [sql] : [])),
  ...fileRules().flatMap(({ data }) => data.flatMap(({ model }) => (model.rawSql ? [model.rawSql] : []))),
];
const datasource = () => parse(fileText('deploy/grafana/provisioning/datasources/refrain.yaml'));
const provider = () => parse(fileText('deploy/grafana/provisioning/dashboards/refrain.yaml'));
const types = async (sql: string) => {
  const { fields } = await world.owner.query(`SELECT * FROM (${sql}) AS asked LIMIT 0`);
  return fields;
};
/** Queries ready for Postgres, by panel. */
const PREPARED = PANELS.flatMap((panel) =>
  panel.queries.map((query) => ({ id: `${panel.id} / ${query.name}`, panel, query })),
);

/** The traps of the reference, by their numbers there. */
describe('traps', () => {
  test('1: dashboards are classic, and no resource of the new kind', () => {
    for (const of of DASHBOARDS) {
      expect(of.schemaVersion).toBe(42);
      expect(of).not.toHaveProperty('apiVersion');
      expect(of).not.toHaveProperty('spec');
    }
  });

  test('2: the generator is the only source', () => {
    expect(DASHBOARDS.filter(({ editable }) => editable)).toEqual([]);
    expect(provider().providers[0].allowUiUpdates).toBe(false);
  });

  test('3: no inputs to be filled in', () => {
    for (const [path, text] of DASHBOARD_TEXTS) expect(text.match(/\$\{DS_|__inputs|__requires/), path).toBeNull();
  });

  test('4: one uid for the data source everywhere, and nothing is deleted to be made again', () => {
    const { uid } = datasource().datasources[0];
    const uids = TEXTS.flatMap(([, text]) =>
      [...text.matchAll(/"?(?:uid|datasourceUid)"?: "?([\w-]+)"?/g)].map(([, found]) => found),
    );
    const known = new Set([
      uid,
      '__expr__',
      ...DASHBOARDS.map((of) => of.uid),
      ...fileRules().map((rule) => rule.uid),
      'refrain-webhook',
      '--',
    ]);
    expect(uids.filter((found) => !known.has(found))).toEqual([]);
    expect(datasource()).toMatchObject({ prune: true });
    expect(datasource()).not.toHaveProperty('deleteDatasources');
  });

  test('5: the database stands where the front end looks for it', () => {
    const [{ jsonData, url, ...rest }] = datasource().datasources;
    expect(jsonData.database).toBeDefined();
    expect(rest).not.toHaveProperty('database');
    expect(url).not.toContain('/');
  });

  test('6: no label of a rule is a template', () => {
    for (const { labels } of fileRules()) expect(Object.values(labels).join()).not.toMatch(/\$|\{\{/);
  });

  test('7: SQL in rules is raw; where the file is expanded, dollars are doubled', () => {
    for (const { data } of fileRules()) for (const { model } of data) expect(model.rawSql ?? '').not.toContain('$$');
    const group = ruleGroup();
    const [rule] = group.rules ?? [];
    if (!rule) throw new Error('no rule');
    const odd = { ...group, title: 'a $b', rules: [{ ...rule, title: 'c $d', labels: { e: '$f' } }] };
    const { groups } = ruleFile(odd) as unknown as {
      groups: { name: string; rules: { title: string; labels: { e: string } }[] }[];
    };
    expect([groups[0]?.name, groups[0]?.rules[0]?.title, groups[0]?.rules[0]?.labels.e]).toEqual([
      'a $$b',
      'c $$d',
      '$$f',
    ]);
  });

  test('8: secrets from the environment without braces', () => {
    const contact = TEXTS.find(([path]) => path.endsWith('contact-points.yaml'))?.[1] ?? '';
    const source = fileText('deploy/grafana/provisioning/datasources/refrain.yaml');
    for (const text of [contact, source]) expect(text).not.toMatch(/\$\{|\$__(env|file)/);
    expect(datasource().datasources[0].secureJsonData.password).toMatch(/^\$[A-Z_]+$/);
  });

  test('9: numbers of the data source are written as numbers', () => {
    const { jsonData } = datasource().datasources[0];
    for (const name of ['postgresVersion', 'maxOpenConns', 'maxIdleConns', 'connMaxLifetime'])
      expect(jsonData[name]).toBeTypeOf('number');
  });

  test('10, 11: rules ask for tables, and say what no rows mean', () => {
    for (const { data, noDataState, execErrState } of fileRules()) {
      expect(data[0]?.model.format).toBe('table');
      expect([noDataState, execErrState]).toEqual([expect.stringMatching(/^(OK|Alerting)$/), 'Error']);
    }
  });

  test('12: the labels of a rule are grouped', () => {
    for (const { data } of fileRules()) expect(data[0]?.model.rawSql).toMatch(/GROUP BY|DISTINCT/);
  });

  test('13: every series is sorted by time', () => {
    for (const { query } of PREPARED.filter((one) => one.query.format === 'time_series'))
      expect(query.sql).toMatch(/ORDER BY (1|slot)/);
  });

  test('14: an alert keeps firing over a missing row', () => {
    for (const { keepFiringFor } of fileRules()) expect(keepFiringFor).toMatch(/^\d+m$/);
  });

  test('15: alerts have a folder of their own name', () => {
    expect(provider().providers[0].folder).not.toBe(ALERT_FOLDER);
  });

  test('16: one policy tree, in a file of its own so that it can be left out; its receiver exists', () => {
    const { policies } = alertingFile('policies') as unknown as {
      policies: { receiver: string; routes: { receiver: string; mute_time_intervals?: string[] }[] }[];
    };
    const { contactPoints } = alertingFile('contact-points') as unknown as { contactPoints: { name: string }[] };
    const { muteTimes } = alertingFile('mute-timings') as unknown as {
      muteTimes: { name: string; time_intervals: { times?: { start_time: unknown }[] }[] }[];
    };
    expect(policies).toHaveLength(1);
    const names = [policies[0]?.receiver, ...(policies[0]?.routes.map(({ receiver }) => receiver) ?? [])];
    expect(names.filter((name) => !contactPoints.some((point) => point.name === name))).toEqual([]);
    const mutes = policies[0]?.routes.flatMap((route) => route.mute_time_intervals ?? []) ?? [];
    expect(mutes).toEqual(muteTimes.map(({ name }) => name));
    expect(muteTimes[0]?.time_intervals[0]?.times?.map(({ start_time }) => start_time)).toEqual(['20:00', '00:00']);
  });

  test('17: nothing but alerting files lies in the alerting folder', () => {
    const names = TEXTS.filter(([path]) => path.includes('/alerting/')).map(([path]) => path.split('/').pop());
    expect(names).toEqual([
      'rules.yaml',
      'contact-points.yaml',
      'policies.yaml',
      'templates.yaml',
      'mute-timings.yaml',
    ]);
    const { contactPoints } = alertingFile('contact-points') as unknown as { contactPoints: unknown };
    expect(contactPoints).toBeInstanceOf(Array);
  });

  test('18: rules are evaluated at a multiple of ten seconds, written as a duration', () => {
    const { groups } = alertingFile('rules') as unknown as { groups: { interval: string }[] };
    for (const { interval } of groups) expect(Number(/^(\d+)s$/.exec(interval)?.[1]) % 10).toBe(0);
  });

  test('19, 20: no variables in alerts is part of the lint; no comments, and no dashes in literals, anywhere', () => {
    for (const sql of SQL) expect(sql).not.toMatch(/--|\/\*/);
  });

  test('21: arguments of macros are bare columns', () => {
    const macros = SQL.flatMap((sql) =>
      [...sql.matchAll(/\$__time(?:Filter|Group|GroupAlias)\(([^,)]*)/g)].map(([, column]) => column),
    );
    expect(macros.length).toBeGreaterThan(50);
    expect(macros.filter((column) => !/^\w+$/.test(column ?? ''))).toEqual([]);
  });

  test('22: no gaps are filled where hours lie between finer buckets', () => {
    expect(SQL.filter((sql) => /\$__timeGroup\w*\([^)]*,[^)]*,/.test(sql))).toEqual([]);
  });

  test('23: buckets and pages are in UTC, and every time carries its zone', async () => {
    expect(DASHBOARDS.map(({ timezone }) => timezone)).toEqual(DASHBOARDS.map(() => 'utc'));
    const { rows } = await world.owner.query(
      "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'timestamp without time zone'",
    );
    expect(rows).toEqual([]);
  });

  test('24: ids are texts, and texts keep their digits', async () => {
    const [first] = await world.rows('session-calls', DAY, { session: 's-denied' });
    expect([first?.span_id, first?.trace_id]).toEqual([expect.any(String), expect.any(String)]);
    for (const of of DASHBOARDS)
      for (const { type, fieldConfig } of picturesOf(of))
        if (type === 'table')
          expect(fieldConfig.overrides[0]).toMatchObject({
            matcher: { id: 'byType', options: 'string' },
            properties: [{ id: 'unit', value: 'string' }],
          });
  });

  test('25: variables list texts', async () => {
    for (const { name, sql } of Object.values(VARIABLES)) {
      if (!sql) continue;
      const { fields } = await world.frame({ name: 'V', sql, format: 'table' }, DAY);
      expect(
        fields.map((field) => [field.name, field.type]),
        name,
      ).toEqual([
        ['__text', 'string'],
        ['__value', 'string'],
      ]);
    }
  });

  test.each(PREPARED)('26, 27: $id has no enum, no json and no interval', async ({ query }) => {
    const prepared = world.prepared(query, HOUR);
    const odd = new Set([114, 3802, 1186, 16]);
    expect((await types(prepared)).filter(({ dataTypeID }) => odd.has(dataTypeID)).map(({ name }) => name)).toEqual([]);
  });

  test('28: the state timeline has ends, one state per lane, and is split by lane', () => {
    const panel = DASHBOARDS.flatMap(picturesOf).find(({ type }) => type === 'state-timeline');
    expect(panel?.transformations).toEqual([
      { id: 'partitionByValues', options: { fields: ['lane'], naming: { asLabels: true } } },
    ]);
    expect(panel?.fieldConfig.defaults.displayName).toBe(`\${__field.labels.lane}`);
  });

  test('29: the node graph names its frames by its queries', () => {
    const panel = DASHBOARDS.flatMap(picturesOf).find(({ type }) => type === 'nodeGraph');
    expect(panel?.targets.map(({ refId }) => refId)).toEqual(['nodes', 'edges']);
  });

  test('30: a region that began before the range is still drawn', async () => {
    await world.owner.query(
      `UPDATE findings SET detector = 'retry-storm', first_at = now() - interval '3 hours', last_at = now() - interval '1 minute'
       WHERE id = (SELECT id FROM findings ORDER BY id LIMIT 1)`,
    );
    const [mark] = MARKS;
    const { fields } = await world.frame({ name: 'A', sql: mark?.sql ?? '', format: 'table' }, HOUR);
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ['time', 'time'],
      ['timeend', 'time'],
      ['text', 'string'],
      ['tags', 'string'],
    ]);
  });

  test('31: a rule names its dashboard and its panel together', () => {
    for (const { dashboardUid, panelId } of fileRules())
      expect([typeof dashboardUid, typeof panelId]).toEqual(['string', 'number']);
  });

  test('32: pictures with a legend show it', () => {
    const legends = DASHBOARDS.flatMap(picturesOf).flatMap(({ options }) =>
      'legend' in options ? [options.legend] : [],
    );
    expect(legends.length).toBeGreaterThan(10);
    for (const legend of legends as { show?: boolean; showLegend?: boolean }[])
      expect(legend.showLegend ?? legend.show).toBe(true);
  });

  test('a stat shows the last value, and nothing where it is unknown', () => {
    for (const of of DASHBOARDS)
      for (const { type, options } of picturesOf(of))
        if (type === 'stat') expect(options.reduceOptions).toMatchObject({ calcs: ['last'] });
    expect(panelById('failure-ratio').empty).not.toBe('');
  });
});
