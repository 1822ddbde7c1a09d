import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContentMode, flat, instrumentTool } from '../../src/hook/index.js';
import { type Recorder, startRecorder } from './support.js';

let recorder: Recorder;
beforeAll(() => {
  recorder = startRecorder();
});
beforeEach(() => recorder.reset());
afterAll(() => recorder.stop());

const SECRET = 'sk-proj-abcdefghijklmnop1234567890ABCDEF';

async function attributesOf(content: ContentMode | undefined, args: unknown, answer: unknown) {
  await instrumentTool('find', async (_: unknown) => answer, { content })(args);
  const { attributes, status } = recorder.only('execute_tool find');
  recorder.reset();
  return { args: attributes['gen_ai.tool.call.arguments'], result: attributes['gen_ai.tool.call.result'], status };
}

describe('content of spans', () => {
  test('secrets are masked by default, and equal secrets stay equal', async () => {
    const one = await attributesOf(undefined, { q: 'x', api_key: SECRET }, { token: SECRET, mail: 'ada@example.org' });
    expect(one.args).toContain('"q":"x"');
    expect(`${one.args}${one.result}`).not.toContain(SECRET);
    expect(one.result).not.toContain('ada@example.org');
    expect((await attributesOf('redacted', { q: 'x', api_key: SECRET }, {})).args).toBe(one.args);
    expect((await attributesOf('redacted', { q: 'x', api_key: `${SECRET}2` }, {})).args).not.toBe(one.args);
  });

  test('full writes everything', async () => {
    expect(await attributesOf('full', { key: SECRET }, [1])).toMatchObject({
      args: `{"key":"${SECRET}"}`,
      result: '[1]',
    });
  });

  test('hash-only writes hashes, equal for equal content, and still tells nothing from something', async () => {
    const one = await attributesOf('hash-only', { q: 'x' }, { rows: [1] });
    expect(one.args).toMatch(/^\{"\$hash":"[0-9a-f]{32}"\}$/);
    expect((await attributesOf('hash-only', { q: 'x' }, [])).args).toBe(one.args);
    expect((await attributesOf('hash-only', { q: 'y' }, [])).args).not.toBe(one.args);
    expect((await attributesOf('hash-only', { q: 'x' }, [])).result).toBe('[]');
    await instrumentTool('find', async () => [], { content: 'hash-only' })();
    expect(recorder.calls()).toMatchObject([{ outcome: 'empty' }]);
  });

  test('none writes no content, but the outcome stays known', async () => {
    expect(await attributesOf('none', { q: 'x' }, [1])).toMatchObject({ args: undefined, result: undefined });
    await instrumentTool('find', async () => [1], { content: 'none' })();
    expect(recorder.calls()).toMatchObject([{ outcome: 'ok', arguments: { state: 'absent' } }]);
  });

  test.each<ContentMode>(['none', 'hash-only'])('with %s no text of an error is written', async (content) => {
    const fail = instrumentTool('find', async () => Promise.reject(new Error(`no access for ${SECRET}`)), { content });
    await expect(fail()).rejects.toThrow();
    expect(JSON.stringify(recorder.only('execute_tool find').events)).not.toContain('no access');
    expect(recorder.only('execute_tool find').status.message ?? '').not.toContain('no access');
  });

  test("the tool's own description is content: redacted, or not written", async () => {
    const failure = flat.business({ description: `Order of ada@example.org is closed`, code: 'conflict' });
    const spanOf = async (content: ContentMode) => {
      await instrumentTool('find', async () => failure, { content })();
      const { attributes, status } = recorder.only('execute_tool find');
      recorder.reset();
      return { attributes, text: JSON.stringify({ attributes, status }) };
    };
    expect((await spanOf('full')).attributes['refrain.description']).toContain('ada@example.org');
    for (const content of ['redacted', 'hash-only', 'none'] as const) {
      const { attributes, text } = await spanOf(content);
      expect(text).not.toContain('ada@example.org');
      expect(attributes).toMatchObject({ 'refrain.error.code': 'conflict', isRetryable: false });
    }
    expect((await spanOf('redacted')).attributes['refrain.description']).toContain('is closed');
    expect((await spanOf('none')).text).not.toContain('is closed');
  });

  test('large content is cut, marked, and never taken for the whole', async () => {
    const { args, result } = await attributesOf(undefined, { text: 'a'.repeat(50_000) }, 'b'.repeat(5_000_000));
    for (const text of [args, result]) {
      expect(String(text).length).toBeLessThan(17_000);
      expect(text).toMatch(/\.\.\.\[TRUNCATED: original length \d+\]$/);
    }
    await instrumentTool('find', async (_: object) => 'x'.repeat(50_000))({ text: 'a'.repeat(50_000) });
    expect(recorder.calls()).toMatchObject([
      { arguments: { state: 'truncated', partial: true }, result: { state: 'truncated' } },
    ]);
  });

  test('the size of a result does not make the call slow', async () => {
    const rows = Array.from({ length: 300_000 }, (_, id) => ({ id, name: `row ${id}`, tags: ['a', 'b'] }));
    const tool = instrumentTool('find', async () => rows);
    await tool();
    const startedMs = performance.now();
    for (let i = 0; i < 10; i++) await tool();
    // Writing such a result out as JSON once takes longer than this.
    expect((performance.now() - startedMs) / 10).toBeLessThan(60);
  });

  test.each<[string, unknown, string]>([
    ['bytes', new Uint8Array(9), '"<9 bytes>"'],
    ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['a map', new Map([['a', 1]]), '[["a",1]]'],
    ['an error', new TypeError('x'), '{"message":"x","name":"TypeError"}'],
    ['a big number', 10n, '"10"'],
    ['nothing', undefined, 'null'],
    ['an object without prototype', Object.create(null, { a: { value: 1, enumerable: true } }), '{"a":1}'],
  ])('%s is written as JSON', async (_, answer, text) => {
    expect((await attributesOf('full', {}, answer)).result).toBe(text);
  });
});
