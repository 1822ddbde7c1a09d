import { findingRow, isoTime } from '../model/export-rows.js';
import type { Finding } from '../model/finding.js';

/** Links that point back at this service; undefined where nobody said under which address it is reached. */
export type LinkTo = (finding: Finding) => string | undefined;

/** A link to the session page, or to the findings of the tool where a finding spans sessions. */
export function linksUnder(publicUrl: string | undefined): LinkTo {
  if (publicUrl === undefined) return () => undefined;
  const base = publicUrl.replace(/\/+$/, '');
  return ({ session, tool }) =>
    session === undefined
      ? `${base}/findings?tool=${encodeURIComponent(tool)}`
      : `${base}/sessions/${encodeURIComponent(session)}`;
}

/** The body of a webhook: a version, and the findings that are new or changed. */
export function webhookBody(findings: readonly Finding[], linkTo: LinkTo): string {
  return JSON.stringify({
    version: 1,
    findings: findings.map((finding) => ({
      ...findingRow(finding),
      project: finding.project,
      status: statusOf(finding),
      link: linkTo(finding) ?? null,
    })),
  });
}

/** What a receiver of alerts calls it. */
export function statusOf({ state }: Finding): 'firing' | 'resolved' {
  return state === 'open' ? 'firing' : 'resolved';
}

/** One alert of Alertmanager's API v2 (`postableAlerts`). */
export interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly generatorURL?: string;
}

/** How long an open finding fires without news: a session that goes on misbehaving renews it, one that stopped falls silent. */
const FIRES_FOR_MS = 15 * 60_000;

/** Findings as alerts: grouping labels carry no numbers, so that an update is the same alert. */
export function alertsOf(findings: readonly Finding[], linkTo: LinkTo, nowMs: number): Alert[] {
  return findings.map((finding) => {
    const link = linkTo(finding);
    return {
      labels: labelsOf(finding),
      annotations: {
        summary: finding.message,
        recovery: finding.recovery,
        evidence: finding.calls.slice(0, EVIDENCE_SHOWN).join(' '),
      },
      startsAt: isoTime(finding.firstMs),
      endsAt: isoTime(finding.state === 'open' ? nowMs + FIRES_FOR_MS : nowMs),
      ...(link === undefined ? {} : { generatorURL: link }),
    };
  });
}

/** Enough to look one up; the rest is behind the link. */
const EVIDENCE_SHOWN = 10;

function labelsOf(finding: Finding): Record<string, string> {
  const { detector, severity, tool, project, session, agent, id } = finding;
  const optional = { ...(session === undefined ? {} : { session }), ...(agent === undefined ? {} : { agent }) };
  return { alertname: detector, detector, severity, tool, project, finding: id, service: 'refrain', ...optional };
}
