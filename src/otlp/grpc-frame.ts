import type { BodyBounds } from './body.js';
import { isGzip } from './content.js';
import { inflate } from './inflate.js';
import { MalformedBody } from './malformed.js';
import { Refused } from './refused.js';

/** Bytes before a gRPC message: one flag, four for the length. */
export const PREFIX_BYTES = 5;

/** Puts the prefix before a message; ours are never compressed. */
export function framed(message: Buffer): Buffer {
  const frame = Buffer.alloc(PREFIX_BYTES + message.length);
  frame.writeUInt32BE(message.length, 1);
  message.copy(frame, PREFIX_BYTES);
  return frame;
}

/** The one message of a unary call, inflated; `encoding` is the header grpc-encoding. */
export async function unframed(body: Buffer, encoding: string | undefined, bounds: BodyBounds): Promise<Buffer> {
  if (body.length < PREFIX_BYTES) throw new MalformedBody('no message', body.length);
  const length = body.readUInt32BE(1);
  const message = body.subarray(PREFIX_BYTES);
  if (length > bounds.most) throw new Refused('too large', `message is larger than ${bounds.most} bytes`);
  if (message.length !== length) throw new MalformedBody('message length is not what its prefix says', PREFIX_BYTES);
  if (body[0] === 0) return message;
  if (!isGzip(encoding)) throw new MalformedBody('message is marked as compressed, but no encoding is named', 0);
  return inflate(message, bounds);
}
