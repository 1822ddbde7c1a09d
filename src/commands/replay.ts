import { bySession } from '../analysis.js';
import { isoTime } from '../model/export-rows.js';
import type { Settings } from '../model/settings.js';
import { addReplays, type Replay, replaySession } from '../replay.js';
import { analyseFiles, print, reportComplaints } from './analyze.js';
import { duration, plural, visible } from './render-text.js';

export interface ReplayOptions {
  readonly format: 'text' | 'json';
}

/** `refrain replay --guard`: what the guard would have done; exit 0 replayed, 2 nothing usable in the input. */
export async function replayCommand(
  files: readonly string[],
  { format }: ReplayOptions,
  settings: Settings,
): Promise<number> {
  const { analysis, complaints, requests } = await analyseFiles(files, settings);
  reportComplaints(complaints);
  if (requests === 0) return 2;
  const sessions = bySession(analysis.calls, analysis.frames);
  const replay = addReplays(sessions.map(({ calls, frames }) => replaySession(calls, frames, settings)));
  await print(
    format === 'json'
      ? `${JSON.stringify(asDocument(replay, sessions.length), null, 2)}\n`
      : render(replay, sessions.length),
  );
  return 0;
}

interface Row {
  readonly tool: string;
  readonly rule: string;
  readonly refused: number;
  readonly regrets: number;
}

/** Refusals and regrets by tool and rule, most refusals first. */
export function replayRows({ refused, regrets }: Replay): Row[] {
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

function render(replay: Replay, sessions: number): string {
  const { calls, refused, waits, waitedMs, savedMs, savedTokens, regrets } = replay;
  const share = refused.length === 0 ? '0 %' : `${((100 * regrets.length) / refused.length).toFixed(2)} %`;
  const tokens = savedTokens === undefined ? 'tokens unknown (no model spans)' : plural(savedTokens, 'model token');
  const table = replayRows(replay).map(
    ({ tool, rule, refused: n, regrets: r }) =>
      `  ${visible(tool).padEnd(40)} ${rule.padEnd(16)} ${String(n).padStart(7)} ${String(r).padStart(7)}`,
  );
  return [
    `With the guard on, of ${plural(calls, 'call')} in ${plural(sessions, 'session')}:`,
    `  refused  ${plural(refused.length, 'call')}, saving ${duration(savedMs / 1000)} of tool time and ${tokens}`,
    `  delayed  ${plural(waits, 'call')}, adding ${duration(waitedMs / 1000)}`,
    `  regret   ${plural(regrets.length, 'refused call')} that in truth went on to succeed (${share} of refusals)`,
    ...(table.length > 0 ? ['', `  ${'tool'.padEnd(40)} ${'rule'.padEnd(16)} refused  regret`, ...table] : []),
    ...(regrets.length > 0 ? ['', ...regrets.map(renderRegret)] : []),
    '',
  ].join('\n');
}

function renderRegret({ call, reason, option }: Replay['regrets'][number]): string {
  return `  regret ${call.spanId} ${isoTime(call.startedMs)} session ${visible(call.session)}\n    ${visible(reason)}\n    would pass with ${visible(option)}`;
}

function asDocument(replay: Replay, sessions: number): Record<string, unknown> {
  return {
    sessions,
    calls: replay.calls,
    refused: replay.refused.length,
    saved: { seconds: replay.savedMs / 1000, tokens: replay.savedTokens ?? null },
    waits: { calls: replay.waits, seconds: replay.waitedMs / 1000 },
    regret: replay.regrets.length,
    by_tool_and_rule: replayRows(replay),
    regrets: replay.regrets.map(({ call, rule, reason, option }) => ({
      call: call.spanId,
      session: call.session,
      tool: call.tool,
      rule,
      reason,
      option,
    })),
  };
}
