import type { ToolCall } from '../model/tool-call.js';

/** How a tool is called across sessions: with its server, where it has one. */
export function toolName({ server, tool }: Pick<ToolCall, 'server' | 'tool'>): string {
  return server === undefined ? tool : `${server}/${tool}`;
}
