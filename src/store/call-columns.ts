import type { Claim, Sealed, ToolCall } from '../model/tool-call.js';
import type { Column } from './columns.js';

type C = Column<ToolCall>;

const text = (name: string, of: C['of']): C => ({ name, type: 'text', of });

function sealed(prefix: 'args' | 'result', of: (call: ToolCall) => Sealed): C[] {
  return [
    text(`${prefix}_hash`, (call) => of(call).hash),
    text(`${prefix}_state`, (call) => of(call).state),
    { name: `${prefix}_partial`, type: 'bool', of: (call) => of(call).partial },
    text(`${prefix}_copy`, (call) => of(call).copy),
    { name: `${prefix}_bytes`, type: 'int4', of: (call) => of(call).bytes },
  ];
}

/** Columns of `tool_calls` in the order of the table. The table of the migration and this list are compared by a test. */
export const CALL_COLUMNS: readonly C[] = [
  text('project', (call) => call.project),
  { name: 'started_at', type: 'timestamptz', of: (call) => call.startedMs },
  text('trace_id', (call) => call.traceId),
  text('span_id', (call) => call.spanId),
  text('parent_span_id', (call) => call.parentSpanId),
  text('call_id', (call) => call.callId),
  text('request_id', (call) => call.requestId),
  text('convention', (call) => call.convention),
  text('record_from', (call) => call.from),
  text('side', (call) => call.side),
  text('scope', (call) => call.scope),
  text('session', (call) => call.session),
  text('session_from', (call) => call.sessionFrom),
  text('user_id', (call) => call.user),
  text('agent', (call) => call.agent),
  text('agent_instance', (call) => call.agentInstance),
  text('turn', (call) => call.turn),
  text('part_of', (call) => call.partOf),
  text('tool', (call) => call.tool),
  text('server', (call) => call.server),
  text('service', (call) => call.service),
  { name: 'ended_at', type: 'timestamptz', of: (call) => call.endedMs },
  {
    name: 'duration_ms',
    type: 'float8',
    of: ({ startedMs, endedMs }) => (endedMs === undefined ? undefined : Math.max(0, endedMs - startedMs)),
  },
  text('reported', (call) => call.reported),
  text('outcome', (call) => call.outcome),
  text('outcome_source', (call) => call.outcomeSource),
  text('outcome_rule', (call) => call.outcomeRule),
  text('category', (call) => call.category),
  text('code', (call) => call.code),
  text('code_as_written', (call) => call.codeAsWritten),
  { name: 'retryable', type: 'bool', of: (call) => call.retryable },
  { name: 'retry_after_ms', type: 'float8', of: (call) => call.retryAfterMs },
  text('description', (call) => call.description),
  { name: 'result_count', type: 'int8', of: (call) => whole(call.resultCount) },
  text('source', (call) => call.source),
  text('rule', (call) => call.rule),
  text('message', (call) => call.message),
  text('signature', (call) => call.signature),
  { name: 'claims', type: 'jsonb', of: (call) => JSON.stringify(call.claims) },
  text('effect', (call) => call.effect),
  { name: 'traits', type: 'text[]', of: (call) => call.traits },
  ...sealed('args', (call) => call.arguments),
  ...sealed('result', (call) => call.result),
  text('answer_hash', (call) => call.answerHash),
  { name: 'attempts_inside', type: 'int4', of: (call) => call.attemptsInside },
  { name: 'guard_refused', type: 'bool', of: (call) => call.guardRefused },
  { name: 'guard_waited_ms', type: 'float8', of: (call) => call.guardWaitedMs },
  text('model', (call) => call.model),
  { name: 'input_tokens', type: 'int8', of: (call) => whole(call.inputTokens) },
  { name: 'output_tokens', type: 'int8', of: (call) => whole(call.outputTokens) },
  { name: 'stated', type: 'jsonb', of: (call) => jsonText(call.stated) },
];

