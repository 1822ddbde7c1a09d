import { createGuard, guard, promptRules } from 'refrain/hook';

const shared = createGuard({
  maxWaitMs: 10_000,
  settings: { tools: [{ match: 'get_status', traits: ['polling'] }] },
  onDecision: ({ action, tool, reason }) => console.info(action, tool, reason),
});

/** Any function that calls tools by name, in front of which the guard stands. */
export const callTool = guard(
  async (name: string, args: object): Promise<unknown> => ({ success: true, data: { name, args } }),
  {
    guard: shared,
  },
);

/** The same rules for the model, so that it need not be refused to learn them. */
export const systemPrompt = `You are a helpful clerk.\n\n${promptRules()}`;
