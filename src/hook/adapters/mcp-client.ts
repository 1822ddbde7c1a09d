import { SpanKind, trace } from '@opentelemetry/api';
import type { Call } from '../call.js';
import { type HookOptions, hookOf } from '../options.js';
import { perform } from '../perform.js';
import { safely } from '../safely.js';
import { carried } from './carry.js';
import { signalIn } from './guard-call.js';
import { readMcpResult, refusedMcp } from './mcp-result.js';
import { learnAnnotations, noteRequestIds, serverFacts } from './mcp-transport.js';

/** What the hook needs of the official MCP client; every major line of the SDK has it. */
export interface McpClientLike {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's overloads differ between its major lines.
  callTool(params: any, ...rest: any[]): Promise<any>;
}

const instrumented = new WeakSet<object>();

/**
 * Turns every tool call of an official MCP TypeScript client into a span, and hands the same client back.
 * The trace context travels in `_meta`, so that an instrumented server continues the same trace.
 */
export function instrumentMcpClient<C extends McpClientLike>(client: C, options: HookOptions = {}): C {
  if (instrumented.has(client)) return client;
  instrumented.add(client);
  const hook = hookOf(options);
  const annotations = learnAnnotations(client);
  const original = client.callTool;
  const callTool: McpClientLike['callTool'] = function (this: unknown, params, ...rest) {
    const call = safely(() => describe(client, params, rest, annotations));
    if (!call) return original.call(this, params, ...rest);
    const make = () => {
      safely(() => noteRequestIds(client));
      return original.call(this, safely(() => carried(params, trace.getActiveSpan())) ?? params, ...rest);
    };
    return perform(call, hook, { make, read: readMcpResult, refused: async (refusal) => refusedMcp(refusal) });
  };
  Object.defineProperty(client, 'callTool', { value: callTool, configurable: true, writable: true, enumerable: false });
  return client;
}

function describe(
  client: object,
  params: { name: string; arguments?: unknown },
  rest: unknown[],
  annotations: Annotations,
): Call {
  const { name } = params;
  const { server, attributes } = serverFacts(client);
  return {
    tool: name,
    arguments: params.arguments ?? {},
    spanName: `tools/call ${name}`,
    kind: SpanKind.CLIENT,
    server,
    signal: signalIn(rest),
    ...annotations(name),
    attributes: { 'mcp.method.name': 'tools/call', ...attributes },
  };
}

type Annotations = ReturnType<typeof learnAnnotations>;
