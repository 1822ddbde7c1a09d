import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { exportResponse, statusOf } from './answer.js';
import { readUpload } from './body.js';
import { framed, PREFIX_BYTES, unframed } from './grpc-frame.js';
import { type Intake, take } from './intake.js';
import { Refused, refusedBy } from './refused.js';
import { SIGNAL_NAMES, SIGNALS, type Signal } from './signals.js';
import { wellFormed } from './text.js';

const CONTENT_TYPE = 'application/grpc';

/** Which signal an RPC path exports. */
const METHODS = new Map<string | undefined, Signal>(SIGNAL_NAMES.map((signal) => [SIGNALS[signal].method, signal]));

/** Answers one call. */
export async function answerCall(
  intake: Intake,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): Promise<void> {
  // A stream may break at any time; whoever waits for its body is told by `readUpload`.
  stream.on('error', () => {});
  if (!/^application\/grpc(?:\+proto)?(?:;|$)/.test(headers['content-type'] ?? '')) {
    stream.respond({ ':status': 415 }, { endStream: true });
    return endCall(stream);
  }
  try {
    succeed(stream, await receive(intake, stream, headers));
  } catch (error) {
    fail(stream, refusedBy(error, intake.report));
  }
}

async function receive(intake: Intake, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<Buffer> {
  const signal = METHODS.get(headers[':path']);
  if (signal === undefined) throw new Refused('unknown path', 'no such method');
  const claim = intake.inFlight.open();
  try {
    const project = await intake.authorise(headers);
    if (project === undefined) throw new Refused('unauthenticated', 'no valid ingest key');
    const { maxBodyBytes, bodyTimeoutMs } = intake.limits;
    const body = await readUpload(stream, { most: maxBodyBytes + PREFIX_BYTES, timeoutMs: bodyTimeoutMs, claim });
    const encoding = headers['grpc-encoding'];
    const bounds = { most: maxBodyBytes, timeoutMs: bodyTimeoutMs, claim };
    const message = await unframed(body, Array.isArray(encoding) ? encoding[0] : encoding, bounds);
    const accepted = await take(intake, { signal, encoding: 'protobuf', body: message, project, claim });
    return exportResponse('protobuf', signal, accepted);
  } finally {
    claim.release();
  }
}

function succeed(stream: ServerHttp2Stream, response: Buffer): void {
  if (stream.destroyed || stream.closed) return;
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  const headers = { ':status': 200, 'content-type': CONTENT_TYPE, 'grpc-accept-encoding': 'identity,gzip' };
  stream.respond(headers, { waitForTrailers: true });
  stream.end(framed(response));
}

function fail(stream: ServerHttp2Stream, refused: Refused): void {
  if (stream.destroyed || stream.closed) return;
  const trailers = {
    ':status': 200,
    'content-type': CONTENT_TYPE,
    'grpc-accept-encoding': 'identity,gzip',
    'grpc-status': String(refused.grpc),
    'grpc-message': encodeURI(wellFormed(refused.message)),
    'grpc-status-details-bin': statusOf('protobuf', refused).toString('base64').replace(/=+$/, ''),
  };
  stream.respond(trailers, { endStream: true });
  endCall(stream);
}

/** Tells a sender that is still uploading to stop, without calling it an error. */
function endCall(stream: ServerHttp2Stream): void {
  if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
}
