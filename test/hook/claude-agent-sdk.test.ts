import { SpanStatusCode } from '@opentelemetry/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claudeHooks, createGuard, type HookOptions } from '../../src/hook/index.js';
import { type Recorder, startRecorder } from './support.js';

let recorder: Recorder;
beforeAll(() => {
  recorder = startRecorder();
});
beforeEach(() => recorder.reset());
afterAll(() => recorder.stop());

type Hooks = ReturnType<typeof claudeHooks>;

/** Plays hook events as the SDK delivers them: input, tool use id, abort signal. */
function session(options: HookOptions = {}, session_id = 's1') {
  const hooks = claudeHooks(options);
  const { signal } = new AbortController();
  const fire = async (event: keyof Hooks, fields: object, id?: string) => {
    const input = { hook_event_name: event, session_id, transcript_path: '', cwd: '', ...fields };
    const outputs = [];
    for (const { hooks: list } of hooks[event])
      for (const hook of list) outputs.push(await hook(input, id, { signal }));
    return outputs[0];
  };
  let count = 0;
  const call = async (
    tool_name: string,
    tool_input: object,
    end: { response?: unknown; error?: string },
    extra = {},
  ) => {
    const id = `toolu_${++count}`;
    const about = { tool_name, tool_input, tool_use_id: id, ...extra };
    const before = await fire('PreToolUse', about, id);
    if (before?.hookSpecificOutput) return before.hookSpecificOutput;
    if (end.error === undefined) await fire('PostToolUse', { ...about, tool_response: end.response }, id);
    else await fire('PostToolUseFailure', { ...about, error: end.error }, id);
    return undefined;
  };
  return { fire, call };
}

const ENOENT = 'File does not exist. ENOENT: no such file or directory';

describe('hooks for the Claude Agent SDK', () => {
  test('a call that works is one call with its session and id', async () => {
    await session().call('Read', { file_path: 'a.txt' }, { response: { text: 'hello' } });
    expect(recorder.calls()).toMatchObject([{ tool: 'Read', outcome: 'ok', session: 's1', callId: 'toolu_1' }]);
  });

  test('a call that fails is an error with its text', async () => {
    await session().call('Read', { file_path: 'b.txt' }, { error: ENOENT });
    expect(recorder.calls()).toMatchObject([{ reported: 'error', outcome: 'error', category: 'validation' }]);
    expect(recorder.only('execute_tool Read').status.code).toBe(SpanStatusCode.ERROR);
  });

  test('an MCP tool names its server, a sub-agent its agent', async () => {
    const extra = { agent_id: 'a1', agent_type: 'reviewer' };
    await session().call('mcp__jira__create_issue', {}, { response: { content: [], isError: false } }, extra);
    expect(recorder.calls()).toMatchObject([{ server: 'jira', agent: 'reviewer' }]);
  });

  test('a denied call is cancelled, not failed', async () => {
    const { fire } = session();
    const about = { tool_name: 'Bash', tool_input: { command: 'rm x' }, tool_use_id: 't' };
    await fire('PreToolUse', about, 't');
    await fire('PermissionDenied', { ...about, reason: 'not allowed' }, 't');
    expect(recorder.calls()).toMatchObject([{ tool: 'Bash', category: undefined }]);
    expect(['cancelled', 'denied_by_user']).toContain(recorder.calls()[0]?.code);
  });

  test('calls without an end are told when the session ends', async () => {
    const { fire } = session();
    await fire('PreToolUse', { tool_name: 'Bash', tool_input: {}, tool_use_id: 't' }, 't');
    expect(recorder.spans()).toHaveLength(0);
    await fire('SessionEnd', {});
    expect(recorder.calls()).toMatchObject([{ tool: 'Bash', outcome: 'unknown' }]);
  });

  test('the guard denies what cannot succeed, until the user speaks', async () => {
    const { call, fire } = session({ guard: createGuard() }, 's2');
    await call('Read', { file_path: 'b.txt' }, { error: ENOENT });
    expect(await call('Read', { file_path: 'b.txt' }, { error: ENOENT })).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('NOT SENT'),
    });
    await new Promise((resolve) => setTimeout(resolve, 2));
    await fire('UserPromptSubmit', { prompt: 'I created it, try again', source: 'user' });
    expect(await call('Read', { file_path: 'b.txt' }, { response: { text: 'now' } })).toBeUndefined();
    expect(recorder.calls().map(({ guardRefused }) => guardRefused)).toEqual([false, true, false]);
  });

  test("a prompt that no person wrote is not the user's turn", async () => {
    const { call, fire } = session({ guard: true }, 's3');
    await call('Read', { file_path: 'b.txt' }, { error: ENOENT });
    await new Promise((resolve) => setTimeout(resolve, 2));
    await fire('UserPromptSubmit', { prompt: 'poll', source: 'poll_event' });
    expect(await call('Read', { file_path: 'b.txt' }, { error: ENOENT })).toMatchObject({ permissionDecision: 'deny' });
  });

  test('a compaction lets the agent ask again', async () => {
    const { call, fire } = session({ guard: true }, 's4');
    await call('Read', { file_path: 'b.txt' }, { error: ENOENT });
    await new Promise((resolve) => setTimeout(resolve, 2));
    await fire('PreCompact', { trigger: 'auto' });
    expect(await call('Read', { file_path: 'b.txt' }, { error: ENOENT })).toBeUndefined();
  });
});
