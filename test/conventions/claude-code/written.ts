import { type Case, captured } from '../case.js';

/** Written from section 4.2 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a command with its output; the span itself says nothing about success',
    span: {
      name: 'claude_code.tool',
      scope: 'com.anthropic.claude_code.tracing',
      attributes: {
        'span.type': 'tool',
        tool_name: 'Bash',
        tool_use_id: 'toolu_1',
        full_command: 'ls /x',
        'session.id': 's1',
        agent_id: 'a1',
      },
      events: [
        { name: 'tool.output', attributes: { output: 'ls: /x: No such file or directory', bash_command: 'ls /x' } },
      ],
    },
    call: {
      tool: 'Bash',
      callId: 'toolu_1',
      conversation: 's1',
      agentId: 'a1',
      arguments: captured({ command: 'ls /x' }),
      result: captured('ls: /x: No such file or directory'),
    },
  },
  {
    what: 'an MCP tool with everything hidden, output cut',
    span: {
      name: 'claude_code.tool',
      scope: 'com.anthropic.claude_code.tracing',
      attributes: { 'span.type': 'claude_code.tool', tool_name: 'mcp__jira__create', tool_input: '<REDACTED>' },
      events: [
        { name: 'tool.output', attributes: { output: '{"a":', output_truncated: true, output_original_length: 70000 } },
      ],
    },
    call: {
      tool: 'mcp__jira__create',
      server: 'jira',
      arguments: { state: 'redacted', value: undefined },
      result: { state: 'truncated', value: '{"a":' },
    },
  },
  {
    what: 'a task starts an agent',
    span: {
      name: 'claude_code.tool',
      scope: 'com.anthropic.claude_code.tracing',
      attributes: { tool_name: 'Task', subagent_type: 'explore' },
    },
    call: { tool: 'Task', startsAgent: true },
  },
  {
    what: 'the execution child lends the outcome',
    span: {
      name: 'claude_code.tool.execution',
      scope: 'com.anthropic.claude_code.tracing',
      attributes: { success: false, error: 'ENOENT' },
    },
    frame: {
      kind: 'plumbing',
      lends: {
        failureFlag: true,
        reported: 'error',
        machineCodes: ['ENOENT'],
        errorTexts: [],
        startedMs: Date.UTC(2026, 0, 1),
        endedMs: Date.UTC(2026, 0, 1) + 1000,
      },
    },
  },
  {
    what: 'waiting for the user is a phase',
    span: { name: 'claude_code.tool.blocked_on_user', scope: 'com.anthropic.claude_code.tracing' },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'a hook is a phase',
    span: { name: 'claude_code.hook', scope: 'com.anthropic.claude_code.tracing' },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'a model turn; cached input counts',
    span: {
      name: 'claude_code.llm_request',
      scope: 'com.anthropic.claude_code.tracing',
      attributes: {
        model: 'claude',
        input_tokens: 10,
        cache_read_tokens: 100,
        cache_creation_tokens: 5,
        output_tokens: 7,
      },
    },
    frame: { kind: 'model', model: 'claude', tokens: { input: 115, output: 7 } },
  },
  {
    what: 'the interaction is the agent',
    span: { name: 'claude_code.interaction', scope: 'com.anthropic.claude_code.tracing' },
    frame: { kind: 'agent' },
  },
];
