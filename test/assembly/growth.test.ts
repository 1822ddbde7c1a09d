import { describe, expect, test } from 'vitest';
import { createAssembly } from '../../src/assembly/index.js';
import type { Frame, ToolCall } from '../../src/model/tool-call.js';
import { shuffled } from '../support/test-detector.js';
import { framed, isFrame, log, message, span } from './story.js';

/** One turn of a long session: a model turn, its call, the MCP span inside, its log, the message in the next prompt. */
function turn(i: number): (ToolCall | Frame)[] {
  const at = i * 5;
  const args = i % 7;
  return [
    framed(`m${i}`, 'model', { parentSpanId: 'root', at, takes: 1, asksFor: [`k${i}`] }),
    span(`c${i}`, { parentSpanId: 'root', at: at + 1, callId: `k${i}`, args }),
    span(`i${i}`, { parentSpanId: `c${i}`, at: at + 1.01, takes: 0.9, scope: 'mcp', convention: 'mcp', answer: 'x' }),
    log(`l${i}`, { at: at + 1, takes: 1.001, args, traceId: 'logs', conversation: 'chat' }),
    message(`g${i}`, { parentSpanId: 'root', at: at + 5, callId: `k${i}`, args }),
  ];
}

const LENGTH = 10_000;
const root = framed('root', 'agent', { conversation: 'chat', takes: LENGTH * 5 });
const turns = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => turn(from + i)).flat();

/** Milliseconds for one record, after so many others of the same session. */
function costAfter(before: (ToolCall | Frame)[], then: (ToolCall | Frame)[]): number {
  const assembly = createAssembly();
  const add = (records: (ToolCall | Frame)[]) =>
    assembly.add(
      records.filter((one): one is ToolCall => !isFrame(one)),
      records.filter(isFrame),
    );
  add([root, ...before]);
  const start = performance.now();
  for (const record of then) add([record]);
  return (performance.now() - start) / then.length;
}

describe('cost of one more record', { timeout: 120_000 }, () => {
  // A cost that grew with the session would be fifty times as high after fifty times as many records.
  const most = 8;
  const short = () => costAfter(turns(0, 200), turns(200, 400));

  test('does not grow with the session, at its end', () => {
    short();
    expect(costAfter(turns(0, LENGTH), turns(LENGTH, LENGTH + 200)) / short()).toBeLessThan(most);
  });

  test('does not grow with the session, in its middle and in any order', () => {
    const late = shuffled(turns(LENGTH / 2, LENGTH / 2 + 200), 3);
    const before = [...turns(0, LENGTH / 2), ...turns(LENGTH / 2 + 200, LENGTH)];
    expect(costAfter(before, late) / short()).toBeLessThan(most);
  });

  test('does not grow with the parts of one call', () => {
    const part = (i: number) =>
      span(`p${i}`, { parentSpanId: 'c', at: i / 100, takes: 0.001, scope: 'mcp', convention: 'mcp' });
    const call = span('c', { parentSpanId: 'root', takes: 1000 });
    const parts = (from: number, to: number) => [call, ...Array.from({ length: to - from }, (_, i) => part(from + i))];
    const few = costAfter(parts(0, 300), parts(300, 600));
    expect(costAfter(parts(0, LENGTH), parts(LENGTH, LENGTH + 300)) / few).toBeLessThan(most);
  });
});
