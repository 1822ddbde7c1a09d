import { isObject, type JsonObject, parseJson } from '../../model/json.js';
import { firstText, textOf } from './attributes.js';

/** Where conversation ids stand (reference 0.2). Not `langsmith.trace.session_id` (a project) nor `mcp.session.id` (a transport). */
const CONVERSATION = [
  'gen_ai.conversation.id',
  'session.id',
  'conversation.id',
  'langfuse.session.id',
  'traceloop.association.properties.session_id',
  'traceloop.association.properties.thread_id',
  'traceloop.association.properties.conversation_id',
  'langsmith.metadata.session_id',
  'langsmith.metadata.thread_id',
  'langsmith.metadata.conversation_id',
  'gcp.vertex.agent.session_id',
  'voltagent.conversation_id',
  'genkit:sessionId',
  'lmnr.association.properties.session_id',
  'mlflow.trace.session',
];

/** What applications call their conversation in free metadata. */
const IN_METADATA = [
  'session_id',
  'sessionId',
  'thread_id',
  'threadId',
  'conversation_id',
  'conversationId',
  'chatId',
] as const;

/** Vercel AI SDK: application metadata under a prefix. */
const PREFIXED = [
  'ai.telemetry.metadata.',
  'ai.settings.context.',
  'langfuse.observation.metadata.',
  'mastra.metadata.',
];
const PREFIXED_CONVERSATION = PREFIXED.flatMap((prefix) => IN_METADATA.map((key) => prefix + key));
const ALL_CONVERSATION = [...CONVERSATION, ...PREFIXED_CONVERSATION];

/** Not `user.email`: it identifies a person to everybody who reads the store. */
const USER = [
  'user.id',
  'enduser.id',
  'langfuse.user.id',
  'traceloop.association.properties.user_id',
  'langsmith.metadata.user_id',
  'ai.telemetry.metadata.userId',
  'user.account_id',
];

const AGENT = [
  'gen_ai.agent.name',
  'agent.name',
  'agent_name',
  'tool.agent_role',
  'ai.telemetry.functionId',
  'voltagent.agent.name',
  'au.trace.caller_name',
  'lk.agent_name',
  // LangGraph names its compiled graph here.
  'langsmith.metadata.lc_agent_name',
];

const AGENT_ID = ['gen_ai.agent.id', 'agent_id', 'voltagent.agent.id', 'agent.id'];

/** Every key that is read here. */
export const IDENTITY_KEYS = [...ALL_CONVERSATION, 'metadata', ...USER, ...AGENT, ...AGENT_ID];

/** A record that says nothing of anybody. */
export const NOBODY: Identity = { conversation: undefined, user: undefined, agent: undefined, agentId: undefined };

/** Conversation, user and agent as far as one record states them. */
export interface Identity {
  readonly conversation: string | undefined;
  readonly user: string | undefined;
  readonly agent: string | undefined;
  readonly agentId: string | undefined;
}

/** Reads who and which conversation a record belongs to. */
export function identityOf(attributes: JsonObject): Identity {
  return {
    conversation:
      firstText(attributes, ALL_CONVERSATION) ?? firstInMetadata(attributes, SPEAKS_OF_CONVERSATION, IN_METADATA),
    user: firstText(attributes, USER),
    agent: firstText(attributes, AGENT) ?? firstInMetadata(attributes, SPEAKS_OF_AGENT, AGENT_IN_METADATA),
    agentId: firstText(attributes, AGENT_ID),
  };
}

const SPEAKS_OF_CONVERSATION = /thread|session|conversation|chatId/;
const SPEAKS_OF_AGENT = /"lc_agent_name"/;
const AGENT_IN_METADATA = ['lc_agent_name'];

/** OpenInference keeps application metadata as one JSON text; only what may hold a key is parsed. */
function firstInMetadata(attributes: JsonObject, speaks: RegExp, keys: readonly string[]): string | undefined {
  const { metadata } = attributes;
  if (typeof metadata !== 'string' || !speaks.test(metadata)) return undefined;
  const parsed = parseJson(metadata);
  return isObject(parsed) ? firstText(parsed, keys) : undefined;
}

/** `service.name` of the process. */
export function serviceOf(resource: { readonly attributes: JsonObject }): string | undefined {
  return textOf(resource.attributes['service.name']);
}
