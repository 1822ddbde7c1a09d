import type { Recognised } from '../model/recognised.js';
import type { LogRecord, Span } from '../model/span.js';
import { adot } from './adot.js';
import { agentFramework } from './agent-framework.js';
import { agentUniverse } from './agent-universe.js';
import { agento11y } from './agento11y.js';
import { aiSdk } from './ai-sdk.js';
import { anyAgent } from './any-agent.js';
import { autogen } from './autogen.js';
import { claudeCode } from './claude-code.js';
import { claudeCodeLogs } from './claude-code-logs.js';
import { cline } from './cline.js';
import { codex } from './codex.js';
import type { Convention, Reading } from './convention.js';
import { crewai } from './crewai.js';
import { dify } from './dify.js';
import { createDirectory, eventNames } from './directory.js';
import { extensionsAi } from './extensions-ai.js';
import { fastmcp } from './fastmcp.js';
import { geminiCli } from './gemini-cli.js';
import { genAi } from './gen-ai.js';
import { genkit } from './genkit.js';
import { googleAdk } from './google-adk.js';
import { googleGenai } from './google-genai.js';
import { haystack } from './haystack.js';
import { koog } from './koog.js';
import { laminar } from './laminar.js';
import { langfuse } from './langfuse.js';
import { langsmith } from './langsmith.js';
import { litellm } from './litellm.js';
import { livekit } from './livekit.js';
import { logfire } from './logfire.js';
import { mastra } from './mastra.js';
import { mcp } from './mcp.js';
import { mlflow } from './mlflow.js';
import { n8n } from './n8n.js';
import { openinference } from './openinference.js';
import { openlit } from './openlit.js';
import { openllmetry } from './openllmetry.js';
import { pydanticAi } from './pydantic-ai.js';
import { frameFrom } from './reading/frame.js';
import { kindReader } from './reading/kind.js';
import { isToolEvent, resemblesToolCall } from './reading/resemblance.js';
import { refrain } from './refrain.js';
import { semanticKernel } from './semantic-kernel.js';
import { sentry } from './sentry.js';
import { springAi } from './spring-ai.js';
import { strands } from './strands.js';
import { toolAttributes } from './tool-attributes.js';
import { voltagent } from './voltagent.js';

export type { Availability, Convention, Field, Support } from './convention.js';
export { FIELDS } from './convention.js';

/** Every convention, in order of priority: a framework's own words before the vocabularies that many share. */
export const CONVENTIONS: readonly Convention[] = [
  refrain,
  claudeCode,
  claudeCodeLogs,
  codex,
  geminiCli,
  cline,
  aiSdk,
  openllmetry,
  googleAdk,
  strands,
  pydanticAi,
  agentFramework,
  extensionsAi,
  semanticKernel,
  autogen,
  springAi,
  mastra,
  agento11y,
  litellm,
  googleGenai,
  openlit,
  anyAgent,
  koog,
  livekit,
  voltagent,
  haystack,
  crewai,
  genkit,
  agentUniverse,
  dify,
  n8n,
  langsmith,
  laminar,
  adot,
  sentry,
  logfire,
  fastmcp,
  mcp,
  genAi,
  openinference,
  mlflow,
  langfuse,
  toolAttributes,
];

const directory = createDirectory(CONVENTIONS);
const kindOf = kindReader(CONVENTIONS);

/** Says what a span is: a tool call, the frame of one, or a span that looks like a call and that nobody claimed. */
export function recognise(span: Span): Recognised {
  for (const convention of directory.forSpan(span)) {
    const reading = convention.read?.(span);
    if (reading) return recognised(reading);
  }
  const kind = kindOf(span.attributes);
  const unclaimed = kind === undefined && resemblesToolCall(span);
  return {
    call: undefined,
    frame: frameFrom(span, kind ?? 'other'),
    unclaimedScope: unclaimed ? scopeName(span) : undefined,
  };
}

/** The same for a log record. A record that nobody knows is neither call nor frame. */
export function recogniseLog(log: LogRecord): Recognised {
  const known = directory.forLog(log);
  for (const convention of known) {
    const reading = convention.readLog?.(log);
    if (reading) return recognised(reading);
  }
  const unclaimed = known.length === 0 && eventNames(log).some(isToolEvent);
  return { call: undefined, frame: undefined, unclaimedScope: unclaimed ? scopeName(log) : undefined };
}

function recognised({ call, frame }: Reading): Recognised {
  return { call, frame, unclaimedScope: undefined };
}

function scopeName({ scope }: Span | LogRecord): string {
  return scope.name || '(no scope)';
}
