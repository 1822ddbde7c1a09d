import { isArray, isObject, type Json, type JsonObject } from '../../../src/model/json.js';
import type { Span } from '../../../src/model/span.js';

/** What of a resource says which library wrote a span; everything else says which machine. */
const KEPT = /^(service\.name|telemetry\.sdk\.)/;
/** Absolute paths of a machine, up to their last part. */
const PATH = /(?:file:\/\/)?\/(?:tmp|work|root|home|usr|opt|private|var)\/(?:[\w.@+~-]+\/)*/g;
/** Longest stack trace kept: enough to see its shape; no convention reads more. */
const STACK_CHARS = 400;

/** A span without the names of the machine that recorded it. */
export function scrubbed(span: Span): Span {
  const resource = Object.entries(span.resource.attributes).filter(([key]) => KEPT.test(key));
  return {
    ...span,
    attributes: clean(span.attributes) as JsonObject,
    events: span.events.map((event) => ({ ...event, attributes: clean(event.attributes) as JsonObject })),
    status: { ...span.status, message: span.status.message?.replace(PATH, '') },
    resource: { attributes: Object.fromEntries(resource) },
  };
}

/** Keys that name a version of the checkout that recorded. */
const CHECKOUT = /revision_id$/;

function clean(value: Json, key = ''): Json {
  if (CHECKOUT.test(key)) return 'none';
  if (typeof value === 'string') {
    const text = value.replace(PATH, '');
    return /stacktrace$/.test(key) ? text.slice(0, STACK_CHARS) : text;
  }
  if (isArray(value)) return value.map((one) => clean(one));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, clean(one, name)]));
  return value;
}
