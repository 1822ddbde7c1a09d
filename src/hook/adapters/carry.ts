import { context, isSpanContextValid, propagation, type Span, type SpanContext } from '@opentelemetry/api';

interface WithMeta {
  readonly _meta?: Record<string, unknown> | undefined;
}

/**
 * Parameters with the trace context in `_meta`, as the MCP specification has it: always in W3C form, whatever propagator
 * the process uses for HTTP. A trace context that is there already is somebody's intention.
 */
export function carried<P extends WithMeta>(params: P, span: Span | undefined): P {
  const where = span?.spanContext();
  if (!where || !isSpanContextValid(where) || params._meta?.['traceparent'] !== undefined) return params;
  return { ...params, _meta: { ...params._meta, ...w3c(where), ...baggage() } };
}

function w3c({ traceId, spanId, traceFlags, traceState }: SpanContext): Record<string, string> {
  const flags = (traceFlags & 0xff).toString(16).padStart(2, '0');
  const state = traceState?.serialize();
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(state ? { tracestate: state } : {}) };
}

function baggage(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier['baggage'] ? { baggage: carrier['baggage'] } : {};
}
