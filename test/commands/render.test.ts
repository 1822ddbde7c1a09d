import { describe, expect, test } from 'vitest';
import { baselineKey, parseBaseline, writeBaseline } from '../../src/commands/baseline.js';
import { type Checked, parseFailOn, renderChecked, sortOut } from '../../src/commands/check.js';
import { duration, painter, plural, renderFindings, totalWaste, visible } from '../../src/commands/render-text.js';
import { findingRow } from '../../src/model/export-rows.js';
import { finding } from '../support/findings.js';

const HOSTILE = '\u001b[31m<script>"a|b" & `c`\n]]>';

describe('text for a person', () => {
  test.each([
    [0.004, '4 ms'],
    [11, '11 s'],
    [200, '3 min 20 s'],
    [7500, '2 h 5 min'],
  ])('%d seconds are said as %s', (seconds, said) => expect(duration(seconds)).toBe(said));

  test.each([
    [1, '1 call'],
    [9200, '9,200 calls'],
  ])('%d is said as %s', (n, said) => expect(plural(n, 'call')).toBe(said));

  test('control characters from outside are shown, not obeyed; line breaks stay', () => {
    expect(visible('a\u001b[2Jb\nc')).toBe('a\\x1b[2Jb\nc');
  });

  test('the worst finding comes first, with cost, fix and proof', () => {
    const text = renderFindings(
      [finding({ severity: 'info', tool: 'mild' }), finding({ severity: 'critical', tool: 'harsh' })].map(findingRow),
      painter(false),
    );
    expect(text.indexOf('harsh')).toBeLessThan(text.indexOf('mild'));
    for (const part of ['cost', 'fix', 'proof', 'CRITICAL']) expect(text).toContain(part);
  });

  test('a call that is wasted in two findings counts once', () => {
    const one = finding({ wastedCalls: ['a', 'b'], wasted: { calls: 2, seconds: 4, tokens: undefined } });
    const other = finding({ wastedCalls: ['b', 'c'], wasted: { calls: 2, seconds: 2, tokens: undefined } });
    expect(totalWaste([one, other])).toEqual({ calls: 3, seconds: 5 });
  });
});

describe('check', () => {
  const warning = finding({ severity: 'warning', about: 'a' });
  const info = finding({ severity: 'info', about: 'b', detector: 'empty-result-retry' });

  test.each([
    ['warning', [warning]],
    ['info', [warning, info]],
    ['critical', []],
    ['empty-result-retry', [info]],
  ])('--fail-on %s fails on what it names', (failOn, failing) => {
    expect(sortOut([warning, info], parseFailOn(failOn), new Set()).failing).toEqual(failing);
  });

  test('--fail-on with a word that is neither severity nor detector is refused', () => {
    expect(() => parseFailOn('sometimes')).toThrow(/--fail-on takes info, warning, critical/);
  });

  test('a baseline accepts what it was written from, and nothing else', () => {
    const accepted = parseBaseline(writeBaseline([warning]), 'baseline.json');
    expect(sortOut([warning, info], parseFailOn('info'), accepted)).toEqual({
      failing: [info],
      passing: [],
      known: [warning],
    });
    expect(accepted).toEqual(new Set([baselineKey(warning)]));
  });

  test.each(['[]', '{"accepted": 3}', '{'])('a file with %s is no baseline', (text) => {
    expect(() => parseBaseline(text, 'b.json')).toThrow(/b\.json/);
  });

  const checked: Checked = {
    failing: [finding({ tool: HOSTILE, message: HOSTILE })],
    passing: [info],
    known: [warning],
  };

  test('junit is well-formed whatever stands in a tool name', () => {
    const xml = renderChecked(checked, 'junit', ['trace.json']);
    expect(xml).toContain('tests="3" failures="1" skipped="1"');
    expect(xml.match(/<testcase /g)).toHaveLength(3);
    expect(xml).not.toContain('<script');
  });

  test('sarif names a rule for each result', () => {
    const { runs } = JSON.parse(renderChecked(checked, 'sarif', ['trace.json']));
    const rules = new Set(runs[0].tool.driver.rules.map(({ id }: { id: string }) => id));
    expect(runs[0].results).toHaveLength(3);
    for (const { ruleId } of runs[0].results) expect(rules.has(ruleId)).toBe(true);
  });

  test('markdown keeps its table whatever stands in a message', () => {
    const rows = renderChecked(checked, 'markdown', [])
      .split('\n')
      .filter((line) => line.startsWith('| '));
    expect(rows).toHaveLength(3);
    expect(rows.join()).not.toContain('<script');
  });

  test('json says whether it failed', () => {
    expect(JSON.parse(renderChecked(checked, 'json', [])).failed).toBe(true);
  });
});
