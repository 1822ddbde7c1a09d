import type { Ending } from '../call.js';
import type { Refusal } from '../refusal.js';
import { secondsOf } from '../results/failure.js';
import type { McpResult } from '../results/mcp.js';

/** Reads an MCP CallToolResult: `isError` is the protocol's flag. */
export function readMcpResult(value: unknown): Ending {
  const { isError, content } = (value ?? {}) as { isError?: unknown; content?: unknown };
  if (isError !== true) return { result: value, failed: false };
  return { result: value, failed: true, errorType: 'tool_error', text: firstText(content) };
}

function firstText(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined;
  const block = content.find((one) => typeof one?.text === 'string');
  return block?.text;
}

/** A refusal as an MCP result. It is an error result, because the tool's answer is not in it. */
export function refusedMcp(refusal: Refusal): McpResult {
  const { text, category, code, retryable, retryAfterMs, reason, rule } = refusal;
  return {
    content: [{ type: 'text', text }],
    structuredContent: {
      refused: true,
      rule,
      ...(category === undefined ? {} : { errorCategory: category }),
      ...(code === undefined ? {} : { errorCode: code }),
      isRetryable: retryable,
      description: reason,
      ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: secondsOf(retryAfterMs) }),
    },
    isError: true,
  };
}
