import type { Settings } from '../model/settings.js';
import { type ScoreRow, scoreRow, scoreTools } from '../score.js';
import { analyseFiles, print, reportComplaints } from './analyze.js';
import { getJson, serviceUrl } from './ask-service.js';
import { plural, visible } from './render-text.js';
import { sinceMs } from './report.js';

export interface ScoreOptions {
  readonly format: 'text' | 'json';
}

/** `refrain score`: what tool authors can do better; exit 0 scored, 2 nothing usable in the input. */
export async function scoreCommand(
  files: readonly string[],
  { format }: ScoreOptions,
  settings: Settings,
): Promise<number> {
  const { analysis, complaints, requests } = await analyseFiles(files, settings);
  reportComplaints(complaints);
  if (requests === 0) return 2;
  const cards = scoreTools(analysis.calls, analysis.findings);
  await print(
    format === 'json' ? `${JSON.stringify(cards.map(scoreRow), null, 2)}\n` : renderCards(cards.map(scoreRow)),
  );
  return 0;
}

/** `refrain score` without files: the tools of a running service since a time. */
export async function scoreService(options: { url?: string; since: string; format: 'text' | 'json' }): Promise<number> {
  const since = new Date(sinceMs(options.since, Date.now())).toISOString();
  const { tools } = await getJson<{ tools: ScoreRow[] }>(serviceUrl(options.url), `/api/tools?since=${since}`);
  await print(options.format === 'json' ? `${JSON.stringify(tools, null, 2)}\n` : renderCards(tools));
  return 0;
}

const percent = (share: number | null) => (share === null ? '-' : `${Math.round(share * 100)} %`).padStart(6);

/** A line per tool, and for those with errors the answer that they should have given. */
export function renderCards(cards: readonly ScoreRow[]): string {
  const head = `${'tool'.padEnd(36)}  calls errors  whole  categ  retry  descr  after`;
  const rows = cards.map(
    ({ tool, calls, errors, structured, with_category, with_retryable, with_description, with_retry_after }) =>
      `${visible(tool).slice(0, 36).padEnd(36)} ${String(calls).padStart(6)} ${String(errors).padStart(6)} ${[structured, with_category, with_retryable, with_description, with_retry_after].map(percent).join(' ')}`,
  );
  const advice = cards.flatMap((card) => (card.worst && (card.structured ?? 0) < 1 ? [adviceFor(card)] : []));
  return `${[head, ...rows, ...advice.slice(0, ADVICE_SHOWN)].join('\n')}\n`;
}

/** The tools with the most errors; the rest is in the JSON. */
const ADVICE_SHOWN = 5;

function adviceFor({ tool, worst, contradictions, empty_reported_as_error }: ScoreRow): string {
  const faults = [
    contradictions > 0 ? plural(contradictions, 'contradiction') : '',
    empty_reported_as_error > 0 ? `${plural(empty_reported_as_error, 'empty answer')} told as error` : '',
  ].filter(Boolean);
  const json = JSON.stringify(worst?.should_return, null, 2).replace(/^/gm, '    ');
  return `\n${visible(tool)}: most frequent failure (${plural(worst?.calls ?? 0, 'call')}): ${visible(worst?.signature ?? '')}${faults.length > 0 ? `; ${faults.join(', ')}` : ''}\n  return instead:\n${visible(json)}`;
}
