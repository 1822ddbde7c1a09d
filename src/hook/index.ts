export { instrumentMcpClient, type McpClientLike } from './mcp-client.js';
export type { ContentMode, HookOptions } from './options.js';
export { type Scope, withAgent, withConversation, withScope, withTurn } from './scope.js';
export { type Refrain, type StartOptions, startRefrain } from './start.js';
