import type { Case } from '../case.js';

/** Written from section 4.6 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a tool, failed',
    log: {
      scope: 'cline',
      body: 'task.tool_used',
      attributes: { ulid: 'u1', tool: 'read_file', success: false, modelId: 'm', provider: 'p' },
    },
    call: { tool: 'read_file', conversation: 'u1', agent: 'cline', model: 'm', failureFlag: true, reported: 'error' },
  },
  {
    what: 'the documented names',
    log: {
      scope: 'cline',
      body: 'task.tool_used',
      attributes: { task_id: 'u1', tool_name: 'read_file', success: true, duration_ms: 50 },
    },
    call: {
      tool: 'read_file',
      conversation: 'u1',
      agent: 'cline',
      failureFlag: false,
      reported: 'ok',
      startedMs: Date.UTC(2026, 0, 1) + 4950,
    },
  },
  {
    what: 'the final record of an MCP call',
    log: {
      scope: 'cline',
      body: 'task.mcp_tool_called',
      attributes: { ulid: 'u1', serverName: 'crm', toolName: 'lookup', status: 'error', errorMessage: 'gone' },
    },
    call: {
      tool: 'lookup',
      server: 'crm',
      conversation: 'u1',
      agent: 'cline',
      failureFlag: true,
      reported: 'error',
      errorTexts: ['gone'],
    },
  },
  {
    what: 'its first record',
    log: {
      scope: 'cline',
      body: 'task.mcp_tool_called',
      attributes: { ulid: 'u1', toolName: 'lookup', status: 'started' },
    },
    nothing: true,
  },
  {
    what: 'the same call told a second time',
    log: { scope: 'cline', body: 'task.tool_used', attributes: { ulid: 'u1', tool: 'use_mcp_tool', success: true } },
    nothing: true,
  },
];
