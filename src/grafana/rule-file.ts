import type { Rule, RuleGroup } from '@grafana/grafana-foundation-sdk/alerting';
import { type Plain, plain } from './plain.js';

/** Title of the alert folder. Alerts are provisioned before dashboards and know no folder uid, so they have a folder of their own. */
export const ALERT_FOLDER = 'Refrain alerts';

const ORG = 1;

/** Converts what the SDK builds for the HTTP API to what provisioning reads from files: other names, durations as text, a wrapper. */
export function ruleFile(group: RuleGroup): Plain {
  const { title, interval = 60, rules = [] } = group;
  return {
    apiVersion: 1,
    groups: [
      {
        orgId: ORG,
        name: doubled(title ?? ''),
        folder: doubled(ALERT_FOLDER),
        interval: `${interval}s`,
        rules: rules.map(fileRule),
      },
    ],
  };
}

function fileRule(rule: Rule): Plain {
  const { __dashboardUid__: dashboardUid, __panelId__: panelId, ...annotations } = rule.annotations ?? {};
  return {
    uid: doubled(rule.uid ?? ''),
    title: doubled(rule.title),
    condition: rule.condition,
    for: rule.for,
    ...(rule.keep_firing_for ? { keepFiringFor: rule.keep_firing_for } : {}),
    ...(rule.missingSeriesEvalsToResolve ? { missing_series_evals_to_resolve: rule.missingSeriesEvalsToResolve } : {}),
    noDataState: rule.noDataState,
    execErrState: rule.execErrState,
    ...(dashboardUid ? { dashboardUid, panelId: Number(panelId) } : {}),
    labels: Object.fromEntries(Object.entries(rule.labels ?? {}).map(([name, value]) => [name, doubled(value)])),
    annotations,
    data: rule.data.map((query) => plain(query)),
  };
}

/** Names, titles and labels pass through the expansion of environment variables; SQL and annotations do not. */
function doubled(text: string): string {
  return text.replaceAll('$', '$$$$');
}
