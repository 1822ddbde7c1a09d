import { context, type Tracer, type TracerProvider, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { instrumentMcpClient, instrumentTool } from '../../src/hook/index.js';
import { type Recorder, startRecorder } from './support.js';

/** Tracer providers that fail in every way they can. */
const broken = (where: string): TracerProvider => {
  const fail = () => {
    throw new Error(`broken ${where}`);
  };
  const span = new Proxy(
    {},
    {
      get: (_, key) =>
        key === 'spanContext' && where !== 'span' ? () => ({ traceId: '', spanId: '', traceFlags: 0 }) : fail,
    },
  );
  const tracer = { startSpan: where === 'startSpan' ? fail : () => span } as unknown as Tracer;
  return { getTracer: where === 'getTracer' ? fail : () => tracer };
};

const WAYS: Record<string, () => Parameters<typeof instrumentTool>[2]> = {
  'no tracing at all': () => ({}),
  'a working tracer': () => ({}),
  'a tracer provider that throws': () => ({ tracerProvider: broken('getTracer') }),
  'a tracer that throws': () => ({ tracerProvider: broken('startSpan') }),
  'a span that throws': () => ({ tracerProvider: broken('span') }),
  'a conversation function that throws': () => ({
    conversation: () => {
      throw new Error('conversation');
    },
  }),
  'settings that are nonsense': () => ({ settings: { tools: 7 as never } }),
};

describe.each(Object.entries(WAYS))('with %s', (title, options) => {
  let recorder: Recorder | undefined;
  const unhandled = vi.fn();
  beforeEach(() => {
    recorder = title === 'no tracing at all' ? undefined : startRecorder();
    process.on('unhandledRejection', unhandled);
  });
  afterEach(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    await recorder?.stop();
  });

  test('a value comes back as the very same value', () => {
    const value = { big: new Map([[1, 2]]) };
    expect(instrumentTool('t', () => value, options() as never)()).toBe(value);
  });

  test('a promise comes back as the very same promise', async () => {
    const promise = Promise.resolve(7);
    const returned = instrumentTool('t', () => promise, options() as never)();
    expect(returned).toBe(promise);
    expect(await returned).toBe(7);
  });

  test('a thrown error is the very same error, sync and async, whatever was thrown', async () => {
    for (const error of [new TypeError('x'), 'text', undefined, null, Object.freeze({ code: 7 })]) {
      const sync = instrumentTool(
        't',
        () => {
          throw error;
        },
        options() as never,
      );
      expect(() => sync()).toThrow();
      const caught = await instrumentTool('t', () => Promise.reject(error), options() as never)().then(
        () => 'resolved',
        (reason: unknown) => reason,
      );
      expect(caught).toBe(error);
    }
  });

  test('`this` and all arguments reach the tool, and its own properties stay', () => {
    const seen: unknown[] = [];
    const fn = Object.assign(
      function (this: unknown, ...args: unknown[]) {
        seen.push(this, ...args);
      },
      { schema: 'kept' },
    );
    const host = { tool: instrumentTool('t', fn, options() as never) };
    host.tool(1, 'two');
    expect(seen).toEqual([host, 1, 'two']);
    const { schema, length, name } = host.tool as typeof fn;
    expect({ schema, length, name }).toEqual({ schema: 'kept', length: fn.length, name: fn.name });
  });

  test('the order in which awaiting code goes on is the same', async () => {
    const order = async (tool: () => Promise<number>) => {
      const log: string[] = [];
      const a = tool().then(() => log.push('tool'));
      const b = Promise.resolve().then(() => log.push('beside'));
      await Promise.all([a, b]);
      return log;
    };
    const tool = async () => 1;
    expect(await order(instrumentTool('t', tool, options() as never))).toEqual(await order(tool));
  });

  test('a lazy thenable is started once, by the caller and not before', async () => {
    let started = 0;
    const query = {
      // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested.
      then: (done: (value: string) => void) => {
        started += 1;
        done('rows');
      },
    };
    const returned = instrumentTool('t', () => query, options() as never)();
    expect(returned).toBe(query);
    expect(started).toBe(0);
    expect(await returned).toBe('rows');
    expect(started).toBe(1);
  });

  test('generators give the same values and can be left early', async () => {
    const tool = instrumentTool(
      't',
      async function* () {
        yield 1;
        yield 2;
        yield 3;
      },
      options() as never,
    );
    const all: number[] = [];
    for await (const value of tool()) all.push(value);
    expect(all).toEqual([1, 2, 3]);
    for await (const value of tool()) if (value === 2) break;
  });

  test('results that cannot be looked at are handed on', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
        ownKeys: () => {
          throw new Error('no');
        },
        has: () => {
          throw new Error('no');
        },
      },
    );
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const getter = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    for (const value of [hostile, circular, getter, Symbol('s'), 10n, () => 1])
      expect(instrumentTool('t', () => value, options() as never)()).toBe(value);
  });

  test('a frozen promise and a frozen thenable still work', async () => {
    expect(await instrumentTool('t', () => Object.freeze(Promise.resolve(1)), options() as never)()).toBe(1);
    // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested.
    const thenable = Object.freeze({ then: (done: (value: number) => void) => done(2) });
    expect(await instrumentTool('t', () => thenable, options() as never)()).toBe(2);
  });
});

describe('an MCP client that is hostile', () => {
  test('a client without transport, version and listing is instrumented all the same', async () => {
    const client = { callTool: async (params: { name: string }) => ({ content: [], echo: params }) };
    instrumentMcpClient(client);
    expect(await client.callTool({ name: 'x' })).toMatchObject({ content: [] });
    await expect(client.callTool(undefined as never)).resolves.toBeDefined();
  });

  test('instrumenting twice records once', async () => {
    const recorder = startRecorder();
    const client = { callTool: async (_: object) => ({ content: [] }) };
    instrumentMcpClient(instrumentMcpClient(client));
    await client.callTool({ name: 'x' });
    expect(recorder.spans()).toHaveLength(1);
    await recorder.stop();
  });
});

describe('context', () => {
  test('the tool runs within its span, and the caller does not', async () => {
    const recorder = startRecorder();
    let inside: string | undefined;
    const tool = instrumentTool('t', async () => {
      inside = trace.getActiveSpan()?.spanContext().spanId;
    });
    const before = context.active();
    await tool();
    expect(context.active()).toBe(before);
    expect(inside).toBe(recorder.only('execute_tool t').spanContext().spanId);
    await recorder.stop();
  });
});
