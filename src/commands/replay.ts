import { bySession } from '../analysis.js';
import type { Settings } from '../model/settings.js';
import { addReplays, type ReplayDocument, replayDocument, replaySession } from '../replay.js';
import { analyseFiles, print, reportComplaints } from './analyze.js';
import { getJson, serviceUrl } from './ask-service.js';
import { duration, plural, visible } from './render-text.js';
import { sinceMs } from './report.js';

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
  const document = replayDocument(replay, sessions.length);
  await print(format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : render(document));
  return 0;
}

/** `refrain replay --guard` without files: the sessions of a running service since a time. */
export async function replayService(options: {
  url?: string;
  since: string;
  format: 'text' | 'json';
}): Promise<number> {
  const since = new Date(sinceMs(options.since, Date.now())).toISOString();
  const found = await getJson<ReplayDocument>(serviceUrl(options.url), `/api/replay?since=${since}`);
  await print(options.format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : render(found));
  return 0;
}

/** What the guard would have done, for a person. */
export function render({
  sessions,
  calls,
  refused,
  saved,
  waits,
  regret,
  by_tool_and_rule,
  regrets,
}: ReplayDocument): string {
  const share = refused === 0 ? '0 %' : `${((100 * regret) / refused).toFixed(2)} %`;
  const tokens = saved.tokens === null ? 'tokens unknown (no model spans)' : plural(saved.tokens, 'model token');
  const table = by_tool_and_rule.map(
    ({ tool, rule, refused: n, regrets: r }) =>
      `  ${visible(tool).padEnd(40)} ${rule.padEnd(16)} ${String(n).padStart(7)} ${String(r).padStart(7)}`,
  );
  return [
    `With the guard on, of ${plural(calls, 'call')} in ${plural(sessions, 'session')}:`,
    `  refused  ${plural(refused, 'call')}, saving ${duration(saved.seconds)} of tool time and ${tokens}`,
    `  delayed  ${plural(waits.calls, 'call')}, adding ${duration(waits.seconds)}`,
    `  regret   ${plural(regret, 'refused call')} that in truth went on to succeed (${share} of refusals)`,
    ...(table.length > 0 ? ['', `  ${'tool'.padEnd(40)} ${'rule'.padEnd(16)} refused  regret`, ...table] : []),
    ...(regrets.length > 0 ? ['', ...regrets.map(renderRegret)] : []),
    '',
  ].join('\n');
}

function renderRegret({ call, session, reason, option }: ReplayDocument['regrets'][number]): string {
  return `  regret ${call} session ${visible(session)}\n    ${visible(reason)}\n    would pass with ${visible(option)}`;
}
