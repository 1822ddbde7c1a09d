import { describe, expect, test } from 'vitest';
import { DETECTORS } from '../../src/detectors/index.js';
import { DATASOURCE } from '../../src/grafana/datasource.js';
import { RULES } from '../../src/grafana/rules/index.js';
import { runbook, runbookUrl } from '../../src/grafana/runbook.js';
import { PANELS } from '../../src/panels/index.js';
import { LAYOUT } from '../../src/panels/pages.js';
import { DASHBOARDS, fileRules, type GrafanaPanel, picturesOf, variablesIn } from './reading.js';

/** Ids of units that Grafana has and Refrain uses. */
const UNITS = ['short', 'percentunit', 's', 'ms', 'string', 'bytes', 'dateTimeAsIso', 'dateTimeFromNow'];

const PICTURES = DASHBOARDS.flatMap((of) => picturesOf(of).map((panel) => ({ uid: of.uid, panel, of })));
const bad = (wrong: (one: (typeof PICTURES)[number]) => boolean) =>
  PICTURES.filter(wrong).map(({ uid, panel }) => `${uid} / ${panel.title}`);

describe('every dashboard', () => {
  test.each(DASHBOARDS)('$uid says what it is and is not edited by hand', (of) => {
    expect(of.title).toMatch(/^Refrain: /);
    expect(of.description).not.toBe('');
    expect(of).toMatchObject({ editable: false, timezone: 'utc', schemaVersion: 42 });
    expect(of.tags).toContain('refrain');
  });

  test('uids are unique and short enough', () => {
    const uids = DASHBOARDS.map(({ uid }) => uid);
    expect(new Set(uids).size).toBe(uids.length);
    expect(uids.filter((uid) => uid.length > 40)).toEqual([]);
  });

  test.each(DASHBOARDS)('$uid links to all others, time and variables kept, in sight', (of) => {
    const others = DASHBOARDS.filter(({ uid }) => uid !== of.uid).map(({ uid }) => `/d/${uid}`);
    expect(of.links.map(({ url }) => url).sort()).toEqual(others.sort());
    for (const link of of.links) expect(link).toMatchObject({ keepTime: true, includeVars: true, type: 'link' });
    expect(of.links.filter(({ placement }) => placement !== undefined)).toEqual([]);
  });

  test.each(DASHBOARDS)('$uid declares the variables that it uses, and uses those that it declares', (of) => {
    const declared = of.templating.list.map(({ name }) => name);
    const texts = [
      ...picturesOf(of).flatMap(({ targets }) => targets.map(({ rawSql }) => rawSql)),
      ...of.annotations.list.flatMap(({ target }) => (target ? [target.rawSql] : [])),
    ];
    expect(texts.flatMap(variablesIn).filter((name) => !declared.includes(name))).toEqual([]);
    expect(declared.filter((name) => !texts.some((sql) => variablesIn(sql).includes(name)))).toEqual([]);
  });

  test.each(DASHBOARDS)('$uid fills variables from those before them', (of) => {
    of.templating.list.forEach(({ query, type }, place) => {
      const before = of.templating.list.slice(0, place).map(({ name }) => name);
      if (type === 'query') expect(variablesIn(query).filter((name) => !before.includes(name))).toEqual([]);
    });
  });

  test('variables that depend on time are read again when it changes', () => {
    const listed = DASHBOARDS.flatMap(({ templating }) => templating.list.filter(({ type }) => type === 'query'));
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.filter(({ refresh }) => refresh !== 2)).toEqual([]);
  });
});

describe('every picture', () => {
  test('there are some on each dashboard', () => {
    expect(DASHBOARDS.filter((of) => picturesOf(of).length < 4).map(({ uid }) => uid)).toEqual([]);
  });

  test('has a title, a question and a word for nothing', () => {
    expect(
      bad(({ panel }) => !panel.title || !panel.description?.includes('?') || !panel.fieldConfig.defaults.noValue),
    ).toEqual([]);
  });

  test('has units that Grafana knows', () => {
    const units = (panel: GrafanaPanel) => [
      panel.fieldConfig.defaults.unit,
      ...panel.fieldConfig.overrides.flatMap(({ properties }) =>
        properties.filter(({ id }) => id === 'unit').map(({ value }) => String(value)),
      ),
    ];
    expect(bad(({ panel }) => units(panel).some((unit) => !UNITS.includes(unit)))).toEqual([]);
  });

  test('has queries with names of their own, against the one data source', () => {
    expect(
      bad(({ panel }) => {
        const names = panel.targets.map(({ refId }) => refId);
        const refs = [panel.datasource, ...panel.targets.map(({ datasource }) => datasource)];
        const right = refs.every(({ type, uid }) => type === DATASOURCE.type && uid === DATASOURCE.uid);
        return names.length === 0 || new Set(names).size !== names.length || !right;
      }),
    ).toEqual([]);
  });

  test('has an id of its own', () => {
    for (const of of DASHBOARDS) {
      const ids = of.panels.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id) => Number.isInteger(id) && id > 0)).toBe(true);
    }
  });

  test('stands inside the page and over no other', () => {
    for (const { uid, panels } of DASHBOARDS) {
      const places = panels.map(({ gridPos }) => gridPos);
      expect(places.filter(({ x, w }) => x < 0 || x + w > 24).map(() => uid)).toEqual([]);
      const overlaps = places.filter((a, i) =>
        places.some((b, j) => j > i && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
      );
      expect(overlaps).toEqual([]);
    }
  });

  test('rows are full, so that nothing hangs in the air', () => {
    const uneven = Object.values(LAYOUT).flatMap(({ rows }) =>
      rows.filter(({ panels }) => panels.reduce((sum, [, width]) => sum + width, 0) !== 24).map(({ title }) => title),
    );
    expect(uneven).toEqual([]);
  });

  test('every panel stands on a page, and its id is unique', () => {
    const placed = Object.values(LAYOUT).flatMap(({ rows }) => rows.flatMap(({ panels }) => panels.map(([id]) => id)));
    expect(PANELS.filter(({ id }) => !placed.includes(id)).map(({ id }) => id)).toEqual([]);
    expect(new Set(PANELS.map(({ id }) => id)).size).toBe(PANELS.length);
  });
});

