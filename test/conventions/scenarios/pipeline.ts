import { createAssembly } from '../../../src/assembly/index.js';
import { createSealer } from '../../../src/capture/index.js';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.js';
import type { Span } from '../../../src/model/span.js';
import type { ToolCall } from '../../../src/model/tool-call.js';
import { judgeReading, recogniseSpans } from '../../../src/pipeline.js';

const sealer = createSealer({ key: 'test', mode: 'full', maxBytes: 16_384, settings: DEFAULT_SETTINGS });

/** What the service makes of spans that arrive in these requests: the calls, one each, in order of start. */
export function callsIn(requests: readonly (readonly Span[])[]): ToolCall[] {
  const assembly = createAssembly();
  const rows = new Map<string, ToolCall>();
  for (const spans of requests) {
    const { calls, frames, faults } = judgeReading(recogniseSpans(spans), {
      project: 'default',
      settings: DEFAULT_SETTINGS,
      sealer,
    });
    if (faults.size > 0) throw new Error(`faults in ${[...faults.keys()]}`);
    for (const call of assembly.add(calls, frames).changed) rows.set(`${call.traceId}/${call.spanId}`, call);
  }
  return [...rows.values()]
    .filter(({ partOf }) => partOf === undefined)
    .sort((a, b) => a.startedMs - b.startedMs || (a.spanId < b.spanId ? -1 : 1));
}

/** The same for spans that arrive all at once. */
export function callsOf(spans: readonly Span[]): ToolCall[] {
  return callsIn([spans]);
}