/** JSON for a column that may be null. */
export function jsonText(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** Counters come from outside and may be anything; the column takes whole numbers. */
export function whole(n: number | undefined): number | undefined {
  return n === undefined || !Number.isFinite(n) ? undefined : Math.round(n);
}

/** A row as pg returns it: timestamps as ms since the epoch, see `SELECT_CALL`. */
export type CallRow = Readonly<Record<string, unknown>>;

/** Back from a row to the noun; the inverse of CALL_COLUMNS. */
export function callOf(row: CallRow): ToolCall {
  return {
    ...identityOf(row),
    ...verdictOf(row),
    arguments: sealedOf(row, 'args'),
    result: sealedOf(row, 'result'),
    answerHash: str(row['answer_hash']),
    attemptsInside: num(row['attempts_inside']) ?? 0,
    guardRefused: row['guard_refused'] === true,
    guardWaitedMs: num(row['guard_waited_ms']) ?? 0,
    model: str(row['model']),
    inputTokens: num(row['input_tokens']),
    outputTokens: num(row['output_tokens']),
    ...(row['stated'] ? { stated: row['stated'] as ToolCall['stated'] } : {}),
  };
}

type Identity = Pick<
  ToolCall,
  | 'project'
  | 'traceId'
  | 'spanId'
  | 'parentSpanId'
  | 'callId'
  | 'requestId'
  | 'convention'
  | 'from'
  | 'side'
  | 'scope'
  | 'session'
  | 'sessionFrom'
  | 'user'
  | 'agent'
  | 'agentInstance'
  | 'turn'
  | 'partOf'
  | 'tool'
  | 'server'
  | 'service'
  | 'startedMs'
  | 'endedMs'
  | 'reported'
  | 'effect'
  | 'traits'
>;

function identityOf(row: CallRow): Identity {
  return {
    project: must(row['project']),
    traceId: must(row['trace_id']),
    spanId: must(row['span_id']),
    parentSpanId: str(row['parent_span_id']),
    callId: str(row['call_id']),
    requestId: str(row['request_id']),
    convention: must(row['convention']),
    from: must(row['record_from']) as ToolCall['from'],
    side: must(row['side']) as ToolCall['side'],
    scope: must(row['scope']),
    session: must(row['session']),
    sessionFrom: must(row['session_from']) as ToolCall['sessionFrom'],
    user: str(row['user_id']),
    agent: str(row['agent']),
    agentInstance: must(row['agent_instance']),
    turn: str(row['turn']),
    partOf: str(row['part_of']),
    tool: must(row['tool']),
    server: str(row['server']),
    service: str(row['service']),
    startedMs: num(row['started_at']) ?? 0,
    endedMs: num(row['ended_at']),
    reported: must(row['reported']) as ToolCall['reported'],
    effect: must(row['effect']) as ToolCall['effect'],
    traits: (row['traits'] ?? []) as ToolCall['traits'],
  };
}

type VerdictFields = Pick<
  ToolCall,
  | 'outcome'
  | 'outcomeSource'
  | 'outcomeRule'
  | 'category'
  | 'code'
  | 'codeAsWritten'
  | 'retryable'
  | 'retryAfterMs'
  | 'description'
  | 'resultCount'
  | 'source'
  | 'rule'
  | 'message'
  | 'signature'
  | 'claims'
>;

function verdictOf(row: CallRow): VerdictFields {
  return {
    outcome: must(row['outcome']) as ToolCall['outcome'],
    outcomeSource: must(row['outcome_source']) as ToolCall['outcomeSource'],
    outcomeRule: must(row['outcome_rule']),
    category: str(row['category']) as ToolCall['category'],
    code: str(row['code']),
    codeAsWritten: str(row['code_as_written']),
    retryable: typeof row['retryable'] === 'boolean' ? row['retryable'] : undefined,
    retryAfterMs: num(row['retry_after_ms']),
    description: str(row['description']),
    resultCount: num(row['result_count']),
    source: must(row['source']) as ToolCall['source'],
    rule: must(row['rule']),
    message: str(row['message']),
    signature: str(row['signature']),
    claims: (row['claims'] ?? []) as readonly Claim[],
  };
}

function sealedOf(row: CallRow, prefix: 'args' | 'result'): Sealed {
  return {
    state: must(row[`${prefix}_state`]) as Sealed['state'],
    hash: str(row[`${prefix}_hash`]),
    partial: row[`${prefix}_partial`] === true,
    copy: str(row[`${prefix}_copy`]),
    bytes: num(row[`${prefix}_bytes`]) ?? 0,
  };
}

/** Text or nothing. */
export function str(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Text of a column that is never null. */
export function must(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A number, also where pg gives int8 as text. */
export function num(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value !== '' ? Number(value) : undefined;
}
