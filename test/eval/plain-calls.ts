import { readRequests } from '../../src/commands/input.js';
import { recogniseSpans } from '../../src/pipeline.js';
import type { PlainCall } from './baselines/baseline.js';

/** Calls as raw as other products see them, by session, in order of start. */
export async function plainCalls(files: readonly string[]): Promise<PlainCall[][]> {
  const sessions = new Map<string, PlainCall[]>();
  for (const file of files) {
    for await (const { spans } of readRequests(file, () => {})) {
      for (const { call } of recogniseSpans(spans).recognised) {
        if (!call) continue;
        const session = call.conversation ?? call.traceId;
        const one = {
          id: call.spanId,
          session,
          tool: call.tool,
          args: JSON.stringify(call.arguments.value ?? null),
          result: JSON.stringify(call.result.value ?? call.errorTexts[0] ?? null),
          failed: call.reported === 'error',
          startedMs: call.startedMs,
        };
        sessions.set(session, [...(sessions.get(session) ?? []), one]);
      }
    }
  }
  return [...sessions.values()].map((calls) => calls.sort((a, b) => a.startedMs - b.startedMs));
}
