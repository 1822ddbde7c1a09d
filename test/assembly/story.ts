import { type Assembly, createAssembly } from '../../src/assembly/index.js';
import type { Frame, ToolCall } from '../../src/model/tool-call.js';
import { type CallWords, call } from '../support/calls.js';
import { type FrameWords, frame } from '../support/frames.js';

/** A record as it comes from the wire: nothing is known but what it says itself. Span ids are short words. */
export function span(spanId: string, words: CallWords & { readonly conversation?: string } = {}): ToolCall {
  const { conversation, ...rest } = words;
  const traceId = rest.traceId ?? 't1';
  return call({
    spanId,
    traceId,
    callId: undefined,
    session: conversation ?? traceId,
    sessionFrom: conversation === undefined ? 'none' : 'call',
    agent: undefined,
    agentInstance: '',
    args: undefined,
    answer: undefined,
    at: 0,
    ...rest,
  });
}

/** A log record of a call: written at the end, hanging below nothing unless said. */
export function log(spanId: string, words: CallWords & { readonly conversation?: string } = {}): ToolCall {
  return span(spanId, { from: 'log', scope: 'logs', ...words });
}

/** A tool message in the prompt of a later turn. */
export function message(spanId: string, words: CallWords & { readonly conversation?: string } = {}): ToolCall {
  return span(spanId, { from: 'message', scope: 'message', convention: 'message', takes: 0, ...words });
}

/** A frame in the same short words. */
export function framed(spanId: string, kind: Frame['kind'], words: FrameWords = {}): Frame {
  return frame({ spanId, kind, traceId: 't1', ...words });
}

/** Records in one heap, as a test tells them. */
export type Told = readonly (ToolCall | Frame)[];

export function isFrame(record: ToolCall | Frame): record is Frame {
  return 'kind' in record;
}

/** Everything that was ever told as changed, by trace and span: what a store would hold. */
export class Book {
  readonly rows = new Map<string, ToolCall>();

  constructor(readonly assembly: Assembly = createAssembly()) {}

  add(records: Told): this {
    const frames = records.filter(isFrame);
    const calls = records.filter((one): one is ToolCall => !isFrame(one));
    for (const row of this.assembly.add(calls, frames).changed)
      this.rows.set(`${row.traceId}/${row.spanId}/${row.from}`, row);
    return this;
  }

  row(spanId: string): ToolCall {
    const row = [...this.rows.values()].find((one) => one.spanId === spanId);
    if (!row) throw new Error(`no row ${spanId}`);
    return row;
  }

  /** Rows by key, in order of key. */
  sorted(): ToolCall[] {
    return [...this.rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  /** Which records make up which call: head span id to the ids of its parts. */
  calls(): Record<string, string[]> {
    const heads: Record<string, string[]> = {};
    for (const row of this.sorted()) if (row.partOf === undefined) heads[row.spanId] = [];
    for (const row of this.sorted()) if (row.partOf !== undefined) heads[row.partOf]?.push(row.spanId);
    return heads;
  }
}

/** A book of these records, told at once. */
export function book(records: Told): Book {
  return new Book().add(records);
}
