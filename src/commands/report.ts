import type { FindingRow } from '../model/export-rows.js';
import { print } from './analyze.js';
import { getJson, serviceUrl } from './ask-service.js';
import { duration, painter, plural, renderFindings, visible } from './render-text.js';

export interface ReportOptions {
  readonly url?: string | undefined;
  readonly since: string;
  readonly format: 'text' | 'json';
}

interface ToolRow {
  readonly tool: string;
  readonly server: string | null;
  readonly calls: number;
  readonly errors: number;
  readonly structured: number | null;
}

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30m`, `6h`, `7d`, or a point in time; throws a sentence otherwise. */
export function sinceMs(text: string, nowMs: number): number {
  const [, n, unit = ''] = /^(\d+)([mhd])$/.exec(text) ?? [];
  const back = UNITS[unit];
  if (n !== undefined && back !== undefined) return nowMs - Number(n) * back;
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return at;
  throw Object.assign(new Error(`--since takes 30m, 6h, 7d or a point in time like 2026-01-31T10:00Z, not "${text}"`), {
    sentence: true,
  });
}

/** `refrain report`: the overview for people who live in a shell. */
export async function reportCommand(options: ReportOptions): Promise<number> {
  const base = serviceUrl(options.url);
  const since = new Date(sinceMs(options.since, Date.now())).toISOString();
  const [{ findings, next }, { tools, calls }] = await Promise.all([
    getJson<{ findings: FindingRow[]; next: string | null }>(base, `/api/findings?limit=1000&since=${since}`),
    getJson<{ tools: ToolRow[]; calls: number }>(base, `/api/tools?since=${since}`),
  ]);
  await print(
    options.format === 'json'
      ? `${JSON.stringify({ since, calls, findings, tools }, null, 2)}\n`
      : renderReport(findings, tools, calls, since, next !== null),
  );
  return 0;
}

/** Tools that waste most, then the worst findings in full. */
export function renderReport(
  findings: readonly FindingRow[],
  tools: readonly ToolRow[],
  calls: number,
  since: string,
  isCut = false,
): string {
  const paint = painter(process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined);
  const wasted = wasteByTool(findings);
  const rows = tools
    .map((tool) => ({ ...tool, waste: wasted.get(tool.tool) ?? { calls: 0, seconds: 0, why: '' } }))
    .sort((a, b) => b.waste.calls - a.waste.calls || b.errors - a.errors)
    .slice(0, TOOLS_SHOWN);
  const table = rows.map(
    ({ tool, calls: n, errors, waste }) =>
      `  ${visible(tool).slice(0, 40).padEnd(40)} ${String(n).padStart(7)} ${String(errors).padStart(7)} ${String(waste.calls).padStart(7)} ${duration(waste.seconds).padStart(12)}  ${waste.why}`,
  );
  return [
    `${paint('bold', `Since ${since}`)}: ${plural(calls, 'call')}, ${plural(findings.length, 'finding')}${isCut ? ' (the latest; there are more)' : ''}`,
    '',
    `  ${'tool'.padEnd(40)}   calls  errors  wasted         time  mostly`,
    ...table,
    '',
    renderFindings(findings.slice(0, FINDINGS_SHOWN), paint),
    '',
  ].join('\n');
}

/** What fits a terminal without scrolling past the start. */
const TOOLS_SHOWN = 15;
const FINDINGS_SHOWN = 5;

interface Waste {
  readonly calls: number;
  readonly seconds: number;
  readonly why: string;
}

/** Sessions add up; within one session a call may be wasted in several findings, so only the costliest of a session counts. */
function wasteByTool(findings: readonly FindingRow[]): Map<string, Waste> {
  const costliest = new Map<string, FindingRow>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.tool, finding.session]);
    const known = costliest.get(key);
    if (!known || finding.wasted.calls > known.wasted.calls) costliest.set(key, finding);
  }
  const tools = new Map<string, Waste & { readonly most: number }>();
  for (const { tool, wasted, detector } of costliest.values()) {
    const known = tools.get(tool) ?? { calls: 0, seconds: 0, why: '', most: 0 };
    const isMost = wasted.calls > known.most;
    tools.set(tool, {
      calls: known.calls + wasted.calls,
      seconds: known.seconds + wasted.seconds,
      why: isMost ? detector : known.why,
      most: Math.max(known.most, wasted.calls),
    });
  }
  return tools;
}
