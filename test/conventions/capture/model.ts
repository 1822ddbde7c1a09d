import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Ask, turnsOf } from './script.js';

interface Request {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly function?: { readonly name: string }; readonly name?: string }[];
}

/** How often each model name was asked; every name plays the scenario once, from its beginning. */
const asked = new Map<string, number>();

/** Speaks the provider's chat completions, streamed or not, with the next turn of the script as the answer. */
export function answerChat(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const wanted = JSON.parse(body.toString()) as Request;
  const step = asked.get(wanted.model) ?? 0;
  asked.set(wanted.model, step + 1);
  const asks = turnsOf(wanted.model)[step];
  const usage = { prompt_tokens: 100 + 10 * step, completion_tokens: 20, total_tokens: 120 + 10 * step };
  const common = { id: `chatcmpl-${step}`, created: 1_767_225_600, model: wanted.model };
  const message = asks
    ? { role: 'assistant', content: null, tool_calls: asks.map((ask, index) => toolCall(ask, index, wanted)) }
    : { role: 'assistant', content: 'done' };
  const finish_reason = asks ? 'tool_calls' : 'stop';
  if (!wanted.stream) {
    const answer = { ...common, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
    return;
  }
  const chunk = { ...common, object: 'chat.completion.chunk' };
  const chunks = [
    { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] },
    { ...chunk, choices: [], usage },
  ];
  response.setHeader('content-type', 'text/event-stream');
  response.end(`${chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')}data: [DONE]\n\n`);
  void request;
}

/** Frameworks put a server's name before the names of its tools; the model calls what it was offered. */
function toolCall({ id, tool, args }: Ask, index: number, { tools = [] }: Request) {
  const offered = tools.flatMap((one) => one.function?.name ?? one.name ?? []);
  const name = offered.find((one) => one === tool) ?? offered.find((one) => one.endsWith(tool)) ?? tool;
  return { index, id, type: 'function', function: { name, arguments: JSON.stringify(args) } };
}