describe('every link on a value', () => {
  const links = PICTURES.flatMap(({ uid, panel }) =>
    panel.fieldConfig.overrides.flatMap(({ properties }) =>
      properties
        .filter(({ id }) => id === 'links')
        .flatMap(({ value }) => (value as { url: string }[]).map(({ url }) => ({ uid, panel, url }))),
    ),
  );

  test('there are some', () => {
    expect(links.length).toBeGreaterThan(10);
  });

  test.each(links)('$uid / $panel.title: $url leads to a page with these variables, and keeps time', ({ url, uid }) => {
    const target = DASHBOARDS.find((of) => url.startsWith(`/d/${of.uid}?`));
    const declared = target?.templating.list.map(({ name }) => name) ?? [];
    const set = [...url.matchAll(/var-(\w+)=|\$\{(\w+):queryparam\}/g)].map(([, name, kept]) => name ?? kept ?? '');
    expect(set.filter((name) => !declared.includes(name))).toEqual([]);
    expect(url).toMatch(/\$\{__url_time_range\}|from=\$\{.*&to=\$\{/);
    const here = DASHBOARDS.find((of) => of.uid === uid)?.templating.list.map(({ name }) => name) ?? [];
    const lost = here.filter((name) => declared.includes(name) && !set.includes(name));
    expect(lost).toEqual([]);
  });
});

describe('every rule', () => {
  const rules = fileRules();

  test('the issue asks for these', () => {
    expect(RULES.map(({ id }) => id)).toEqual([
      'retry-storm',
      'loop-rate',
      'non-retryable-retries',
      'empty-misreported',
      'new-error-signature',
      'masked-degradation',
      'unclassified-share',
      'guard-refusals',
      'ingest-stalled',
    ]);
    expect(rules).toHaveLength(RULES.length);
  });

  test.each(rules)('$uid names a severity, a reason, and the picture to look at', (rule) => {
    expect(rule.labels.severity).toMatch(/^(warning|critical)$/);
    expect(rule.annotations.summary).toMatch(/\$values\.A/);
    expect(rule.annotations.summary).toMatch(/\$labels\.(tool|project)/);
    expect(rule.annotations.description?.length).toBeGreaterThan(60);
    const page = DASHBOARDS.find(({ uid }) => uid === rule.dashboardUid);
    expect(page?.panels.filter(({ id, type }) => id === rule.panelId && type !== 'row')).toHaveLength(1);
  });

  test('a rule is as severe as the detector whose words it borrows, where that one alerts at all', () => {
    const differing = RULES.filter(({ words, severity }) => {
      const detector = DETECTORS.find(({ id }) => id === words);
      return detector && detector.severity !== 'info' && detector.severity !== severity;
    });
    expect(differing.map(({ id }) => id)).toEqual([]);
    expect(RULES.filter(({ words }) => typeof words === 'string').length).toBeGreaterThan(4);
  });

  test.each(RULES)('$id has a section in the runbook under its link', (rule) => {
    const slug = runbookUrl(rule).split('#')[1];
    const headings = runbook()
      .split('\n')
      .filter((line) => line.startsWith('### '))
      .map((line) => line.slice(4).toLowerCase().replaceAll(' ', '-'));
    expect(headings).toContain(slug);
  });

  test.each(rules)('$uid has no variable, no comment, one data source, a condition that exists', (rule) => {
    for (const { refId, datasourceUid, model } of rule.data) {
      expect(model.refId).toBe(refId);
      expect(model.datasource.uid).toBe(datasourceUid);
      expect(variablesIn(model.rawSql ?? '')).toEqual([]);
      expect(model.rawSql ?? '').not.toMatch(/--|\/\*|\$\$/);
    }
    expect(rule.data.map(({ refId }) => refId)).toContain(rule.condition);
  });

  test('uids and titles are unique and within limits', () => {
    expect(new Set(rules.map(({ uid }) => uid)).size).toBe(rules.length);
    expect(new Set(rules.map(({ title }) => title)).size).toBe(rules.length);
    expect(rules.filter(({ uid, title }) => uid.length > 40 || title.length > 190)).toEqual([]);
  });
});
