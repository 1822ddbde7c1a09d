import { SpanKind } from '@opentelemetry/api';
import type { Call } from '../call.js';

/** A call that runs in this process, in the words of the GenAI conventions. */
export function internalCall(tool: string, args: unknown, more: Partial<Call> = {}): Call {
  return {
    tool,
    arguments: args,
    spanName: `execute_tool ${tool}`,
    kind: SpanKind.INTERNAL,
    ...more,
    attributes: { 'gen_ai.tool.type': 'function', ...more.attributes },
  };
}
