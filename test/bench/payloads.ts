import { attributes, hexId, toolSpan, tracesOf, withBytes } from '../support/otlp-payload.js';
import { encode } from '../support/otlp-schema.js';

/** Distance of two spans in a session: an agent's pace. */
const PACE_MS = 40;
const nano = (ms: number) => `${BigInt(Math.round(ms * 1000))}000`;

/** The measured span of reference/limits.md at a time of our choice: 20 calls to a session, 1.2 KB each. */
function spanAt(n: number, nowMs: number) {
  const startMs = nowMs - 2000 + (n % 20) * PACE_MS;
  return { ...toolSpan(n), startTimeUnixNano: nano(startMs), endTimeUnixNano: nano(startMs + 12.345 + (n % 400)) };
}

/** Spans `first` to `first + many`, as one OTLP protobuf body. */
export function body(first: number, many: number, nowMs: number): Buffer {
  const spans = Array.from({ length: many }, (_, i) => spanAt(first + i, nowMs));
  return encode('Traces', withBytes(tracesOf(spans)));
}

/** A session that resends a hopeless call twice: proof of detection, and its clock. */
export function probe(n: number, nowMs: number): { session: string; body: Buffer } {
  const session = `probe-${n}`;
  const spans = [0, 1, 2].map((i) => ({
    traceId: hexId(3_000_000_000 + n, 32),
    spanId: hexId(3_000_000_000 + n * 3 + i, 16),
    name: 'execute_tool read_file',
    kind: 1,
    startTimeUnixNano: nano(nowMs - 900 + i * 300),
    endTimeUnixNano: nano(nowMs - 880 + i * 300),
    attributes: attributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'read_file',
      'gen_ai.conversation.id': session,
      'gen_ai.tool.call.arguments': '{"path":"/missing"}',
      'error.type': 'ENOENT',
    }),
    status: { code: 2, message: "ENOENT: no such file or directory, open '/missing'" },
  }));
  return { session, body: encode('Traces', withBytes(tracesOf(spans))) };
}
