export { instrumentAiTools } from './adapters/ai-sdk.js';
export { type ClaudeHooks, claudeHooks } from './adapters/claude-agent-sdk.js';
export { instrumentTool, type ToolOptions } from './adapters/function.js';
export { type GuardCallOptions, guard } from './adapters/guard-call.js';
export { instrumentLangChainTools } from './adapters/langchain.js';
export { instrumentMastraTools } from './adapters/mastra.js';
export { instrumentMcpClient, type McpClientLike } from './adapters/mcp-client.js';
export { instrumentMcpServer, type McpServerLike } from './adapters/mcp-server.js';
export { instrumentAgent, instrumentAgentTools } from './adapters/openai-agents.js';
export { type Classified, type ClassifyOptions, classified, classifyError } from './classify.js';
export { createGuard, type Guard, type GuardEvent, type GuardOptions, type KeyedCall } from './guard.js';
export type { ContentMode, HookOptions } from './options.js';
export { type PromptRulesOptions, promptRules } from './prompt-rules.js';
export { CallRefused, type Refusal } from './refusal.js';
export {
  businessFailure,
  type Failure,
  type FieldProblem,
  permissionFailure,
  transientFailure,
  validationFailure,
} from './results/failure.js';
export { type FlatFailure, type FlatPartial, type FlatSuccess, flat } from './results/flat.js';
export { type McpResult, mcp } from './results/mcp.js';
export type { FailedPart, PartialOptions } from './results/partial.js';
export {
  FLAT_FAILURE_SCHEMA,
  flatSchema,
  type JsonSchema,
  MCP_FAILURE_SCHEMA,
  mcpOutputSchema,
} from './results/schema.js';
export { type Scope, withAgent, withConversation, withScope, withTurn } from './scope.js';
export { type Refrain, type StartOptions, startRefrain } from './start.js';
