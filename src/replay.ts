import { type Step, stepsOf } from './detectors/steps.js';
import type { Settings } from './model/settings.js';
import type { Frame, ToolCall } from './model/tool-call.js';
import { type Decision, decide } from './policy/index.js';

/** A refused call that in truth went on to succeed: what the guard would have cost. */
export interface Regret {
  readonly call: ToolCall;
  readonly rule: string;
  readonly reason: string;
  /** The setting that would have let it through. */
  readonly option: string;
}

/** What the guard would have done to recorded sessions. */
export interface Replay {
  readonly calls: number;
  readonly refused: readonly { readonly call: ToolCall; readonly rule: string }[];
  readonly waits: number;
  readonly waitedMs: number;
  /** Time spent in refused calls. */
  readonly savedMs: number;
  /** Tokens of the distinct model turns that asked for refused calls only; undefined where no turn is known. */
  readonly savedTokens: number | undefined;
  readonly regrets: readonly Regret[];
}

/** The middle of full jitter: a replay must give the same answer every time. */
const RANDOM = 0.5;

/** Runs one recorded session through the guard's policy. History stays as it was: each call is judged by what truly came before. */
export function replaySession(calls: readonly ToolCall[], frames: readonly Frame[], settings: Settings): Replay {
  const judged = stepsOf(calls, frames, settings).map((step) => ({ step, decision: decisionOn(step, settings) }));
  const refused = judged.flatMap(({ step, decision }) =>
    decision.action === 'refuse' ? [{ call: step.call, rule: decision.rule }] : [],
  );
  const waits = judged.flatMap(({ decision }) => (decision.action === 'wait' ? [decision.waitMs] : []));
  return {
    calls: judged.length,
    refused,
    waits: waits.length,
    waitedMs: waits.reduce((sum, ms) => sum + ms, 0),
    savedMs: refused.reduce(
      (sum, { call }) => sum + (call.endedMs === undefined ? 0 : call.endedMs - call.startedMs),
      0,
    ),
    savedTokens: savedTokens(calls, new Set(refused.map(({ call }) => call.spanId))),
    regrets: judged.flatMap(({ step, decision }) => regretOf(step, decision)),
  };
}

function decisionOn({ before, call, marks }: Step, settings: Settings): Decision {
  return decide(before, call, call.startedMs, settings, { random: RANDOM, marks });
}

/** A turn is saved only if every call it asked for is. */
function savedTokens(calls: readonly ToolCall[], refused: ReadonlySet<string>): number | undefined {
  const turns = new Map<string, { tokens: number; all: boolean }>();
  for (const { turn, inputTokens, outputTokens, spanId } of calls) {
    if (turn === undefined || (inputTokens === undefined && outputTokens === undefined)) continue;
    const known = turns.get(turn)?.all ?? true;
    turns.set(turn, { tokens: (inputTokens ?? 0) + (outputTokens ?? 0), all: known && refused.has(spanId) });
  }
  if (turns.size === 0) return undefined;
  return [...turns.values()].reduce((sum, { tokens, all }) => sum + (all ? tokens : 0), 0);
}

function regretOf({ call, before }: Step, decision: Decision): Regret[] {
  if (decision.action !== 'refuse' || (call.outcome !== 'ok' && call.outcome !== 'empty')) return [];
  const needed = (before?.round.failures ?? 1) + 1;
  const option = `tools: [{ match: "${call.tool}", maxCalls: ${needed} }]`;
  return [{ call, rule: decision.rule, reason: decision.reason, option }];
}

/** Several sessions together. */
export function addReplays(replays: readonly Replay[]): Replay {
  const tokens = replays.flatMap(({ savedTokens: one }) => (one === undefined ? [] : [one]));
  const sum = (of: (replay: Replay) => number) => replays.reduce((total, replay) => total + of(replay), 0);
  return {
    calls: sum((one) => one.calls),
    refused: replays.flatMap((one) => one.refused),
    waits: sum((one) => one.waits),
    waitedMs: sum((one) => one.waitedMs),
    savedMs: sum((one) => one.savedMs),
    savedTokens: tokens.length === 0 ? undefined : tokens.reduce((total, one) => total + one, 0),
    regrets: replays.flatMap((one) => one.regrets),
  };
}

/** A replay as scripts and the API read it. */
export interface ReplayDocument {
  readonly sessions: number;
  readonly calls: number;
  readonly refused: number;
  readonly saved: { readonly seconds: number; readonly tokens: number | null };
  readonly waits: { readonly calls: number; readonly seconds: number };
  readonly regret: number;
  readonly by_tool_and_rule: readonly RefusalRow[];
  readonly regrets: readonly {
    call: string;
    session: string;
    tool: string;
    rule: string;
    reason: string;
    option: string;
  }[];
}

/** Refusals and regrets of one tool under one rule. */
export interface RefusalRow {
  readonly tool: string;
  readonly rule: string;
  readonly refused: number;
  readonly regrets: number;
}

/** The document of a replay. */
export function replayDocument(replay: Replay, sessions: number): ReplayDocument {
  const regrets = replay.regrets.map(({ call, rule, reason, option }) => ({
    call: call.spanId,
    session: call.session,
    tool: call.tool,
    rule,
    reason,
    option,
  }));
  return {
    sessions,
    calls: replay.calls,
    refused: replay.refused.length,
    saved: { seconds: replay.savedMs / 1000, tokens: replay.savedTokens ?? null },
    waits: { calls: replay.waits, seconds: replay.waitedMs / 1000 },
    regret: replay.regrets.length,
    by_tool_and_rule: refusalRows(replay),
    regrets,
  };
}

/** Refusals and regrets by tool and rule, most refusals first. */
function refusalRows({ refused, regrets }: Replay): RefusalRow[] {
  const rows = new Map<string, { tool: string; rule: string; refused: number; regrets: number }>();
  const row = (tool: string, rule: string) => {
    const key = JSON.stringify([tool, rule]);
    const known = rows.get(key) ?? { tool, rule, refused: 0, regrets: 0 };
    rows.set(key, known);
    return known;
  };
  for (const { call, rule } of refused) row(call.tool, rule).refused++;
  for (const { call, rule } of regrets) row(call.tool, rule).regrets++;
  return [...rows.values()].sort((a, b) => b.refused - a.refused || a.tool.localeCompare(b.tool));
}
