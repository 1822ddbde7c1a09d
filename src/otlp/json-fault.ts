const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_MAP = 0x7b;
const CLOSE_MAP = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;

/** A number or word, at most this long, or its start; longer digits do not change where the fault is. */
const SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

type Want = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'next';

/**
 * Offset of the first byte that cannot belong to a JSON document; the length where the document merely ends too soon.
 * `JSON.parse` tells no position on some versions of Node and quotes the text on others, so a refused body is read again here.
 */
export function faultAt(bytes: Uint8Array): number {
  return new FaultFinder(bytes).find();
}

class FaultFinder {
  private at = 0;
  private want: Want = 'value';
  /** Closing brackets that are due, innermost last. */
  private readonly due: number[] = [];

  constructor(private readonly bytes: Uint8Array) {}

  find(): number {
    for (;;) {
      this.skipSpace();
      const byte = this.bytes[this.at];
      if (byte === undefined || !this.step(byte)) return this.at;
    }
  }

  private skipSpace(): void {
    while (isSpace(this.bytes[this.at])) this.at++;
  }

  private step(byte: number): boolean {
    if (this.want === 'colon') return this.pass(byte === COLON, 'value');
    if (this.want === 'next') return this.next(byte);
    if (this.want.endsWith('end') && byte === this.due.at(-1)) return this.close();
    if (this.want.startsWith('key')) return byte === QUOTE && this.string('colon');
    return this.value(byte);
  }

  private next(byte: number): boolean {
    if (this.due.length > 0 && byte === this.due.at(-1)) return this.close();
    return this.pass(this.due.length > 0 && byte === COMMA, this.due.at(-1) === CLOSE_MAP ? 'key' : 'value');
  }

  private pass(allowed: boolean, want: Want): boolean {
    if (!allowed) return false;
    this.at++;
    this.want = want;
    return true;
  }

  private close(): boolean {
    this.due.pop();
    return this.pass(true, 'next');
  }

  private value(byte: number): boolean {
    if (byte === QUOTE) return this.string('next');
    if (byte === OPEN_LIST || byte === OPEN_MAP) {
      this.due.push(byte === OPEN_LIST ? CLOSE_LIST : CLOSE_MAP);
      return this.pass(true, byte === OPEN_LIST ? 'value or end' : 'key or end');
    }
    return this.scalar();
  }

  private string(want: Want): boolean {
    let at = this.at + 1;
    for (; this.bytes[at] !== QUOTE; at++) {
      const byte = this.bytes[at];
      if (byte === undefined || byte < 0x20) return this.stop(at);
      if (byte === BACKSLASH && !this.escape(++at)) return this.stop(at);
    }
    this.at = at;
    return this.pass(true, want);
  }

  private escape(at: number): boolean {
    const text = Buffer.from(this.bytes.subarray(at, at + 5)).toString('latin1');
    return /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text);
  }

  private scalar(): boolean {
    let end = this.at;
    while (/[\w.+-]/.test(String.fromCharCode(this.bytes[end] ?? 0))) end++;
    const word = Buffer.from(this.bytes.subarray(this.at, end)).toString('latin1');
    if (!SCALAR.test(word)) return false;
    this.at = end;
    this.want = 'next';
    return true;
  }

  private stop(at: number): boolean {
    this.at = at;
    return false;
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
