import type { LogRecord, Resource, Scope } from '../model/span.js';
import type { JsonSignal } from './json-envelope.js';
import { idIn, nameIn, severityNumber, timeIn } from './json-fields.js';
import { anyValue, attributesIn, field, type JsonReading, type Raw } from './json-values.js';
import { completedLog, emptyLog } from './log-draft.js';
import { WEIGHTS } from './weight.js';
import { severityOf, WIRE_LOGS } from './wire-logs.js';
import { SPAN_ID, TRACE_ID } from './wire-traces.js';

/** How log records are read from OTLP/JSON. */
export const JSON_LOGS: JsonSignal<LogRecord> = {
  levels: WIRE_LOGS.levels,
  snakes: ['resource_logs', 'scope_logs', 'log_records'],
  read: readLog,
};

function readLog(reading: JsonReading, raw: Raw, scope: Scope, resource: Resource): LogRecord | string {
  reading.weight.add(WEIGHTS.record);
  const log = emptyLog(scope, resource);
  const body = field(raw, 'body');
  log.timeMs = timeIn(raw, 'timeUnixNano', 'time_unix_nano');
  log.observedMs = timeIn(raw, 'observedTimeUnixNano', 'observed_time_unix_nano');
  log.severity = severityOf(severityNumber(field(raw, 'severityNumber', 'severity_number')));
  log.eventName = nameIn(reading, raw, 'eventName', 'event_name') || undefined;
  log.body = body === undefined ? undefined : anyValue(reading, body, 0);
  log.attributes = attributesIn(reading, raw);
  log.traceId = idIn(raw, 'traceId', 'trace_id', TRACE_ID) || undefined;
  log.spanId = idIn(raw, 'spanId', 'span_id', SPAN_ID) || undefined;
  return completedLog(log);
}
