import { connect, type Socket } from 'node:net';

/** A TCP connection that keeps what it is told. */
export interface RawSocket {
  readonly socket: Socket;
  /** What was received so far, one character a byte. */
  heard(): string;
  /** Resolves when the other side has closed, with everything it said. */
  readonly closed: Promise<string>;
}

/** Connects to a port of loopback and says these words. A connection that is reset counts as closed. */
export function say(port: number, ...words: (string | Buffer)[]): RawSocket {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes.toString('latin1');
  });
  socket.on('error', () => {});
  for (const word of words) socket.write(word);
  return { socket, heard: () => heard, closed: new Promise((resolve) => socket.on('close', () => resolve(heard))) };
}

/** Writes all pieces, waiting while the other side does not read; stops when the connection ends. */
export async function pour({ socket }: RawSocket, pieces: Iterable<Buffer>): Promise<number> {
  let written = 0;
  for (const piece of pieces) {
    if (socket.destroyed || !socket.writable) return written;
    written += piece.length;
    if (!socket.write(piece)) await drained(socket);
  }
  return written;
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}

/** The same piece again and again. */
export function* times(count: number, piece: Buffer): Iterable<Buffer> {
  for (let i = 0; i < count; i++) yield piece;
}

/** Runs while `work` does, and returns how far the resident memory rose above what it was, in bytes. */
export async function memoryRise(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 20);
  await work();
  clearInterval(timer);
  return Math.max(highest, process.memoryUsage.rss()) - before;
}
