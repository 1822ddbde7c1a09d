import { type Case, captured } from '../case.js';

/** Written from section 4.4 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a shell call that failed',
    log: {
      scope: 'codex_otel',
      attributes: {
        'event.name': 'codex.tool_result',
        'conversation.id': 's1',
        tool_name: 'shell',
        call_id: 'c1',
        success: 'false',
        duration_ms: '100',
        model: 'gpt',
        arguments: '{"command":["ls","/x"]}',
        output: '{"output":"ls: /x: No such file","metadata":{"exit_code":2,"duration_seconds":0.1}}',
      },
    },
    call: {
      tool: 'shell',
      callId: 'c1',
      conversation: 's1',
      agent: 'codex',
      model: 'gpt',
      arguments: captured({ command: ['ls', '/x'] }),
      result: captured('ls: /x: No such file'),
      failureFlag: true,
      reported: 'error',
      machineCodes: ['exit code 2'],
      startedMs: Date.UTC(2026, 0, 1) + 4900,
    },
  },
  {
    what: 'a preview is marked as cut',
    log: {
      attributes: {
        'event.name': 'codex.tool_result',
        tool_name: 'shell',
        call_id: 'c1',
        success: 'true',
        output: 'a\n[... telemetry preview truncated ...]',
      },
    },
    call: {
      tool: 'shell',
      callId: 'c1',
      agent: 'codex',
      failureFlag: false,
      reported: 'ok',
      result: { state: 'truncated', value: 'a\n[... telemetry preview truncated ...]' },
    },
  },
  {
    what: 'a denied call',
    log: {
      attributes: {
        'event.name': 'codex.tool_decision',
        tool_name: 'shell',
        call_id: 'c2',
        decision: 'denied',
        source: 'user',
      },
    },
    call: {
      tool: 'shell',
      callId: 'c2',
      agent: 'codex',
      failureFlag: true,
      reported: 'error',
      cancelled: true,
      errorTexts: ['denied by user'],
    },
  },
  {
    what: 'an MCP span',
    span: {
      name: 'mcp.tools.call',
      scope: 'codex',
      kind: 'client',
      attributes: {
        'rpc.system': 'jsonrpc',
        'rpc.method': 'tools/call',
        'tool.name': 'lookup',
        'tool.call_id': 'c1',
        'mcp.server.name': 'crm',
        'mcp.server.origin': 'stdio',
        'conversation.id': 's1',
      },
    },
    call: { tool: 'lookup', callId: 'c1', server: 'crm', conversation: 's1' },
  },
  {
    what: 'model output with a tool name is no call',
    span: { name: 'handle_responses', scope: 'codex', attributes: { tool_name: 'shell' } },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'a model turn',
    log: {
      attributes: {
        'event.name': 'codex.sse_event',
        'event.kind': 'response.completed',
        'conversation.id': 's1',
        model: 'gpt',
        input_token_count: '10',
        output_token_count: '5',
      },
    },
    frame: {
      kind: 'model',
      name: 'codex.sse_event',
      conversation: 's1',
      model: 'gpt',
      tokens: { input: 10, output: 5 },
    },
  },
  {
    what: 'a prompt by a person',
    log: { attributes: { 'event.name': 'codex.user_prompt', 'conversation.id': 's1' } },
    frame: { kind: 'user', name: 'codex.user_prompt', conversation: 's1' },
  },
  {
    what: 'another stream event',
    log: { attributes: { 'event.name': 'codex.sse_event', 'event.kind': 'response.created' } },
    nothing: true,
  },
];
