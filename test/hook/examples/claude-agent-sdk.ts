import { claudeHooks, startRefrain } from 'refrain/hook';

startRefrain({ endpoint: 'http://localhost:4318', serviceName: 'my-agent' });

/** Options for `query({ prompt, options })` of @anthropic-ai/claude-agent-sdk. */
export const options = { hooks: claudeHooks({ guard: true }) };
