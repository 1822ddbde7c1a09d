import type { FindingRow } from '../model/export-rows.js';
import type { Finding, Severity } from '../model/finding.js';
import type { Outcome, ToolCall } from '../model/tool-call.js';

/** Colours where a person looks at a terminal; plain text elsewhere and where NO_COLOR asks for it. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'cyan' | 'green', text: string) => string;

const CODES = { bold: 1, dim: 2, red: 31, yellow: 33, cyan: 36, green: 32 } as const;

/** Paints only if `colour` is set. */
export function painter(colour: boolean): Paint {
  return (style, text) => (colour ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text);
}

const LABELS: Record<Severity, { word: string; style: 'red' | 'yellow' | 'cyan' }> = {
  critical: { word: 'CRITICAL', style: 'red' },
  warning: { word: 'WARNING ', style: 'yellow' },
  info: { word: 'info    ', style: 'cyan' },
};

const WEIGHT: Record<Severity, number> = { critical: 2, warning: 1, info: 0 };

/** Terminal text that came from outside: control characters (escape sequences among them) are shown, not obeyed. */
export function visible(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Findings for a person: worst first, what happened, what it cost, what to do, and the evidence. */
export function renderFindings(findings: readonly FindingRow[], paint: Paint): string {
  const worstFirst = [...findings].sort(
    (a, b) =>
      WEIGHT[b.severity] - WEIGHT[a.severity] || b.wasted.calls - a.wasted.calls || a.first.localeCompare(b.first),
  );
  return worstFirst.map((finding) => renderFinding(finding, paint)).join('\n\n');
}

function renderFinding(finding: FindingRow, paint: Paint): string {
  const { word, style } = LABELS[finding.severity];
  const where = finding.session === null ? '' : paint('dim', `session ${visible(finding.session)}`);
  return [
    `${paint(style, word)} ${paint('bold', finding.detector)}  ${visible(finding.tool)}  ${where}`,
    `  ${visible(finding.message)}`,
    `  ${paint('dim', 'cost ')} ${describeWaste(finding)}${finding.source === 'inferred' ? paint('dim', '  (inferred)') : ''}`,
    `  ${paint('green', 'fix  ')} ${visible(finding.recovery)}`,
    `  ${paint('dim', `proof ${describeProof(finding)}`)}`,
  ].join('\n');
}

/** Enough span ids to look one up; the whole list is in the JSON. */
const PROOF_SHOWN = 6;

function describeProof({ calls, call_count }: FindingRow): string {
  const shown = calls.slice(0, PROOF_SHOWN).join(' ');
  const more = call_count - Math.min(calls.length, PROOF_SHOWN);
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function describeWaste({ wasted }: FindingRow): string {
  const parts = [plural(wasted.calls, 'call'), duration(wasted.seconds)];
  if (wasted.tokens !== null) parts.push(plural(wasted.tokens, 'token'));
  return parts.join(', ');
}

/** `1 call`, `9,200 tokens`. */
export function plural(n: number, noun: string): string {
  return `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;
}

/** Seconds as a person says them: `240 ms`, `11 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** What all findings cost together; a call that is wasted in several findings counts once. */
export function totalWaste(findings: readonly Finding[]): { calls: number; seconds: number } {
  const ids = new Set<string>();
  const seconds = new Map<string, number>();
  for (const finding of findings) {
    const share = finding.wastedCalls.length > 0 ? finding.wasted.seconds / finding.wastedCalls.length : 0;
    for (const id of finding.wastedCalls) {
      ids.add(id);
      seconds.set(id, Math.max(seconds.get(id) ?? 0, share));
    }
  }
  return { calls: ids.size, seconds: [...seconds.values()].reduce((sum, one) => sum + one, 0) };
}

/** One line over everything read: `24 calls in 2 sessions (18 ok, 2 empty, 4 error): 3 findings, 7 calls wasted, 4.2 s`. */
export function renderSummary(calls: readonly ToolCall[], sessions: number, findings: readonly Finding[]): string {
  const outcomes = new Map<Outcome, number>();
  for (const { outcome } of calls) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const mix = [...outcomes].map(([outcome, n]) => `${n.toLocaleString('en-US')} ${outcome}`).join(', ');
  const waste = totalWaste(findings);
  const cost = waste.calls > 0 ? `, ${plural(waste.calls, 'call')} wasted, ${duration(waste.seconds)}` : '';
  return `${plural(calls.length, 'call')} in ${plural(sessions, 'session')}${mix ? ` (${mix})` : ''}: ${plural(findings.length, 'finding')}${cost}`;
}
