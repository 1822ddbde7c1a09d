import type pg from 'pg';
import type { Frame, ToolCall } from '../model/tool-call.js';
import { CALL_COLUMNS, type CallRow, callOf } from './call-columns.js';
import { FRAME_COLUMNS, frameOf } from './frame-columns.js';
import { micros, selectList } from './read-rows.js';

/** Everything stored of some traces. */
export interface TraceRows {
  readonly calls: ToolCall[];
  readonly frames: Frame[];
}

const CALLS = selectList(CALL_COLUMNS);
const FRAMES = selectList(FRAME_COLUMNS);

/** Reads whole traces, oldest first. */
export async function loadTraces(pool: pg.Pool, project: string, traceIds: readonly string[]): Promise<TraceRows> {
  const [calls, frames] = await Promise.all([
    pool.query<CallRow>(
      `SELECT ${CALLS} FROM tool_calls WHERE project = $1 AND trace_id = ANY($2) ORDER BY started_at, span_id`,
      [project, traceIds],
    ),
    pool.query<CallRow>(
      `SELECT ${FRAMES} FROM frames WHERE project = $1 AND trace_id = ANY($2) ORDER BY started_at, span_id`,
      [project, traceIds],
    ),
  ]);
  return { calls: calls.rows.map(callOf), frames: frames.rows.map(frameOf) };
}

/** Reads one session: its calls, and the frames of the traces they are in. */
export async function loadSession(pool: pg.Pool, project: string, session: string): Promise<TraceRows> {
  const calls = await pool.query<CallRow>(
    `SELECT ${CALLS} FROM tool_calls WHERE project = $1 AND session = $2 ORDER BY started_at, span_id`,
    [project, session],
  );
  const traces = [...new Set(calls.rows.map((row) => row['trace_id'] as string))];
  const frames = await pool.query<CallRow>(
    `SELECT ${FRAMES} FROM frames WHERE project = $1 AND trace_id = ANY($2) ORDER BY started_at, span_id`,
    [project, traces],
  );
  return { calls: calls.rows.map(callOf), frames: frames.rows.map(frameOf) };
}

/** Whole calls that started since a time, latest first. */
export async function recentCalls(
  pool: pg.Pool,
  project: string,
  sinceMs: number,
  limit: number,
): Promise<readonly ToolCall[]> {
  const { rows } = await pool.query<CallRow>(
    `SELECT ${CALLS} FROM tool_calls WHERE project = $1 AND tool_calls.started_at >= $2 AND part_of IS NULL ORDER BY tool_calls.started_at DESC LIMIT $3`,
    [project, new Date(sinceMs), limit],
  );
  return rows.map(callOf);
}

/** Traces that hold calls of these sessions. */
export async function tracesOfSessions(
  pool: pg.Pool,
  project: string,
  sessions: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ trace_id: string }>(
    'SELECT DISTINCT trace_id FROM tool_calls WHERE project = $1 AND session = ANY($2)',
    [project, sessions],
  );
  return rows.map(({ trace_id }) => trace_id);
}

/** Traces with rows that arrived since a time and are recent themselves, or that arrived after a place in the log. */
export async function recentTraces(
  pool: pg.Pool,
  sinceMs: number,
): Promise<readonly { project: string; traceId: string }[]> {
  const { rows } = await pool.query<{ project: string; trace_id: string }>(
    'SELECT DISTINCT project, unnest(trace_ids) AS trace_id FROM arrivals WHERE committed_at >= $1',
    [new Date(sinceMs)],
  );
  return rows.map(({ project, trace_id }) => ({ project, traceId: trace_id }));
}

const KEY = ['project', 'started_at', 'trace_id', 'span_id'];
const CHANGEABLE = CALL_COLUMNS.filter(({ name }) => !KEY.includes(name));
const RECORD = CALL_COLUMNS.map(({ name, type }) => `${name} ${type === 'timestamptz' ? 'bigint' : type}`).join(', ');
const ASSIGN = CHANGEABLE.map(({ name, type }) => {
  const value =
    type === 'timestamptz' ? `timestamptz 'epoch' + derived.${name} * interval '1 microsecond'` : `derived.${name}`;
  return `${name} = ${value}`;
}).join(', ');

/** Writes back what assembly derived or lent; the rollups follow by trigger. */
export async function saveDerived(pool: pg.Pool, calls: readonly ToolCall[]): Promise<void> {
  if (calls.length === 0) return;
  await pool.query(
    `UPDATE tool_calls AS call SET ${ASSIGN} FROM jsonb_to_recordset($1::jsonb) AS derived(${RECORD})
     WHERE call.project = derived.project AND call.started_at = timestamptz 'epoch' + derived.started_at * interval '1 microsecond'
       AND call.trace_id = derived.trace_id AND call.span_id = derived.span_id`,
    [JSON.stringify(calls.map(record))],
  );
}

function record(call: ToolCall): Record<string, unknown> {
  return Object.fromEntries(
    CALL_COLUMNS.map(({ name, type, of }) => {
      const value = of(call);
      if (value === undefined) return [name, null];
      if (type === 'timestamptz') return [name, micros(Number(value))];
      return [name, type === 'jsonb' ? JSON.parse(String(value)) : value];
    }),
  );
}
