import { describe, expect, test } from 'vitest';
import { expandMacros, type MacroContext, MacroError } from '../../src/panels/macros.js';

const FROM = Date.UTC(2026, 10, 1, 12, 0, 0);
const TO = Date.UTC(2026, 10, 1, 18, 30, 0, 250);
const context: MacroContext = { range: { fromMs: FROM, toMs: TO }, intervalMs: 90_000 };
const expand = (sql: string, change: Partial<MacroContext> = {}) => expandMacros(sql, { ...context, ...change });

describe('each macro becomes what Grafana makes of it', () => {
  test.each([
    ['$__interval_ms', '90000'],
    ['$__interval', '1m'],
    ['$__unixEpochFrom()', '1793534400'],
    ['$__unixEpochTo()', '1793557800'],
    ['$__time(at)', 'at AS "time"'],
    ['$__timeEpoch(at)', 'extract(epoch from at) as "time"'],
    ['$__timeFilter(at)', "at BETWEEN '2026-11-01T12:00:00Z' AND '2026-11-01T18:30:00.25Z'"],
    ['$__timeFrom()', "'2026-11-01T12:00:00Z'"],
    ['$__timeTo()', "'2026-11-01T18:30:00.25Z'"],
    ["$__timeGroup(at,'5m')", 'floor(extract(epoch from at)/300)*300'],
    ['$__timeGroup(at, 5m)', 'floor(extract(epoch from at)/300)*300'],
    ['$__timeGroup(at,$__interval)', 'floor(extract(epoch from at)/60)*60'],
    ["$__timeGroupAlias(at,'5m')", 'floor(extract(epoch from at)/300)*300 AS "time"'],
    ["$__timeGroup(at,'5m'), x", 'floor(extract(epoch from at)/300)*300 AS "time", x'],
    ["ORDER BY $__timeGroup(at,'5m')", 'ORDER BY floor(extract(epoch from at)/300)*300'],
    ["$__timeGroup(at,'500ms')", 'floor(extract(epoch from at)/0.5)*0.5'],
    ['$__unixEpochFilter(s)', 's >= 1793534400 AND s <= 1793557800'],
    ['$__unixEpochNanoFilter(n)', 'n >= 1793534400000000000 AND n <= 1793557800250000000'],
    ['$__unixEpochNanoFrom()', '1793534400000000000'],
    ['$__unixEpochNanoTo()', '1793557800250000000'],
    ["$__unixEpochGroup(s,'1h30m')", 'floor((s)/5400)*5400'],
    ["$__unixEpochGroupAlias(s,'1h')", 'floor((s)/3600)*3600 AS "time"'],
    ["coalesce(a, 'x')", "coalesce(a, 'x')"],
  ])('%s', (sql, expected) => {
    expect(expand(sql).sql).toBe(expected);
  });

  test('with timescaledb the group is a time_bucket', () => {
    expect(expand("$__timeGroupAlias(at,'5m')", { timescaledb: true }).sql).toBe(
      `time_bucket('300.000s',at) AS "time"`,
    );
  });

  test('a comma behind one group makes an alias of every group with the same text', () => {
    const group = "$__timeGroup(at,'1h')";
    expect(expand(`SELECT ${group}, x ORDER BY ${group}`).sql).toBe(
      'SELECT floor(extract(epoch from at)/3600)*3600 AS "time", x ORDER BY floor(extract(epoch from at)/3600)*3600 AS "time"',
    );
  });
});

describe('the width of an interval is cut to its largest whole unit', () => {
  test.each([
    [0, '1ms'],
    [999, '999ms'],
    [1_500, '1s'],
    [90_000, '1m'],
    [5_400_000, '1h'],
    [129_600_000, '1d'],
    [400 * 86_400_000, '1y'],
  ])('%d ms is %s', (intervalMs, expected) => {
    expect(expand('$__interval', { intervalMs }).sql).toBe(expected);
  });
});

describe('calendar widths', () => {
  test.each([
    ['2d', 2 * 86_400],
    ['1w', 7 * 86_400],
    ['1M', 30 * 86_400],
    ['1y', 365 * 86_400],
  ])('%s', (width, seconds) => {
    expect(expand(`$__timeGroup(at,'${width}')`).sql).toBe(`floor(extract(epoch from at)/${seconds})*${seconds}`);
  });
});

describe('a wrong call is an error with Grafana words', () => {
  test.each([
    ['$__nothing(at)', 'unknown macro "__nothing"'],
    ['$toString(at)', 'unknown macro "toString"'],
    ['$__timeGroup(at)', 'macro __timeGroup needs time column and interval and optional fill value'],
    ['$__unixEpochGroup(at)', 'macro __unixEpochGroup needs time column and interval and optional fill value'],
    ["$__timeGroup(at,'soon')", "error parsing interval 'soon'"],
    ["$__timeGroup(at,'5m',null)", 'error parsing fill value null'],
    ["$__timeGroup(at,'5m',PREVIOUS)", 'error parsing fill value PREVIOUS'],
    ["$__timeGroup(date_trunc('hour',c),'5m')", 'error parsing interval c'],
  ])('%s', (sql, message) => {
    expect(() => expand(sql)).toThrow(new MacroError(message));
  });
});

describe('a third argument of a group asks for filled gaps', () => {
  test.each([
    ['NULL', { mode: 'null', intervalMs: 300_000 }],
    ['previous', { mode: 'previous', intervalMs: 300_000 }],
    ['0', { mode: 'value', value: 0, intervalMs: 300_000 }],
    ['-1.5', { mode: 'value', value: -1.5, intervalMs: 300_000 }],
  ])('%s', (fill, expected) => {
    expect(expand(`$__timeGroupAlias(at,'5m',${fill})`).fill).toEqual(expected);
  });

  test('without it nothing is filled', () => {
    expect(expand("$__timeGroupAlias(at,'5m')").fill).toBeUndefined();
  });
});

describe('comments', () => {
  test.each([
    ['a macro in a comment vanishes with it', 'SELECT 1 -- $__nothing(x)\n, 2', 'SELECT 1 \n, 2'],
    ['a block comment vanishes', 'SELECT /* $__nothing(x) */ 1', 'SELECT  1'],
    ['dashes inside a literal stay', "SELECT 'a--b'", "SELECT 'a--b'"],
    ['dashes after a doubled quote stay', "SELECT 'it''s--b'", "SELECT 'it''s--b'"],
    ['dashes inside a quoted name stay', 'SELECT "a--b"', 'SELECT "a--b"'],
  ])('%s', (_, sql, expected) => {
    expect(expand(sql).sql).toBe(expected);
  });
});
