import type { Span } from '../model/span.js';
import type { Convention, Reading } from './convention.js';
import { textOf, wordOf } from './reading/attributes.js';
import { answerOf, callFrom } from './reading/call.js';
import { framed, namedAgent, plumbing } from './reading/frame.js';

const KIND = 'openinference.span.kind';
const KEYS = {
  tool: ['tool.name'],
  callId: ['tool.id'],
  arguments: ['input.value', 'tool.parameters'],
  result: ['output.value'],
};

/** OpenInference kind TOOL, from all its instrumentations. */
export const openinference: Convention = {
  id: 'openinference',
  title: 'OpenInference (Arize)',
  source: 'Arize-ai/openinference: spec/semantic_conventions.md',
  markers: { keys: [KIND] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'opt-in',
    agent: 'default',
    tokens: 'default',
    unrun: 'default',
    capture:
      'OPENINFERENCE_HIDE_INPUTS=false OPENINFERENCE_HIDE_OUTPUTS=false (the default); session: using_session(id)',
    note: 'Most libraries write no call id; LangChain has it inside the ToolMessage and drops the key of a single argument. Calls that never ran cannot be seen under smolagents, CrewAI and OpenAI Agents.',
  },
  recorded: [
    '@arizeai/openinference-instrumentation-langchain 4.1.1',
    'openinference-instrumentation-crewai 1.1.21',
    'openinference-instrumentation-langchain 0.1.80',
    'openinference-instrumentation-llama-index 4.6.1',
    'openinference-instrumentation-openai-agents 2.6.0',
    'openinference-instrumentation-smolagents 0.1.43',
  ],
  kindWords: [
    {
      key: KIND,
      kinds: {
        llm: 'model',
        agent: 'agent',
        chain: 'other',
        retriever: 'other',
        reranker: 'other',
        embedding: 'other',
        guardrail: 'other',
        evaluator: 'other',
        prompt: 'other',
      },
    },
  ],
  read: (span) => {
    const kind = wordOf(span.attributes[KIND]);
    if (span.attributes['target'] !== undefined && PHASE.test(span.name)) return phaseSpan(span, kind);
    if (kind === 'tool') return toolSpan(span);
    if (kind === 'llm' && isModelPhase(span)) return framed(span, 'other');
    const agent = kind === 'agent' ? AGENT_RUN.exec(span.name)?.[1] : undefined;
    if (agent !== undefined) return namedAgent(span, agent);
    return kind === 'agent' && isToolUnderAgentKind(span) ? callFrom(span, 'openinference', KEYS) : undefined;
  },
};

/** LlamaIndex writes what surrounds a model turn (preparing it, retrying it) as model turns too; these know neither messages nor tokens. */
function isModelPhase({ attributes, scope }: Span): boolean {
  if (!/llama_?index/.test(scope.name)) return false;
  return TURN.every((key) => attributes[key] === undefined);
}

const TURN = ['llm.input_messages.0.message.role', 'llm.output_messages.0.message.role', 'llm.token_count.prompt'];

/** CrewAI and smolagents: the agent's name, and the method that runs it. */
const AGENT_RUN = /^(.+)\.(?:_execute_core|run)$/;

function toolSpan(span: Span): Reading {
  if (isTaskStep(span) || wrapsModel(span)) return framed(span, wrapsModel(span) ? 'model' : 'other');
  if (isHandoff(span) || listsTools(span)) return plumbing(span);
  return callFrom(span, 'openinference', KEYS);
}

/** BeeAI writes one span an event of a run; the one that says how it ended has the input and the output. */
const PHASE = /^(tool|backend|agent)\.(.+)\.(\w+)-\d+$/;

function phaseSpan(span: Span, kind: string | undefined): Reading {
  const [, , tool, phase] = PHASE.exec(span.name) ?? [];
  const ended = phase === 'success' || phase === 'error';
  if (kind === 'llm') return framed(span, ended ? 'model' : 'other');
  if (kind !== 'tool') return framed(span, 'other');
  if (!ended) return plumbing(span);
  return callFrom(span, 'openinference', KEYS, {
    tool: textOf(span.attributes['tool.name']) ?? tool,
    failed: phase === 'error',
  });
}

/** OpenAI Agents handoffs are shown as tools (reference 7.1). */
function isHandoff({ attributes, name }: Span): boolean {
  return /^handoff to /i.test(name) || /^handoff_to_/.test(textOf(attributes['tool.name']) ?? '');
}

/** OpenAI Agents (js) marks the discovery of MCP tools as a tool. */
function listsTools({ attributes, name }: Span): boolean {
  return (
    attributes['tool.name'] === undefined &&
    /^(?:mcp[ _.]?tools|list[ _.](?:mcp[ _.])?tools|mcp_list_tools)/i.test(name)
  );
}

/** A Traceloop `task` that a bridge turned into a tool, unless it says that it executes one. */
function isTaskStep({ attributes }: Span): boolean {
  return (
    wordOf(attributes['traceloop.span.kind']) === 'task' &&
    wordOf(attributes['gen_ai.operation.name']) !== 'execute_tool'
  );
}

/** Instructor marks its wrapper around a model as a tool. */
function wrapsModel({ attributes, name }: Span): boolean {
  if (attributes['tool.name'] !== undefined) return false;
  return name === 'instructor.patch' || name === 'handle_response' || attributes['llm.model_name'] !== undefined;
}

/** LangChain runs whose name contains "agent" get kind AGENT, tools included; a tool's answer or name gives them away. */
function isToolUnderAgentKind({ attributes, scope }: Span): boolean {
  if (!/langchain/.test(scope.name)) return false;
  return (
    attributes['tool.name'] !== undefined ||
    answerOf({ 'output.value': attributes['output.value'] ?? '' }, []).callId !== undefined
  );
}
