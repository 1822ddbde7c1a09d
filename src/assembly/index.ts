import type { Frame, ToolCall } from '../model/tool-call.js';

/** Brings the records of traces together: session, agent and turn of each call. */
export interface Assembly {
  add(calls: readonly ToolCall[], frames: readonly Frame[]): { readonly changed: ToolCall[] };
  forget(traceIds: readonly string[]): void;
}

/** An empty assembly. */
export function createAssembly(): Assembly {
  const calls = new Map<string, Map<string, ToolCall>>();
  const frames = new Map<string, Map<string, Frame>>();
  const at = <T>(map: Map<string, Map<string, T>>, trace: string) => {
    const known = map.get(trace) ?? new Map<string, T>();
    map.set(trace, known);
    return known;
  };
  function derive(call: ToolCall): ToolCall {
    const around = at(frames, call.traceId);
    let session = call.sessionFrom === 'call' ? call.session : undefined;
    let agent: Frame | undefined;
    let parent = call.parentSpanId;
    for (let depth = 0; parent !== undefined && depth < 64; depth++) {
      const frame: Frame | undefined = around.get(parent);
      if (frame?.kind === 'agent') agent ??= frame;
      session ??= frame?.conversation;
      parent = frame?.parentSpanId ?? at(calls, call.traceId).get(parent)?.parentSpanId;
    }
    session ??= [...around.values()].find(({ conversation }) => conversation !== undefined)?.conversation;
    const model = [...around.values()]
      .filter((frame) => frame.kind === 'model' && (frame.endedMs ?? Infinity) <= call.startedMs)
      .at(-1);
    return {
      ...call,
      session: session ?? call.traceId,
      agent: call.agent ?? agent?.agent,
      agentInstance: agent?.spanId ?? call.agentInstance,
      turn: model?.spanId ?? call.turn,
      model: call.model ?? model?.model,
      inputTokens: call.inputTokens ?? model?.inputTokens,
      outputTokens: call.outputTokens ?? model?.outputTokens,
    };
  }
  return {
    add(more, moreFrames) {
      const traces = new Set([...more, ...moreFrames].map(({ traceId }) => traceId));
      for (const call of more) at(calls, call.traceId).set(call.spanId, call);
      for (const frame of moreFrames) at(frames, frame.traceId).set(frame.spanId, frame);
      const changed = [...traces].flatMap((trace) => [...at(calls, trace).values()].map(derive));
      for (const call of changed) at(calls, call.traceId).set(call.spanId, call);
      return { changed };
    },
    forget(traceIds) {
      for (const id of traceIds) {
        calls.delete(id);
        frames.delete(id);
      }
    },
  };
}
