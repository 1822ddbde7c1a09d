import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONVENTIONS } from '../conventions/index.js';
import { diagnose } from '../diagnosis.js';
import { RefrainError } from '../errors.js';
import { findingRow, isoTime } from '../model/export-rows.js';
import { SEVERITIES } from '../model/finding.js';
import type { Settings } from '../model/settings.js';
import type { Frame, ToolCall } from '../model/tool-call.js';
import { addReplays, type Replay, replayDocument, replaySession } from '../replay.js';
import { scoreRow, scoreTools } from '../score.js';
import type { FindingFilter } from '../store/findings.js';
import type { Reader } from '../store/reader.js';

/** What the API needs: something to read from, and who may read which project. */
export interface ApiDeps {
  readonly reader: Reader;
  /** What the guard would be told. */
  readonly settings: Settings;
  /** The project that a request may read; throws RefrainError where none. */
  readonly authorise: (request: FastifyRequest) => Promise<string>;
}

/** Default and most rows of one page: a page of 1,000 findings is about 2 MB of JSON. */
const PAGE = { usual: 100, most: 1000 } as const;

/** Registers `GET /api/findings` and `GET /api/sessions/:id`. */
export async function apiRoutes(app: FastifyInstance, { reader, authorise }: ApiDeps): Promise<void> {
  app.get('/api/findings', async (request) => {
    const project = await authorise(request);
    const page = await reader.findings(readFilter(request.query as Record<string, unknown>, project));
    return { findings: page.findings.map(findingRow), next: page.next ?? null };
  });

  app.get<{ Params: { id: string } }>('/api/sessions/:id', async (request) => {
    const project = await authorise(request);
    const record = await reader.session(project, request.params.id);
    if (!record) throw new RefrainError('not_found', `no session ${JSON.stringify(request.params.id)} in this project`);
    const { session, calls, frames, findings } = record;
    return {
      session,
      calls: calls.filter(({ partOf }) => partOf === undefined).map(sessionCall),
      inner: calls
        .filter(({ partOf }) => partOf !== undefined)
        .map(({ spanId, partOf, tool, side }) => ({ call: spanId, part_of: partOf, tool, side })),
      frames: frames.map(sessionFrame),
      findings: findings.map(findingRow),
    };
  });
}

/** Registers `GET /api/conventions`, `GET /api/tools` and `GET /api/doctor`: what is understood, and how well. */
export async function qualityRoutes(app: FastifyInstance, { reader, authorise, settings }: ApiDeps): Promise<void> {
  app.get('/api/conventions', async () => ({
    conventions: CONVENTIONS.map(({ id, title, source, support, recorded }) => ({
      id,
      title,
      source,
      support,
      recorded,
    })),
  }));

  app.get('/api/tools', async (request) => {
    const { project, sinceMs } = await asked(request);
    const calls = await reader.recentCalls(project, sinceMs, CALLS_LOOKED_AT);
    const { findings } = await reader.findings({ ...ANY, project, sinceMs, limit: PAGE.most });
    return { since: isoTime(sinceMs), calls: calls.length, tools: scoreTools(calls, findings).map(scoreRow) };
  });

  app.get('/api/doctor', async (request) => {
    const { project, sinceMs } = await asked(request);
    const calls = await reader.recentCalls(project, sinceMs, CALLS_LOOKED_AT);
    const unclaimed = Object.fromEntries(await reader.counted(project, 'unclaimed', sinceMs));
    return { since: isoTime(sinceMs), calls: calls.length, conventions: diagnose(calls), unclaimed };
  });

  app.get('/api/replay', async (request) => {
    const { project, sinceMs } = await asked(request);
    const sessions = new Set(
      (await reader.recentCalls(project, sinceMs, CALLS_LOOKED_AT)).map(({ session }) => session),
    );
    const replays: Replay[] = [];
    for (const session of sessions) {
      const record = await reader.session(project, session);
      const whole = record?.calls.filter(({ partOf }) => partOf === undefined) ?? [];
      if (record) replays.push(replaySession(whole, record.frames, settings));
    }
    return { since: isoTime(sinceMs), ...replayDocument(addReplays(replays), replays.length) };
  });

  async function asked(request: FastifyRequest): Promise<{ project: string; sinceMs: number }> {
    const project = await authorise(request);
    const query = request.query as Record<string, unknown>;
    const unknown = Object.keys(query).filter((key) => key !== 'since');
    if (unknown.length > 0)
      throw new RefrainError('invalid_query', `unknown filter ${unknown.join(', ')}; known: since`);
    const since = text(query, 'since');
    return { project, sinceMs: since === undefined ? Date.now() - HOUR_MS : readTime(since) };
  }
}

