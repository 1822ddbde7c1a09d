import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createSealer } from '../../src/capture/index.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import type { ToolCall } from '../../src/model/tool-call.js';
import { decodeTraces } from '../../src/otlp/decode.js';
import { judgeReading, recogniseSpans } from '../../src/pipeline.js';
import { CALL_COLUMNS } from '../../src/store/call-columns.js';

const sealer = createSealer({ key: 'bench', mode: 'redacted', maxBytes: 4096, settings: DEFAULT_SETTINGS });

/** The calls that a body becomes, as the service would store them. */
function callsOf(body: Uint8Array): ToolCall[] {
  const words = { project: 'default', settings: DEFAULT_SETTINGS, sealer };
  return judgeReading(recogniseSpans(decodeTraces(body, 'protobuf').records), words).calls;
}

/** Bodies as one payload of COPY's text format. */
export function copyText(bodies: readonly Uint8Array[]): Buffer {
  return Buffer.from(bodies.flatMap((body) => callsOf(body).map((call) => `${textRow(call)}\n`)).join(''));
}

function textRow(call: ToolCall): string {
  return CALL_COLUMNS.map(({ type, of }) => {
    const value = of(call);
    if (value === undefined) return '\\N';
    if (type === 'timestamptz') return new Date(Number(value)).toISOString();
    if (type === 'text[]') return `{${(value as readonly string[]).map((item) => JSON.stringify(item)).join(',')}}`;
    return String(value).replace(/[\\\n\r\t]/g, (c) => ESCAPES[c] ?? c);
  }).join('\t');
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const CHUNK = 64 * 1024;

/** The same rows by COPY, text, one stream, into the same table; triggers are off for this connection alone. Seconds taken. */
export async function rawCopy(pool: pg.Pool, text: Buffer): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    const began = performance.now();
    const names = CALL_COLUMNS.map(({ name }) => name).join(', ');
    const chunks = Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, i) =>
      text.subarray(i * CHUNK, (i + 1) * CHUNK),
    );
    await pipeline(Readable.from(chunks), client.query(copyFrom(`COPY tool_calls (${names}) FROM STDIN`)));
    return (performance.now() - began) / 1000;
  } finally {
    client.release(true);
  }
}
