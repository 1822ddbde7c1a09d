import { createGunzip, gunzipSync } from 'node:zlib';
import { type BodyBounds, readBody } from './body.js';
import { BodyTooLarge, MalformedBody } from './malformed.js';
import { Refused } from './refused.js';

/** Bodies that say they inflate to at most this are inflated at once: the thread pool takes longer to reach than the work takes. */
const AT_ONCE_BYTES = 1024 * 1024;

/** Output is handed over in pieces of this size, so a bomb is noticed at most one piece after the limit. */
const PIECE_BYTES = 64 * 1024;

/** Inflates a gzip body up to its bounds; a bomb is refused without inflating the rest. */
export async function inflate(body: Buffer, bounds: BodyBounds): Promise<Buffer> {
  const said = body.length < 4 ? 0 : body.readUInt32LE(body.length - 4);
  const quick = said > 0 && said <= Math.min(AT_ONCE_BYTES, bounds.most) ? inflateAtOnce(body, said) : undefined;
  if (quick === undefined) return inflateInPieces(body, bounds);
  bounds.claim.add(quick.length);
  return quick;
}

/** Trusts the length at the end of the body; where that was a lie, the pieces will tell. */
function inflateAtOnce(body: Buffer, length: number): Buffer | undefined {
  try {
    return gunzipSync(body, { maxOutputLength: length, chunkSize: Math.max(PIECE_BYTES, length) });
  } catch {
    return undefined;
  }
}

async function inflateInPieces(body: Buffer, bounds: BodyBounds): Promise<Buffer> {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  try {
    const output = readBody(gunzip, bounds);
    gunzip.end(body);
    return await output;
  } catch (error) {
    if (error instanceof BodyTooLarge || error instanceof Refused) throw error;
    throw new MalformedBody('body is not gzip', gunzip.bytesWritten);
  } finally {
    gunzip.destroy();
  }
}