const HOUR_MS = 3_600_000;
/** Enough calls to see what a tool does, few enough to read at once (about 2 KB each). */
const CALLS_LOOKED_AT = 20_000;
const ANY = {
  detector: undefined,
  tool: undefined,
  session: undefined,
  severity: undefined,
  state: undefined,
  cursor: undefined,
};

const FILTERS = ['detector', 'tool', 'session', 'severity', 'state', 'since', 'limit', 'cursor'];
const STATES = ['open', 'resolved', 'withdrawn'] as const;

/** Reads the query; a misspelt filter is an error, since ignoring it would answer another question. */
export function readFilter(query: Readonly<Record<string, unknown>>, project: string): FindingFilter {
  const unknown = Object.keys(query).filter((key) => !FILTERS.includes(key));
  if (unknown.length > 0)
    throw new RefrainError('invalid_query', `unknown filter ${unknown.join(', ')}; known: ${FILTERS.join(', ')}`);
  const since = text(query, 'since');
  return {
    project,
    detector: text(query, 'detector'),
    tool: text(query, 'tool'),
    session: text(query, 'session'),
    severity: oneOf(query, 'severity', SEVERITIES),
    state: oneOf(query, 'state', STATES),
    sinceMs: since === undefined ? undefined : readTime(since),
    limit: readLimit(text(query, 'limit')),
    cursor: text(query, 'cursor'),
  };
}

function text(query: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = query[key];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw new RefrainError('invalid_query', `${key} is given more than once`);
  return value;
}

function oneOf<const T extends readonly string[]>(
  query: Readonly<Record<string, unknown>>,
  key: string,
  allowed: T,
): T[number] | undefined {
  const value = text(query, key);
  if (value === undefined || allowed.includes(value)) return value;
  throw new RefrainError('invalid_query', `${key} takes one of ${allowed.join(', ')}, not ${JSON.stringify(value)}`);
}

function readTime(value: string): number {
  const ms = /^\d{10,}$/.test(value) ? Number(value) : Date.parse(value);
  if (Number.isFinite(ms)) return ms;
  throw new RefrainError(
    'invalid_query',
    `since takes ISO 8601 or milliseconds since 1970, not ${JSON.stringify(value)}`,
  );
}

function readLimit(value: string | undefined): number {
  if (value === undefined) return PAGE.usual;
  const n = Number(value);
  if (Number.isInteger(n) && n >= 1 && n <= PAGE.most) return n;
  throw new RefrainError(
    'invalid_query',
    `limit takes a whole number from 1 to ${PAGE.most}, not ${JSON.stringify(value)}`,
  );
}

/** A call as the session page shows it. */
function sessionCall(call: ToolCall): Record<string, unknown> {
  return {
    call: call.spanId,
    trace: call.traceId,
    agent: call.agent ?? null,
    agent_instance: call.agentInstance,
    turn: call.turn ?? null,
    tool: call.tool,
    server: call.server ?? null,
    started: isoTime(call.startedMs),
    ended: call.endedMs === undefined ? null : isoTime(call.endedMs),
    reported: call.reported,
    outcome: call.outcome,
    outcome_rule: call.outcomeRule,
    category: call.category ?? null,
    code: call.code ?? null,
    code_as_written: call.codeAsWritten ?? null,
    retryable: call.retryable ?? null,
    retry_after_seconds: call.retryAfterMs === undefined ? null : call.retryAfterMs / 1000,
    source: call.source,
    rule: call.rule,
    message: call.message ?? null,
    signature: call.signature ?? null,
    arguments: call.arguments.copy ?? null,
    arguments_state: call.arguments.state,
    arguments_hash: call.arguments.hash ?? null,
    result: call.result.copy ?? null,
    result_state: call.result.state,
    attempts_inside: call.attemptsInside,
    guard_refused: call.guardRefused,
    guard_waited_seconds: call.guardWaitedMs / 1000,
    model: call.model ?? null,
    convention: call.convention,
  };
}

function sessionFrame(frame: Frame): Record<string, unknown> {
  return {
    span: frame.spanId,
    parent: frame.parentSpanId ?? null,
    kind: frame.kind,
    name: frame.name,
    agent: frame.agent ?? null,
    started: isoTime(frame.startedMs),
    ended: frame.endedMs === undefined ? null : isoTime(frame.endedMs),
    status: frame.status,
    model: frame.model ?? null,
    input_tokens: frame.inputTokens ?? null,
    output_tokens: frame.outputTokens ?? null,
  };
}
