import type { IncomingMessage } from 'node:http';
import type { Limits } from './limits.js';

/**
 * Sees a refused upload to its end. Senders that read the answer only after their last byte would get a broken connection
 * instead of the answer, so the rest is taken and thrown away: up to twice the largest body and for as long as a body may take, then
 * the connection is cut.
 */
export function endUpload(request: IncomingMessage, limits: Limits): void {
  if (request.complete) return;
  const { socket } = request;
  let left = limits.maxBodyBytes * 2;
  const timer = setTimeout(() => socket.destroy(), limits.bodyTimeoutMs);
  timer.unref();
  request.on('close', () => clearTimeout(timer));
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  // Whoever read a part of it and gave up has paused it.
  request.resume();
}
