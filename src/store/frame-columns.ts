import type { Frame, Lent } from '../model/tool-call.js';
import { type CallRow, jsonText, must, num, str, whole } from './call-columns.js';
import type { Column } from './columns.js';

type F = Column<Frame>;

const text = (name: string, of: F['of']): F => ({ name, type: 'text', of });

/** Columns of `frames` in the order of the table. */
export const FRAME_COLUMNS: readonly F[] = [
  text('project', (frame) => frame.project),
  { name: 'started_at', type: 'timestamptz', of: (frame) => frame.startedMs },
  text('trace_id', (frame) => frame.traceId),
  text('span_id', (frame) => frame.spanId),
  text('parent_span_id', (frame) => frame.parentSpanId),
  text('kind', (frame) => frame.kind),
  text('name', (frame) => frame.name),
  text('service', (frame) => frame.service),
  { name: 'ended_at', type: 'timestamptz', of: (frame) => frame.endedMs },
  text('status', (frame) => frame.status),
  text('conversation', (frame) => frame.conversation),
  text('user_id', (frame) => frame.user),
  text('agent', (frame) => frame.agent),
  text('agent_id', (frame) => frame.agentId),
  text('model', (frame) => frame.model),
  { name: 'input_tokens', type: 'int8', of: (frame) => whole(frame.inputTokens) },
  { name: 'output_tokens', type: 'int8', of: (frame) => whole(frame.outputTokens) },
  { name: 'user_messages', type: 'int8', of: (frame) => whole(frame.userMessages) },
  { name: 'all_messages', type: 'int8', of: (frame) => whole(frame.allMessages) },
  { name: 'asks_for', type: 'text[]', of: (frame) => frame.asksFor },
  text('answer', (frame) => frame.answer),
  { name: 'lends', type: 'jsonb', of: (frame) => jsonText(frame.lends) },
];

/** Back from a row to the noun; the inverse of FRAME_COLUMNS. */
export function frameOf(row: CallRow): Frame {
  return {
    project: must(row['project']),
    traceId: must(row['trace_id']),
    spanId: must(row['span_id']),
    parentSpanId: str(row['parent_span_id']),
    kind: must(row['kind']) as Frame['kind'],
    name: must(row['name']),
    service: str(row['service']),
    startedMs: num(row['started_at']) ?? 0,
    endedMs: num(row['ended_at']),
    status: must(row['status']) as Frame['status'],
    conversation: str(row['conversation']),
    user: str(row['user_id']),
    agent: str(row['agent']),
    agentId: str(row['agent_id']),
    model: str(row['model']),
    inputTokens: num(row['input_tokens']),
    outputTokens: num(row['output_tokens']),
    userMessages: num(row['user_messages']),
    allMessages: num(row['all_messages']),
    asksFor: (row['asks_for'] ?? []) as readonly string[],
    answer: str(row['answer']),
    ...(row['lends'] ? { lends: lentOf(row['lends'] as Lent) } : {}),
  };
}

/** JSON has no undefined: a field that is absent inside arguments or result was undefined. */
function lentOf(lent: Lent): Lent {
  const whole = (content: Lent['arguments']) => content && { ...content, hash: content.hash, copy: content.copy };
  const { arguments: args, result } = lent;
  return { ...lent, ...(args ? { arguments: whole(args) } : {}), ...(result ? { result: whole(result) } : {}) };
}
