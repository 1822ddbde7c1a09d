import type { Encoding } from './decode.js';
import type { Accepted } from './intake.js';
import type { Refused } from './refused.js';
import { SIGNALS, type Signal } from './signals.js';
import { bytesField, numberField } from './wire-writer.js';

/** Content types of the two encodings. */
export const CONTENT_TYPES: Record<Encoding, string> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};

/** Prefix of the type names inside google.protobuf.Any. */
const TYPES = 'type.googleapis.com/google.rpc.';

/**
 * The Export…ServiceResponse: empty where everything was taken as it is, else a partial success with the number refused and the
 * reasons. A partial success with 0 refused is OTLP's form of a warning.
 */
export function exportResponse(encoding: Encoding, signal: Signal, accepted: Accepted): Buffer {
  const { rejected, reasons } = accepted;
  const message = partialMessage(signal, accepted);
  if (encoding === 'json') {
    const partial = {
      ...(rejected > 0 && { [SIGNALS[signal].rejectedField]: String(rejected) }),
      errorMessage: message,
    };
    return Buffer.from(JSON.stringify(reasons.length === 0 ? {} : { partialSuccess: partial }));
  }
  if (reasons.length === 0) return Buffer.alloc(0);
  return bytesField(1, Buffer.concat([numberField(1, rejected), bytesField(2, message)]));
}

function partialMessage(signal: Signal, { rejected, reasons }: Accepted): string {
  const count = rejected > 0 ? `${rejected} ${SIGNALS[signal].records} rejected: ` : '';
  return `${count}${reasons.join('; ')}`;
}

/** The google.rpc.Status of a refusal: BadRequest names the bad place, RetryInfo the time to wait. */
export function statusOf(encoding: Encoding, refused: Refused): Buffer {
  return encoding === 'json' ? Buffer.from(JSON.stringify(statusObject(refused))) : statusBytes(refused);
}

function statusObject({ grpc, message, field, retryAfterSeconds }: Refused): object {
  const bad = field && { '@type': `${TYPES}BadRequest`, fieldViolations: [{ field, description: message }] };
  const retry = retryAfterSeconds && { '@type': `${TYPES}RetryInfo`, retryDelay: `${retryAfterSeconds}s` };
  const details = [bad, retry].filter(Boolean);
  return { code: grpc, message, ...(details.length > 0 && { details }) };
}

function statusBytes({ grpc, message, field, retryAfterSeconds }: Refused): Buffer {
  const violation = field && Buffer.concat([bytesField(1, field), bytesField(2, message)]);
  const details = [
    violation ? any('BadRequest', bytesField(1, violation)) : Buffer.alloc(0),
    retryAfterSeconds ? any('RetryInfo', bytesField(1, numberField(1, retryAfterSeconds))) : Buffer.alloc(0),
  ];
  return Buffer.concat([numberField(1, grpc), bytesField(2, message), ...details]);
}

/** One entry of Status.details. */
function any(type: string, value: Buffer): Buffer {
  return bytesField(3, Buffer.concat([bytesField(1, TYPES + type), bytesField(2, value)]));
}
