import { describe, expect, test } from 'vitest';
import { ALL, InterpolationError, interpolate, type VariableShape } from '../../src/panels/interpolate.js';

const single: VariableShape = { name: 'session', multi: false };
const multi: VariableShape = { name: 'tool', multi: true, allValue: "'*'" };
const listed: VariableShape = { name: 'agent', multi: true, options: ['a', "b'c"] };
const bare: VariableShape = { name: 'bare', multi: true };
const shapes = [single, multi, listed, bare];

describe('variables are inserted as the browser inserts them', () => {
  test.each([
    ['single: raw, no quotes of its own', "x = '$session'", { session: 's1' }, "x = 's1'"],
    ['single: quotes doubled', "x = '$session'", { session: "o'x" }, "x = 'o''x'"],
    ['single, not chosen: nothing', "x = '$session'", {}, "x = ''"],
    ['multi with one value: quoted', 'x IN ($tool)', { tool: 'a' }, "x IN ('a')"],
    ['multi with several values', 'x IN ($tool)', { tool: ['a', 'b'] }, "x IN ('a','b')"],
    ['multi: quotes doubled', 'x IN ($tool)', { tool: ["o'x"] }, "x IN ('o''x')"],
    ['array of a single-valued variable: quoted', 'x IN ($session)', { session: ['a', 'b'] }, "x IN ('a','b')"],
    ['All with a value of its own: that value as it is', 'x IN ($tool)', { tool: ALL }, "x IN ('*')"],
    ['All in a list', 'x IN ($tool)', { tool: [ALL] }, "x IN ('*')"],
    ['All without one: every option', 'x IN ($agent)', { agent: ALL }, "x IN ('a','b''c')"],
    ['braces', 'x IN ($' + '{tool})', { tool: ['a'] }, "x IN ('a')"],
    ['square brackets', 'x IN ([[tool]])', { tool: ['a'] }, "x IN ('a')"],
    ['csv: no quotes', '$' + '{tool:csv}', { tool: ['a', 'b'] }, 'a,b'],
    ['raw: no quotes', '$' + '{tool:raw}', { tool: ["a'b"] }, "a'b"],
    ['pipe', '$' + '{tool:pipe}', { tool: ['a', 'b'] }, 'a|b'],
    ['sqlstring', '$' + '{session:sqlstring}', { session: "a'b" }, "'a''b'"],
    ['singlequote', '$' + '{tool:singlequote}', { tool: ["a'b"] }, "'a\\'b'"],
    ['doublequote', '$' + '{tool:doublequote}', { tool: ['a'] }, '"a"'],
    ['percentencode', '$' + '{session:percentencode}', { session: 'a b' }, 'a%20b'],
    ['a name that is no variable stays', '$__timeFilter(at)', { tool: ['a'] }, '$__timeFilter(at)'],
    ['a longer name is another name', '$tools', { tool: ['a'] }, '$tools'],
    [
      'a value that looks like a variable is not read again',
      '$tool',
      { tool: ['$session'], session: 'x' },
      "'$session'",
    ],
  ])('%s', (_, sql, choices, expected) => {
    expect(interpolate(sql, shapes, choices)).toBe(expected);
  });

  test('All of a variable with unknown options is an error', () => {
    expect(() => interpolate('$bare', shapes, { bare: ALL })).toThrow(InterpolationError);
  });

  test.each(['glob', 'constructor'])('the format %s is an error', (format) => {
    expect(() => interpolate(`\${tool:${format}}`, shapes, { tool: ['a'] })).toThrow(`unknown format ${format}`);
  });
});
