import type { LogRecord } from '../model/span.js';
import type { Convention, Reading } from './convention.js';
import { eventNames } from './directory.js';
import { firstText, flagOf, textOf } from './reading/attributes.js';
import { negated } from './reading/failure.js';
import { callFromLog } from './reading/log-call.js';

const ID = 'cline';
const USED = 'task.tool_used';
const MCP = 'task.mcp_tool_called';
/** The tool by which Cline calls MCP tools; the call itself has its own event. */
const RELAYS = new Set(['use_mcp_tool', 'access_mcp_resource']);
const TASK = ['ulid', 'task_id', 'taskId'];

/** Cline's telemetry events as log records. */
export const cline: Convention = {
  id: ID,
  title: 'Cline',
  source: 'cline/cline: apps/vscode/src/services/telemetry/TelemetryService.ts; reference 4.6',
  markers: { events: [USED, MCP] },
  support: {
    name: 'default',
    arguments: 'never',
    result: 'never',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'never',
    unrun: 'never',
    capture: undefined,
    note: 'No arguments, so only detectors that count failures can work.',
  },
  readLog: (log) => {
    const names = eventNames(log);
    if (names.includes(MCP)) return mcpEvent(log);
    return names.includes(USED) ? usedEvent(log) : undefined;
  },
};

function usedEvent(log: LogRecord): Reading | undefined {
  const { attributes } = log;
  const tool = firstText(attributes, ['tool', 'tool_name']) ?? 'unknown';
  if (RELAYS.has(tool)) return undefined;
  return callFromLog(log, ID, {
    tool,
    callId: undefined,
    conversation: firstText(attributes, TASK),
    agent: ID,
    failed: negated(flagOf(attributes['success'])),
  });
}

/** Two records a call: the first says only that it started. */
function mcpEvent(log: LogRecord): Reading | undefined {
  const { attributes } = log;
  const status = textOf(attributes['status']);
  if (status === 'started') return undefined;
  return callFromLog(log, ID, {
    tool: firstText(attributes, ['toolName', 'tool_name']) ?? 'unknown',
    callId: undefined,
    conversation: firstText(attributes, TASK),
    agent: ID,
    server: firstText(attributes, ['serverName', 'server_name']),
    failed: status === 'error' ? true : status === 'success' ? false : undefined,
    texts: [firstText(attributes, ['errorMessage', 'error_message'])],
  });
}
