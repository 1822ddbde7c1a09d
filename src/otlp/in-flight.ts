import { overloaded } from './refused.js';

/** What a request costs beside its bytes: sockets, streams, closures. Bounds the number of empty requests too. */
const REQUEST_BYTES = 16 * 1024;

/** Counts the bytes held for all requests under way, so that memory is refused before it is taken. */
export class InFlight {
  private held = 0;

  constructor(private readonly most: number) {}

  /** Bytes held now. */
  get bytes(): number {
    return this.held;
  }

  /** Admits a request, or throws the refusal that asks the sender to come back. */
  open(): Claim {
    const claim = new Claim(this);
    claim.add(REQUEST_BYTES);
    return claim;
  }

  /** Takes room, or throws; used by claims. */
  take(bytes: number): void {
    if (this.held + bytes > this.most) throw overloaded('the collector holds as much as it can');
    this.held += bytes;
  }

  /** Takes room that is already used, even over the limit; used by claims. */
  force(bytes: number): void {
    this.held += bytes;
  }
}

/** The bytes that one request holds. */
export class Claim {
  private bytes = 0;

  constructor(private readonly flight: InFlight) {}

  /** Takes more room, or throws. */
  add(bytes: number): void {
    this.flight.take(bytes);
    this.bytes += bytes;
  }

  /** The body has become records of this weight. They exist by now, so nothing is refused; the next request is. */
  become(weight: number): void {
    this.flight.force(weight + REQUEST_BYTES - this.bytes);
    this.bytes = weight + REQUEST_BYTES;
  }

  /** Gives everything back; harmless when repeated. */
  release(): void {
    this.flight.force(-this.bytes);
    this.bytes = 0;
  }
}
