import { type Case, captured } from '../case.js';

/** Written from sections 3.6 and 7.1 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a call with content, and OpenInference on the same span',
    span: {
      name: 'execute_tool say_hello',
      scope: 'openinference.instrumentation.google_adk',
      status: 'ok',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'say_hello',
        'gen_ai.tool.call.id': 'adk-1',
        'gcp.vertex.agent.tool_call_args': '{"to":"Ann"}',
        'gcp.vertex.agent.tool_response': '{"result":"Hello Ann"}',
        'gcp.vertex.agent.llm_request': '{}',
        'openinference.span.kind': 'TOOL',
        'tool.name': 'say_hello',
        'session.id': 's1',
        'user.id': 'u1',
      },
    },
    call: {
      tool: 'say_hello',
      callId: 'adk-1',
      conversation: 's1',
      user: 'u1',
      arguments: captured({ to: 'Ann' }),
      result: captured('Hello Ann'),
      reported: 'ok',
    },
  },
  {
    what: 'with capture off both sides are an empty object, which says nothing',
    span: {
      name: 'execute_tool lookup',
      scope: 'gcp.vertex.agent',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'lookup',
        'gen_ai.tool.call.id': '<not specified>',
        'gcp.vertex.agent.tool_call_args': '{}',
        'gcp.vertex.agent.tool_response': '{}',
      },
    },
    call: { tool: 'lookup' },
  },
  {
    what: 'a tool without parameters',
    span: {
      name: 'execute_tool now',
      scope: 'gcp.vertex.agent',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'now',
        'gcp.vertex.agent.tool_call_args': '{}',
        'gcp.vertex.agent.tool_response': '{"error":"no clock"}',
      },
    },
    call: { tool: 'now', arguments: captured({}), result: captured({ error: 'no clock' }) },
  },
  {
    what: 'an agent as a tool',
    span: {
      name: 'execute_tool helper',
      scope: 'gcp.vertex.agent',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'helper',
        'gen_ai.tool.type': 'AgentTool',
      },
    },
    call: { tool: 'helper', startsAgent: true },
  },
  {
    what: 'the summary of parallel calls is dropped',
    span: {
      name: 'execute_tool (merged tools)',
      scope: 'gcp.vertex.agent',
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': '(merged tools)' },
    },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'a model turn of an older release',
    span: {
      name: 'call_llm',
      scope: 'gcp.vertex.agent',
      attributes: {
        'gen_ai.request.model': 'gemini',
        'gcp.vertex.agent.session_id': 's1',
        'gcp.vertex.agent.llm_request':
          '{"contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"model","parts":[{"function_call":{"id":"c1","name":"now","args":{}}}]},{"role":"user","parts":[{"function_response":{"id":"c1","name":"now","response":{"result":"noon"}}}]}]}',
      },
    },
    frame: {
      kind: 'model',
      model: 'gemini',
      conversation: 's1',
      userMessages: 1,
      allMessages: 3,
      toolMessages: [
        { callId: 'c1', tool: 'now', arguments: captured({}), result: captured('noon'), failureFlag: undefined },
      ],
    },
  },
  {
    what: 'an agent of an older release',
    span: { name: 'agent_run [helper]', scope: 'gcp.vertex.agent' },
    frame: { kind: 'agent', agent: 'helper' },
  },
];
