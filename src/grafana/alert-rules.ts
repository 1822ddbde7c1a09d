import * as alerting from '@grafana/grafana-foundation-sdk/alerting';
import { TypeThresholdBuilder } from '@grafana/grafana-foundation-sdk/expr';
import { panelIdOf } from './dashboard.js';
import { DATASOURCE, postgresQuery } from './datasource.js';
import { uidOf } from './links.js';
import { RULES } from './rules/index.js';
import type { Rule } from './rules/rule.js';
import { runbookUrl, wordsOf } from './runbook.js';

/** Uid that Grafana gives to expressions. */
const EXPRESSION = { type: '__expr__', uid: '__expr__' } as const;

/** How often rules are evaluated; Grafana wants a multiple of ten seconds. */
export const INTERVAL_SECONDS = 60;

/** All rules as the SDK builds them, in the shape of Grafana's HTTP API. */
export function ruleGroup(): alerting.RuleGroup {
  return new alerting.RuleGroupBuilder('refrain').interval(INTERVAL_SECONDS).rules(RULES.map(built)).build();
}

function built(rule: Rule): alerting.RuleBuilder {
  return new alerting.RuleBuilder(rule.title)
    .uid(uidOfRule(rule))
    .condition('B')
    .queries([numbers(rule), threshold(rule)])
    .forDuration(rule.pending)
    .keepFiringFor(rule.keep)
    .noDataState(rule.noData)
    .execErrState('Error')
    .labels({ severity: rule.severity, rule: rule.id, service: 'refrain' })
    .annotations(annotations(rule));
}

/** The uid of a rule, at most 40 characters as Grafana demands. */
export function uidOfRule({ id }: Rule): string {
  return `refrain-${id}`;
}

function numbers({ sql, window }: Rule): alerting.QueryBuilder {
  return new alerting.QueryBuilder('A')
    .datasourceUid(DATASOURCE.uid)
    .relativeTimeRange({ from: window, to: 0 })
    .model(postgresQuery('A', sql, 'table', { intervalMs: 1000, maxDataPoints: 43_200 }));
}

function threshold({ above }: Rule): alerting.QueryBuilder {
  const model = new TypeThresholdBuilder()
    .refId('B')
    .datasource({ ...EXPRESSION })
    .expression('A')
    .conditions([{ evaluator: { type: 'gt', params: [above] } }]);
  return new alerting.QueryBuilder('B')
    .datasourceUid(EXPRESSION.uid)
    .relativeTimeRange({ from: 0, to: 0 })
    .model(model);
}

function annotations(rule: Rule): Record<string, string> {
  const [page, panel] = rule.panel;
  const { why, recovery } = wordsOf(rule);
  return {
    summary: rule.summary,
    description: `${why} What to do: ${recovery} Fires above ${rule.above}: ${rule.reason}`,
    runbook_url: runbookUrl(rule),
    __dashboardUid__: uidOf(page),
    __panelId__: String(panelIdOf(page, panel)),
  };
}
