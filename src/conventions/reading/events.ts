import { isArray, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Span } from '../../model/span.js';
import { decoded } from './parse.js';

/** Content of a tool call that stands in span events instead of attributes. */
export interface EventContent {
  readonly arguments: Json | undefined;
  readonly result: Json | undefined;
}

const NONE: EventContent = { arguments: undefined, result: undefined };

/**
 * OpenTelemetry GenAI span events. Older: `gen_ai.tool.message` (input) and `gen_ai.choice` (output).
 * Newer: `gen_ai.client.inference.operation.details` with message lists.
 */
export function contentInEvents({ events }: Span): EventContent {
  if (events.length === 0) return NONE;
  let found = NONE;
  for (const { name, attributes } of events) found = { ...found, ...contentOf(name, attributes) };
  return found;
}

function contentOf(name: string, attributes: JsonObject): Partial<EventContent> {
  switch (name) {
    case 'gen_ai.tool.message':
      return defined({ arguments: attributes['content'] });
    case 'gen_ai.choice':
      return defined({ result: attributes['message'] ?? attributes['content'] });
    case 'gen_ai.client.inference.operation.details':
      return defined({
        arguments: partOf(attributes['gen_ai.input.messages'], 'tool_call')?.['arguments'],
        result: responseIn(attributes['gen_ai.output.messages']),
      });
    default:
      return {};
  }
}

function responseIn(messages: Json | undefined): Json | undefined {
  const part = partOf(messages, 'tool_call_response');
  return part?.['response'] ?? part?.['result'];
}

/** The first part of a type in a list of messages. */
function partOf(messages: Json | undefined, type: string): JsonObject | undefined {
  const list = messages === undefined ? undefined : decoded(messages);
  if (!isArray(list)) return undefined;
  const parts = list.flatMap((message) => (isObject(message) && isArray(message['parts']) ? message['parts'] : []));
  return parts.find((part): part is JsonObject => isObject(part) && part['type'] === type);
}

function defined(content: Partial<EventContent>): Partial<EventContent> {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));
}
