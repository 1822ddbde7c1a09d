import { BodyTooLarge } from './malformed.js';

/**
 * Heap bytes that a decoded value takes, measured on Node 20 and rounded up. A hostile body can hold values of two bytes on
 * the wire; counting what they cost once decoded keeps the heap bounded whatever stands in the body.
 */
export const WEIGHTS = {
  /** A place in an array. */
  item: 8,
  /** A key with its place in an object. */
  slot: 48,
  /** An array, empty or not. */
  array: 48,
  /** An object without prototype, which V8 keeps as a hash table. */
  object: 200,
  /** Header of a string beside its characters. */
  text: 24,
  /** A span or log record with its fixed fields. */
  record: 280,
  /** A span event, link, resource or scope with its fixed fields. */
  part: 120,
} as const;

/** The heap budget of one body. */
export class Weight {
  spent = 0;

  constructor(private readonly most: number) {}

  /** Adds to the bill; throws when it is over the limit. */
  add(bytes: number): void {
    this.spent += bytes;
    if (this.spent > this.most) throw new BodyTooLarge(`body takes more than ${this.most} bytes once decoded`);
  }
}
