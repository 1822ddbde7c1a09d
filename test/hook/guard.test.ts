import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createGuard,
  flat,
  type GuardEvent,
  type GuardOptions,
  guard as guardCall,
  instrumentTool,
  mcp,
  withAgent,
  withConversation,
  withScope,
  withTurn,
} from '../../src/hook/index.js';
import { type Recorder, startRecorder } from './support.js';

let recorder: Recorder;
beforeAll(() => {
  recorder = startRecorder();
});
beforeEach(() => recorder.reset());
afterAll(() => recorder.stop());

let conversation = 0;

/** A guarded tool that answers what it is told to, and counts real calls. */
function guarded(answer: (call: number) => unknown, options: GuardOptions = {}, name = 'get_order') {
  const guard = createGuard({ random: () => 0, ...options });
  const made: unknown[] = [];
  const fn = async (input: unknown): Promise<unknown> => {
    made.push(input);
    return answer(made.length);
  };
  const tool = instrumentTool(name, fn, { guard });
  const session = `guard-${++conversation}`;
  const call = (input: unknown = { id: 1 }) => withConversation(session, () => tool(input)) as Promise<unknown>;
  return { call, made, guard, session, tool };
}

const denied = () => flat.permission({ description: 'Not yours' });
const refusedWith = (text: string) => ({ success: false, refused: true, error_message: expect.stringContaining(text) });

describe('what the guard refuses', () => {
  test('a resend after an error that no resend can change, saying why and what to do instead', async () => {
    const { call, made } = guarded(denied);
    await call();
    expect(await call()).toMatchObject({
      ...refusedWith('NOT SENT'),
      error_code: 'permission_denied',
      retry_recommended: false,
    });
    expect(await call()).toMatchObject(refusedWith('Escalate'));
    expect(made).toHaveLength(1);
  });

  test('other arguments are another call', async () => {
    const { call, made } = guarded(denied);
    await call({ id: 1 });
    await call({ id: 2 });
    expect(made).toHaveLength(2);
  });

  test('the same arguments with keys in another order are the same call', async () => {
    const { call, made } = guarded(denied);
    await call({ id: 1, page: 2 });
    await call({ page: 2, id: 1 });
    expect(made).toHaveLength(1);
  });

  test('a resend whose stated wait is longer than the guard waits, with the time to come back', async () => {
    const { call, made } = guarded(() => flat.transient({ description: 'Busy', retryAfterMs: 60_000 }));
    await call();
    const refused = (await call()) as { retry_after_seconds: number; retry_recommended: boolean };
    expect(refused).toMatchObject(refusedWith('may be called again in'));
    expect(refused.retry_recommended).toBe(true);
    expect(refused.retry_after_seconds).toBeGreaterThan(58);
    expect(made).toHaveLength(1);
  });

  test('repeats of an empty answer only if asked to', async () => {
    const empty = () => flat.empty();
    const lenient = guarded(empty);
    await lenient.call();
    expect(await lenient.call()).toEqual(empty());
    const strict = guarded(empty, { refuseRepeats: true });
    await strict.call();
    expect(await strict.call()).toMatchObject(refusedWith('found nothing'));
  });
});

describe('what the guard lets through', () => {
  test('a resend after the user spoke', async () => {
    const { call, made, guard, session } = guarded(denied);
    await call();
    await sleep(2);
    guard.userTurn(session);
    await call();
    expect(made).toHaveLength(2);
  });

  test('a resend after the context was reset', async () => {
    const { call, made, guard, session } = guarded(denied);
    await call();
    await sleep(2);
    guard.contextReset(session);
    await call();
    expect(made).toHaveLength(2);
  });

  test('a resend after another tool changed something', async () => {
    const { call, made, guard, session } = guarded(denied);
    const login = instrumentTool('create_login', async (_: object) => ({ done: true }), { guard });
    await call();
    await sleep(2);
    await withConversation(session, () => login({}));
    await call();
    expect(made).toHaveLength(2);
  });

  test('the same call in another conversation, by another agent, or for another user', async () => {
    const { made, tool, session } = guarded(denied);
    const call = () => tool({ id: 1 });
    await withScope({ conversation: session, user: 'ada' }, call);
    await withScope({ conversation: 'elsewhere' }, call);
    await withAgent('helper', () => withConversation(session, call));
    await withScope({ conversation: session, user: 'grace' }, call);
    expect(made).toHaveLength(4);
  });

  test('parallel calls of one turn, even one after the other', async () => {
    const { call, made } = guarded(denied);
    await withTurn('t1', async () => {
      await call();
      await call();
    });
    await withTurn('t2', () => call());
    expect(made).toHaveLength(2);
  });

  test('parallel calls where turns are unknown', async () => {
    const { call, made } = guarded(async (): Promise<unknown> => {
      await sleep(5);
      return denied();
    });
    await Promise.all([call(), call(), call()]);
    expect(made).toHaveLength(3);
    expect(await call()).toMatchObject({ refused: true });
  });

  test('sub-agents that run side by side each have their own budget', async () => {
    const { call, made } = guarded(denied);
    await Promise.all(
      ['a', 'b'].map((id) =>
        withAgent(
          'worker',
          async () => {
            await call();
            await call();
          },
          id,
        ),
      ),
    );
    expect(made).toHaveLength(2);
  });
});

