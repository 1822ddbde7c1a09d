import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONVENTIONS, FIELDS, recognise, recogniseLog } from '../../src/conventions/index.js';
import type { Json, JsonObject } from '../../src/model/json.js';
import { log, span } from '../support/spans.js';
import { tables } from './tables.js';

const cases = tables.flatMap(({ cases }) => cases);
const spans = cases.flatMap(({ span: words }) => (words ? [span(words)] : []));
const logs = cases.flatMap(({ log: words }) => (words ? [log(words)] : []));

/** Every key that some fixture uses, so that wrong values hit keys that are really read. */
const keys = [...new Set([...spans, ...logs].flatMap(({ attributes }) => Object.keys(attributes)))];

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
/** Values that look like what is expected and are not. */
const treacherous = fc.constantFrom<Json>(
  '',
  '{',
  '[[',
  '"',
  '{"content":',
  'null',
  '{}',
  '[]',
  'constructor',
  '__proto__',
  "content='",
  '{"__proto__":{"a":1}}',
  '{"type":"tool","data":null}',
  '{"content":[null,1],"isError":"maybe"}',
  '{"messages":[null,[null],{"role":5,"content":[{"type":"tool_call"}]}]}',
  '{"jsonrpc":"2.0","error":{"code":{}}}',
  -1,
  Number.MAX_VALUE,
);
const value = fc.oneof(
  json,
  treacherous,
  json.map((one) => JSON.stringify(one)),
);
const overlay = fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), value, {
  maxKeys: 8,
}) as fc.Arbitrary<JsonObject>;

function without<T extends { attributes: JsonObject }>(record: T, attributes: JsonObject): T {
  return { ...record, attributes: { ...record.attributes, ...attributes } };
}

describe('laws of recognition', () => {
  test('unknown attributes and wrong types never throw, and a span is always a call or a frame', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...spans),
        overlay,
        fc.array(
          fc.record({
            name: fc.constantFrom('exception', 'gen_ai.choice', 'x'),
            attributes: overlay,
            atMs: fc.constant(0),
          }),
          { maxLength: 2 },
        ),
        (record, more, events) => {
          const { call, frame } = recognise({ ...without(record, more), events });
          return (call === undefined) !== (frame === undefined);
        },
      ),
      { numRuns: 600 },
    );
  });

  test('nor do log records', () => {
    fc.assert(
      fc.property(fc.constantFrom(...logs), overlay, fc.oneof(json, fc.constant(undefined)), (record, more, body) => {
        const { call, frame } = recogniseLog({ ...without(record, more), body: body ?? record.body });
        return call === undefined || frame === undefined;
      }),
      { numRuns: 300 },
    );
  });

  test('an attribute that nobody knows changes nothing', () => {
    for (const record of spans)
      expect(recognise(without(record, { 'x.unknown': [1, { a: null }] }))).toEqual(recognise(record));
  });

  test('recognition is a function: twice the same', () => {
    for (const record of spans) expect(recognise(record)).toEqual(recognise(record));
    for (const record of logs) expect(recogniseLog(record)).toEqual(recogniseLog(record));
  });

  test('a log record sent twice has the same ids, and two records have different ones', () => {
    const ids = logs.flatMap((record) => {
      const { call, frame } = recogniseLog(record);
      const found = call ?? frame;
      return found ? [`${found.traceId}/${found.spanId}/${found.startedMs}/${found.endedMs}`] : [];
    });
    const later = logs.flatMap((record) => {
      const { call, frame } = recogniseLog({ ...record, timeMs: record.timeMs + 1 });
      const found = call ?? frame;
      return found ? [found.spanId] : [];
    });
    expect(ids.length).toBeGreaterThan(10);
    expect(later.filter((id) => ids.some((one) => one.includes(id)))).toEqual([]);
  });

  test('an MCP-wrapped and an unwrapped result of one tool read the same', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { minKeys: 2, maxKeys: 3 }), (fields) => {
        const text = JSON.stringify({ zz_own: 1, ...fields });
        const wrapped = JSON.stringify({ content: [{ type: 'text', text }], isError: false });
        const [a, b] = [text, wrapped].map(
          (result) =>
            recognise(
              span({
                name: 'execute_tool t',
                attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.call.result': result },
              }),
            ).call?.result,
        );
        expect(b).toEqual(a);
      }),
    );
  });
});

describe('what every convention says about itself', () => {
  test.each(CONVENTIONS.map((convention) => [convention.id, convention] as const))('%s', (_, convention) => {
    expect(convention.title).not.toBe('');
    expect(convention.source).not.toBe('');
    expect(convention.read ?? convention.readLog).toBeDefined();
    expect(
      FIELDS.map((field) => convention.support[field]).every((one) => ['default', 'opt-in', 'never'].includes(one)),
    ).toBe(true);
    const needsSwitch = [convention.support.arguments, convention.support.result].includes('opt-in');
    expect(needsSwitch && convention.support.capture === undefined).toBe(false);
  });

  test('ids are unique', () => {
    expect(new Set(CONVENTIONS.map(({ id }) => id)).size).toBe(CONVENTIONS.length);
  });
});
