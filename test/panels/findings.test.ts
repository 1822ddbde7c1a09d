import { beforeAll, describe, expect, test } from 'vitest';
import { saveFindings } from '../../src/store/findings.js';
import { finding } from '../support/findings.js';
import { DAY, type Told, told } from './story.js';

const MINUTE = 60_000;

let world: Told;
beforeAll(async () => {
  world = await told(async (owner, now) => {
    const when = (minutesAgo: number) => ({
      firstMs: now - (minutesAgo + 5) * MINUTE,
      lastMs: now - minutesAgo * MINUTE,
    });
    await saveFindings(owner, [
      finding({ ...when(10), id: 'w1', session: 's1', severity: 'warning', message: 'first' }),
      finding({ ...when(20), id: 'c1', session: 's2', severity: 'critical', message: 'worst', detector: 'cycle-loop' }),
      finding({ ...when(5), id: 'i1', session: 's3', severity: 'info' }),
      finding({ ...when(6), id: 'x1', session: 's4', severity: 'critical', state: 'withdrawn' }),
      finding({
        ...when(7),
        id: 't1',
        session: undefined,
        agent: undefined,
        scope: 'tool',
        tool: 'crm/search',
        detector: 'retry-storm',
        severity: 'critical',
      }),
      finding({
        ...when(8),
        id: 't2',
        session: undefined,
        agent: undefined,
        scope: 'tool',
        tool: 'send',
        detector: 'masked-degradation',
        state: 'resolved',
      }),
      finding({ ...when(26 * 60), id: 'y1', session: 's9', severity: 'warning' }),
      finding({ ...when(26 * 60), id: 'y2', session: 's9', severity: 'warning', detector: 'cycle-loop' }),
    ]);
  });
});

describe('findings', () => {
  test('open ones, beside the day before; what late data disproved is none', async () => {
    expect(await world.rows('open-findings-count')).toEqual([{ findings: 2 }, { findings: 4 }]);
  });

  test('sessions in which something was lost; hints do not count', async () => {
    expect(await world.rows('sessions-with-findings')).toEqual([{ sessions: 1 }, { sessions: 2 }]);
  });

  test('are listed gravest first, each with a time range that a link can carry', async () => {
    const rows = await world.rows('open-findings');
    expect(rows.map(({ severity, session }) => [severity, session])).toEqual([
      ['critical', 's2'],
      ['warning', 's1'],
      ['info', 's3'],
    ]);
    const [worst] = rows;
    expect(worst).toMatchObject({ message: 'worst', recovery: 'use the answer', detector: 'cycle-loop', wasted: 1 });
    const minutesFromNow = (iso: unknown) => Math.round((Date.parse(String(iso)) - world.now) / MINUTE);
    expect([worst?.opens, worst?.closes].map(minutesFromNow)).toEqual([-55, 10]);
    expect(String(worst?.opens)).toHaveLength(24);
  });

  test('across sessions have a list of their own, by the tool’s own name, open ones first', async () => {
    const rows = await world.rows('tool-states');
    expect(rows.map(({ tool, state, detector }) => [tool, state, detector])).toEqual([
      ['search', 'open', 'retry-storm'],
      ['send', 'resolved', 'masked-degradation'],
    ]);
  });

  test('over time, by detector', async () => {
    const rows = await world.rows('findings-by-detector', 3 * DAY);
    const total = (name: string) => rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);
    expect(['identical-call-loop', 'cycle-loop', 'retry-storm', 'masked-degradation'].map(total)).toEqual([3, 2, 1, 1]);
  });
});