describe('how the guard waits', () => {
  test('as long as the tool said', async () => {
    const { call, made } = guarded((n) =>
      n === 1 ? flat.transient({ description: 'Busy', retryAfterMs: 80 }) : 'fine',
    );
    await call();
    const startedMs = performance.now();
    expect(await call()).toBe('fine');
    expect(performance.now() - startedMs).toBeGreaterThan(75);
    expect(made).toHaveLength(2);
  });

  test('with backoff and full jitter where the tool said nothing', async () => {
    const waits: number[] = [];
    const onDecision = ({ action, waitMs }: GuardEvent) => void (action === 'wait' && waits.push(waitMs));
    const { call } = guarded(() => flat.transient({ description: 'Down' }), { random: () => 0.05, onDecision });
    for (let i = 0; i < 3; i++) await call();
    expect(waits).toEqual([expect.closeTo(50, -2), expect.closeTo(100, -2)]);
  });

  test("not after the caller gave up: it gets the signal's own reason, and nothing is sent", async () => {
    const controller = new AbortController();
    const made: unknown[] = [];
    const call = guardCall(
      async (params: { name: string; arguments: object }, _: { signal: AbortSignal }) => {
        made.push(params);
        return mcp.transient({ description: 'Busy', retryAfterMs: 20_000 });
      },
      { maxWaitMs: 60_000 },
    );
    const params = { name: 'get', arguments: {} };
    const options = { signal: controller.signal };
    await withConversation('abort', async () => {
      await call(params, options);
      const pending = call(params, options);
      controller.abort(new Error('enough'));
      await expect(pending).rejects.toThrow('enough');
    });
    expect(made).toHaveLength(1);
  });

  test('parallel calls that wait ask again: what one learned the others know', async () => {
    const answers = [flat.transient({ description: 'Down' }), denied(), denied(), denied()];
    const { call, made } = guarded((n) => answers[n - 1], { random: () => 0.02 });
    await call();
    const [first, second] = await Promise.all([call(), sleep(5).then(() => call())]);
    expect([first, second]).toContainEqual(denied());
    expect(await call()).toMatchObject({ refused: true });
    expect(made.length).toBeLessThanOrEqual(3);
  });
});

describe('options', () => {
  test('real calls at most per tool', async () => {
    const settings = { tools: [{ match: 'get_*', maxCalls: 3 }] };
    const { call, made } = guarded(denied, { settings });
    for (let i = 0; i < 5; i++) await call();
    expect(made).toHaveLength(3);
  });

  test('a key function says what the same call is', async () => {
    const key = ({ arguments: args }: { arguments: unknown }) => String((args as { id: number }).id);
    const { call, made } = guarded(denied, { key });
    await call({ id: 1, nonce: 'a' });
    await call({ id: 1, nonce: 'b' });
    await call({ id: 2, nonce: 'c' });
    expect(made).toHaveLength(2);
  });

  test('a key function that says nothing leaves the call unguarded', async () => {
    const { call, made } = guarded(denied, { key: () => undefined });
    await call();
    await call();
    expect(made).toHaveLength(2);
  });
});

