import type { Readable } from 'node:stream';
import type { Claim } from './in-flight.js';
import { BodyTooLarge } from './malformed.js';
import { Refused, tooSlow } from './refused.js';

/** First size of the buffer that a body is gathered in: what a socket delivers at once. */
const FIRST_BYTES = 16 * 1024;

/** Bounds of one body. */
export interface BodyBounds {
  readonly most: number;
  readonly timeoutMs: number;
  readonly claim: Claim;
}

/** Gathers what a sender uploads. A connection that breaks is nobody's fault here, and nobody is left to be told. */
export async function readUpload(source: Readable, bounds: BodyBounds): Promise<Buffer> {
  try {
    return await readBody(source, bounds);
  } catch (error) {
    if (error instanceof Refused || error instanceof BodyTooLarge) throw error;
    throw new Refused('malformed', 'the sender went away');
  }
}

/**
 * Gathers a stream into one buffer. Chunks are copied rather than listed: a sender that splits its body into single bytes
 * would otherwise make a Buffer object of a hundred bytes for each.
 */
export function readBody(source: Readable, { most, timeoutMs, claim }: BodyBounds): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const gathered = new Gathered(most, claim);
    const timer = setTimeout(() => fail(tooSlow(timeoutMs)), timeoutMs);
    const settle = () => {
      clearTimeout(timer);
      source.off('data', take).off('end', finish).off('close', gone);
    };
    const fail = (error: unknown) => {
      settle();
      source.pause();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      try {
        gathered.add(chunk);
      } catch (error) {
        fail(error);
      }
    };
    const finish = () => {
      settle();
      resolve(gathered.bytes());
    };
    const gone = () => fail(new Error('stream closed before its end'));
    source.on('data', take).on('end', finish).on('close', gone).on('error', fail);
  });
}

class Gathered {
  private held = Buffer.alloc(0);
  private length = 0;

  constructor(
    private readonly most: number,
    private readonly claim: Claim,
  ) {}

  add(chunk: Buffer): void {
    const length = this.length + chunk.length;
    if (length > this.most) throw new BodyTooLarge(`body is larger than ${this.most} bytes`);
    if (length > this.held.length) this.grow(length);
    chunk.copy(this.held, this.length);
    this.length = length;
  }

  bytes(): Buffer {
    return this.held.subarray(0, this.length);
  }

  private grow(length: number): void {
    const size = Math.min(this.most, Math.max(FIRST_BYTES, length, this.held.length * 2));
    this.claim.add(size - this.held.length);
    const larger = Buffer.allocUnsafe(size);
    this.held.copy(larger, 0, 0, this.length);
    this.held = larger;
  }
}
