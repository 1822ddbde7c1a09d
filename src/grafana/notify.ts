import * as alerting from '@grafana/grafana-foundation-sdk/alerting';
import { type Plain, plain } from './plain.js';

const ORG = 1;
const RECEIVER = 'Refrain';
const QUIET = 'Refrain quiet hours';

/** Where notifications go: one webhook, whose address is an environment variable. Written without braces, because braces are expanded twice. */
export function contactPoints(): Plain {
  const {
    uid,
    type,
    settings,
    disableResolveMessage = false,
  } = new alerting.ContactPointBuilder()
    .uid('refrain-webhook')
    .type('webhook')
    .settings({
      url: '$REFRAIN_ALERT_WEBHOOK',
      httpMethod: 'POST',
      title: '{{ template "refrain.title" . }}',
      message: '{{ template "refrain.message" . }}',
    })
    .disableResolveMessage(false)
    .build();
  const receivers = [{ uid, type, settings: plain(settings), disableResolveMessage }];
  return { apiVersion: 1, contactPoints: [{ orgId: ORG, name: RECEIVER, receivers }] };
}

/** Who hears of what: critical at once and at any time, warnings in groups and not at night. Replaces whatever policy tree is there. */
export function policies(): Plain {
  const routes = [
    policy()
      .objectMatchers([['severity', '=', 'critical']])
      .groupWait('0s')
      .groupInterval('1m')
      .repeatInterval('1h'),
    policy()
      .objectMatchers([['severity', '=', 'warning']])
      .groupWait('30s')
      .groupInterval('5m')
      .repeatInterval('12h')
      .muteTimeIntervals([QUIET]),
  ];
  const root = policy()
    .groupBy(['alertname', 'project', 'tool'])
    .groupWait('30s')
    .groupInterval('5m')
    .repeatInterval('12h');
  return { apiVersion: 1, policies: [{ orgId: ORG, ...plain(root.routes(routes).build()) }] };
}

function policy(): alerting.NotificationPolicyBuilder {
  return new alerting.NotificationPolicyBuilder().receiver(RECEIVER);
}

/** When nobody wants to hear of warnings; what still fires afterwards is told then. */
export function muteTimings(): Plain {
  const { name, time_intervals } = new alerting.MuteTimingBuilder()
    .name(QUIET)
    .timeIntervals([nights(), weekends()])
    .build();
  return { apiVersion: 1, muteTimes: [{ orgId: ORG, ...plain({ name, time_intervals }) }] };
}

function nights(): { build(): alerting.TimeInterval } {
  const times = [
    { start_time: '20:00', end_time: '24:00' },
    { start_time: '00:00', end_time: '06:00' },
  ];
  return { build: () => ({ times: times as alerting.TimeRange[], location: 'UTC' }) };
}

function weekends(): { build(): alerting.TimeInterval } {
  return { build: () => ({ weekdays: ['saturday', 'sunday'] as alerting.WeekdayRange[], location: 'UTC' }) };
}

const TEXTS = `{{ define "refrain.title" }}[{{ .Status }}] {{ .CommonLabels.alertname }}{{ with .CommonLabels.tool }}: {{ . }}{{ end }}{{ end }}
{{ define "refrain.message" }}{{ range .Alerts }}{{ .Status }}: {{ .Annotations.summary }}
{{ .Annotations.description }}
{{ with .PanelURL }}Look here: {{ . }}
{{ end }}{{ with .Annotations.runbook_url }}What to do: {{ . }}
{{ end }}{{ with .SilenceURL }}Silence: {{ . }}
{{ end }}
{{ end }}{{ end }}
`;

/** What a notification says. */
export function templates(): Plain {
  const { name, template } = new alerting.NotificationTemplateBuilder().name('refrain').template(TEXTS).build();
  return { apiVersion: 1, templates: [{ orgId: ORG, name, template }] };
}