describe('what the service sees', () => {
  test('a refusal as a refused call with reason, category and code; the finding is gone', async () => {
    const { call } = guarded(denied);
    await call();
    await call();
    const { calls, findings } = recorder.service();
    expect(calls).toMatchObject([
      { guardRefused: false, outcome: 'error' },
      { guardRefused: true, category: 'permission', code: 'permission_denied', retryable: false },
    ]);
    expect(findings.filter(({ detector }) => detector === 'non-retryable-retry')).toEqual([]);
    const event = recorder.spans()[1]?.events.find(({ name }) => name === 'refrain.guard.refused');
    expect(event?.attributes).toMatchObject({
      reason: 'non-retryable',
      category: 'permission',
      code: 'permission_denied',
      description: expect.stringContaining('permission_denied'),
    });
  });

  test('without the guard the same session has the finding', async () => {
    const tool = instrumentTool('get_order', async (_: object) => denied());
    await withConversation('plain', async () => {
      await tool({ id: 1 });
      await sleep(2);
      await tool({ id: 1 });
    });
    expect(recorder.service().findings.map(({ detector }) => detector)).toContain('non-retryable-retry');
  });

  test('a wait with its milliseconds, outside the duration of the call', async () => {
    const { call } = guarded((n) => (n === 1 ? flat.transient({ description: 'Busy', retryAfterMs: 60 }) : 'fine'));
    await call();
    await call();
    const [, second] = recorder.calls();
    expect(second?.guardWaitedMs).toBeGreaterThanOrEqual(58);
    expect((second?.endedMs ?? 0) - (second?.startedMs ?? 0)).toBeLessThan(40);
    expect(recorder.service().findings.filter(({ detector }) => detector === 'ignored-retry-after')).toEqual([]);
  });

  test('a repeat of the same answer as a note beside it, and the answer stays what it is', async () => {
    const events: GuardEvent[] = [];
    const { call } = guarded(() => ({ same: true }), { onDecision: (event) => void events.push(event) });
    for (let i = 0; i < 3; i++) expect(await call()).toEqual({ same: true });
    expect(events).toMatchObject([{ action: 'warn', rule: 'same-answer', tool: 'get_order' }]);
    const third = recorder.spans()[2];
    expect(third?.events.map(({ name }) => name)).toEqual(['refrain.guard.warned']);
  });

  test('the guard counts what it saved', async () => {
    const { call, guard } = guarded(denied);
    for (let i = 0; i < 4; i++) await call();
    expect(guard.saved).toEqual({ refused: 3, waited: 0, waitedMs: 0 });
  });
});

describe('a fault of the guard', () => {
  test.each<[string, GuardOptions]>([
    [
      'in the key function',
      {
        key: () => {
          throw new Error('key');
        },
      },
    ],
    [
      'in the random function',
      {
        random: () => {
          throw new Error('random');
        },
      },
    ],
    [
      'in the listener',
      {
        onDecision: () => {
          throw new Error('listener');
        },
      },
    ],
    ['in the settings', { settings: { tools: null as never } }],
  ])('%s never blocks a call', async (_, options) => {
    const { call } = guarded(() => 'fine', options);
    expect(await call()).toBe('fine');
    expect(await call()).toBe('fine');
  });
});

describe('guard(callTool)', () => {
  test('guards callTool({ name, arguments }) and answers as MCP does', async () => {
    const call = guardCall(async (_: { name: string; arguments: object }) =>
      mcp.business({ description: 'Closed', code: 'conflict' }),
    );
    await withConversation('m1', () => call({ name: 'reopen', arguments: { id: 1 } }));
    const refused = await withConversation('m1', () => call({ name: 'reopen', arguments: { id: 1 } }));
    expect(refused).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('NOT SENT') }],
      structuredContent: { refused: true, errorCategory: 'business', errorCode: 'conflict', isRetryable: false },
    });
  });

  test('guards callTool(name, args) and answers in the flat envelope', async () => {
    const call = guardCall(async (_name: string, _args: object): Promise<unknown> => denied());
    await withConversation('m2', () => call('reopen', { id: 1 }));
    expect(await withConversation('m2', () => call('reopen', { id: 1 }))).toMatchObject({ refused: true });
  });

  test('a tool that calls itself with other arguments is guarded all the way down', async () => {
    let real = 0;
    const guard = createGuard({ random: () => 0 });
    const tool: (input: { depth: number }) => Promise<unknown> = instrumentTool(
      'walk',
      async ({ depth }: { depth: number }): Promise<unknown> => {
        real += 1;
        return depth === 0 ? denied() : [await tool({ depth: 0 }), await tool({ depth: 0 })];
      },
      { guard },
    );
    await withConversation('walk', () => tool({ depth: 1 }));
    expect(real).toBe(2);
  });

  test('a call that is guarded inside and outside is counted once', async () => {
    let real = 0;
    const flaky = async (_: object): Promise<unknown> => {
      real += 1;
      throw new Error('Operation failed');
    };
    const guard = createGuard({ random: () => 0 });
    const inner = instrumentTool('flaky', flaky, { guard });
    const outer = guardCall((_name: string, args: object) => inner(args), { guard });
    for (let i = 0; i < 4; i++) await withConversation('nest', () => outer('flaky', {})).catch(() => undefined);
    expect(real).toBe(2);
  });
});
