import type { LogRecord, Resource, Scope } from '../model/span.js';
import { completedLog, emptyLog, type LogDraft } from './log-draft.js';
import { boundedName } from './text.js';
import { WEIGHTS } from './weight.js';
import type { Wire } from './wire.js';
import type { WireSignal } from './wire-envelope.js';
import { SPAN_ID, TRACE_ID } from './wire-traces.js';
import { readAttribute, readValue } from './wire-values.js';

/** How log records are read from protobuf. */
export const WIRE_LOGS: WireSignal<LogRecord> = {
  levels: ['resourceLogs', 'scopeLogs', 'logRecords'],
  read: readLog,
};

function readLog(wire: Wire, stop: number, scope: Scope, resource: Resource): LogRecord | string {
  wire.weight.add(WEIGHTS.record);
  const log = emptyLog(scope, resource);
  while (wire.pos < stop) readField(wire, wire.tag(), stop, log);
  wire.close(stop);
  return completedLog(log);
}

function readField(wire: Wire, tag: number, stop: number, log: LogDraft): void {
  switch (tag) {
    case 0x32:
      log.attributes = readAttribute(wire, wire.stop(stop), log.attributes);
      return;
    case 0x09:
      log.timeMs = wire.time();
      return;
    case 0x59:
      log.observedMs = wire.time();
      return;
    case 0x10:
      log.severity = severityOf(wire.int64());
      return;
    case 0x2a:
      log.body = readValue(wire, wire.stop(stop), 0);
      return;
    case 0x4a:
      log.traceId = wire.id(wire.stop(stop), TRACE_ID) || undefined;
      return;
    case 0x52:
      log.spanId = wire.id(wire.stop(stop), SPAN_ID) || undefined;
      return;
    case 0x62:
      log.eventName = boundedName(wire.text(wire.stop(stop))) || undefined;
      return;
    default:
      wire.skip(tag, stop);
  }
}

/** Severity numbers run from 1 to 24; 0 and anything else say nothing. */
export function severityOf(number: number | string): number | undefined {
  return typeof number === 'number' && number >= 1 && number <= 24 ? number : undefined;
}
