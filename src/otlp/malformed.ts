/** The body is no such message: nothing of it can be trusted. Answered as bad data (400, INVALID_ARGUMENT). */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody';

  /**
   * `position` is the byte where reading stopped, or the place in the document. The text never quotes the body, which may
   * hold secrets.
   */
  constructor(
    readonly what: string,
    readonly position: number | string,
  ) {
    super(`${what} at ${typeof position === 'number' ? `byte ${position}` : position}`);
  }
}

/** The body is larger than the limit, as sent, inflated or decoded. Answered as final (413, RESOURCE_EXHAUSTED). */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** One record cannot be read although the message around it is sound. Caught by the envelope, never leaves the decoder. */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord';
}
