import { type RawSocket, say } from './raw-socket.js';

/** HTTP/2 frame types that the tests speak. */
const DATA = 0;
const HEADERS = 1;
const RESET = 3;
const SETTINGS = 4;
const WINDOW = 8;
const CONTINUATION = 9;

/** Number of the setting SETTINGS_INITIAL_WINDOW_SIZE. */
const INITIAL_WINDOW = 4;

/** Flags. */
const END_STREAM = 1;
const END_HEADERS = 4;

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A header as HPACK literal without indexing; names and values below 127 bytes. */
function literal(name: string, value: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ]);
}

/** A DATA frame. */
export const data = (stream: number, payload: Buffer, end = false) =>
  frame(DATA, end ? END_STREAM : 0, stream, payload);

/** A RST_STREAM frame that cancels. */
export const reset = (stream: number) => frame(RESET, 0, stream, Buffer.from([0, 0, 0, 8]));

/** The HEADERS frame of a gRPC call. */
export function headers(stream: number, path: string, more: Record<string, string> = {}): Buffer {
  const pseudo = { ':method': 'POST', ':scheme': 'http', ':path': path, ':authority': 'x' };
  const all = { ...pseudo, 'content-type': 'application/grpc', te: 'trailers', ...more };
  return frame(
    HEADERS,
    END_HEADERS,
    stream,
    Buffer.concat(Object.entries(all).map(([name, value]) => literal(name, value))),
  );
}

/** Headers that go on: a HEADERS or CONTINUATION frame that promises another. */
export function endless(stream: number, first: boolean, more: Record<string, string>): Buffer {
  const block = Object.entries(more).map(([name, value]) => literal(name, value));
  return frame(first ? HEADERS : CONTINUATION, 0, stream, Buffer.concat(block));
}

/** Five bytes before a gRPC message. */
export function prefix(length: number, compressed = 0): Buffer {
  const bytes = Buffer.alloc(5, compressed);
  bytes.writeUInt32BE(length, 1);
  return bytes;
}

/** A connection that speaks HTTP/2 by hand, so that it can misbehave. */
export class RawHttp2 {
  readonly raw: RawSocket;
  /** Bytes that the other side still lets us send, on the connection and on stream 1. */
  private connectionWindow = 65_535;
  private streamWindow = 65_535;
  private unread = Buffer.alloc(0);

  constructor(port: number) {
    this.raw = say(port, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', frame(SETTINGS, 0, 0, Buffer.alloc(0)));
    this.raw.socket.on('data', (bytes) => this.listen(bytes));
  }

  send(...frames: Buffer[]): void {
    this.raw.socket.write(Buffer.concat(frames));
  }

  /** How many bytes may be sent on stream 1 now. */
  get window(): number {
    return Math.min(this.connectionWindow, this.streamWindow);
  }

  /** Sends bytes on stream 1, each in a frame of its own, as fast as the windows open. */
  async dribble(count: number): Promise<void> {
    const one = data(1, Buffer.from([0]));
    for (let left = count; left > 0 && !this.raw.socket.destroyed; ) {
      const now = Math.min(left, 2_000, this.window);
      this.connectionWindow -= now;
      this.streamWindow -= now;
      left -= now;
      if (now > 0) this.send(Buffer.alloc(one.length * now, one));
      await new Promise((resolve) => setTimeout(resolve, now > 0 ? 0 : 5));
    }
  }

  private listen(bytes: Buffer): void {
    this.unread = Buffer.concat([this.unread, bytes]);
    while (this.unread.length >= 9) {
      const length = this.unread.readUIntBE(0, 3);
      if (this.unread.length < 9 + length) return;
      this.take(
        this.unread[3] as number,
        this.unread[4] as number,
        this.unread.readUInt32BE(5),
        this.unread.subarray(9, 9 + length),
      );
      this.unread = this.unread.subarray(9 + length);
    }
  }

  /** Takes over the window that the other side gives to each stream, and says so. */
  private settle(settings: Buffer): void {
    for (let at = 0; at + 6 <= settings.length; at += 6) {
      if (settings.readUInt16BE(at) === INITIAL_WINDOW) this.streamWindow += settings.readUInt32BE(at + 2) - 65_535;
    }
    this.send(frame(SETTINGS, 1, 0, Buffer.alloc(0)));
  }

  private take(type: number, flags: number, stream: number, payload: Buffer): void {
    if (type === WINDOW && stream === 0) this.connectionWindow += payload.readUInt32BE(0);
    if (type === WINDOW && stream === 1) this.streamWindow += payload.readUInt32BE(0);
    if (type === SETTINGS && (flags & 1) === 0) this.settle(payload);
  }
}
