import { type Case, captured } from '../case.js';

/** Written from section 3.7 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'its own MCP span',
    span: {
      name: 'mcp tools/call lookup',
      scope: 'amazon.opentelemetry.distro.instrumentation.mcp',
      kind: 'client',
      status: 'error',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': 'lookup',
        'error.type': 'tool_error',
        'gen_ai.tool.call.arguments': '{"id":7}',
      },
    },
    call: { tool: 'lookup', arguments: captured({ id: 7 }), reported: 'error', machineCodes: ['tool_error'] },
  },
  {
    what: 'the MCP session is plumbing',
    span: { name: 'mcp.session', scope: 'amazon.opentelemetry.distro.instrumentation.mcp' },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'content that was taken off a span, one record for both sides',
    log: {
      event: 'openinference.instrumentation.langchain',
      scope: 'openinference.instrumentation.langchain',
      traceId: 'b'.repeat(32),
      spanId: '2'.repeat(16),
      body: {
        input: { messages: [{ role: 'user', content: '{"id":7}' }] },
        output: {
          messages: [
            { role: 'assistant', content: '{"type":"tool","content":"gone","tool_call_id":"c1","status":"error"}' },
          ],
        },
      },
    },
    frame: {
      kind: 'plumbing',
      name: 'openinference.instrumentation.langchain',
      traceId: 'b'.repeat(32),
      parentSpanId: '2'.repeat(16),
      lends: { arguments: captured({ id: 7 }), result: captured('gone'), callId: 'c1', failureFlag: true },
    },
  },
  {
    what: 'content that was taken off a span, one record an attribute',
    log: {
      event: 'gen_ai.user.message',
      scope: 'gen_ai.events',
      traceId: 'b'.repeat(32),
      spanId: '2'.repeat(16),
      attributes: { original_attribute: 'traceloop.entity.input' },
      body: { role: 'user', content: '{"args":[],"kwargs":{"id":7}}' },
    },
    frame: {
      kind: 'plumbing',
      name: 'gen_ai.user.message',
      traceId: 'b'.repeat(32),
      parentSpanId: '2'.repeat(16),
      lends: { arguments: captured({ id: 7 }) },
    },
  },
  {
    what: 'a log line of the same library',
    log: { scope: 'gen_ai.events', body: 'hello', spanId: '2'.repeat(16) },
    nothing: true,
  },
];
