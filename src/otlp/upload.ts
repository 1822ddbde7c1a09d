import type { IncomingMessage } from 'node:http';
import type { Limits } from './limits.js';

/** How often an upload that nobody reads any more is looked at. */
const LOOK_MS = 200;

/**
 * Sees a refused upload to its end. Senders that read the answer only after their last byte would get a broken connection instead of
 * the answer, so the rest is taken and thrown away: up to twice the largest body and for as long as a body may take, then
 * the connection is cut.
 */
export function endUpload(request: IncomingMessage, limits: Limits): void {
  if (request.complete) return;
  // Node throws an unread body away by itself, but not one of which somebody has read a part.
  request.resume();
  const { socket } = request;
  const mostBytes = socket.bytesRead + limits.maxBodyBytes * 2;
  const looks = Math.ceil(limits.bodyTimeoutMs / LOOK_MS);
  let look = 0;
  const timer = setInterval(() => {
    const over = socket.bytesRead > mostBytes || ++look >= looks;
    if (over) socket.destroy();
    if (over || request.complete || socket.destroyed) clearInterval(timer);
  }, LOOK_MS);
  timer.unref();
}
