/**
 * How fast OTLP is decoded: our readers beside protobufjs and JSON.parse on the payload of reference/limits.md (500 tool-call spans of
 * about 20 attributes), interleaved in one run so that a busy machine is unfair to nobody.
 *
 *     npx tsx test/bench/decode.ts [--spans 500] [--rounds 9] [--json]
 */
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { decodeTraces } from '../../src/otlp/decode.js';
import { payload, withBytes } from '../support/otlp-payload.js';
import { encode, message } from '../support/otlp-schema.js';

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '9' },
    json: { type: 'boolean', default: false },
  },
});
const spans = Number(values.spans);
const rounds = Number(values.rounds);

/** Time that one way gets in one round. */
const SLICE_MS = 250;

const request = payload(spans);
const protobuf = encode('Traces', withBytes(request));
const json = Buffer.from(JSON.stringify(request));
const gzip = gzipSync(protobuf);
const generated = message('Traces');

const WAYS: Record<string, () => unknown> = {
  'ours: protobuf to spans': () => decodeTraces(protobuf, 'protobuf'),
  'ours: gunzip + protobuf to spans': () => decodeTraces(gunzipSync(gzip), 'protobuf'),
  'ours: JSON to spans': () => decodeTraces(json, 'json'),
  'JSON.parse only': () => JSON.parse(json.toString()),
  'protobufjs decode only': () => generated.decode(protobuf),
  'protobufjs decode + toObject': () =>
    generated.toObject(generated.decode(protobuf), { longs: String, bytes: String }),
};

function spansPerSecond(way: () => unknown): number {
  const began = performance.now();
  let runs = 0;
  while (performance.now() - began < SLICE_MS) {
    way();
    runs++;
  }
  return (runs * spans * 1000) / (performance.now() - began);
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;
}

const measured = new Map<string, number[]>(Object.keys(WAYS).map((name) => [name, []]));
for (let round = 0; round <= rounds; round++) {
  for (const [name, way] of Object.entries(WAYS)) {
    const speed = spansPerSecond(way);
    // The first round only warms up.
    if (round > 0) measured.get(name)?.push(speed);
  }
}

const base = median(measured.get('JSON.parse only') ?? []);
const rows = [...measured].map(([way, speeds]) => {
  const speed = median(speeds);
  return { way, spansPerSecond: Math.round(speed), toJsonParse: Number((speed / base).toFixed(2)) };
});
const sizes = { spans, protobufBytes: protobuf.length, jsonBytes: json.length, gzipBytes: gzip.length };
if (values.json) process.stdout.write(`${JSON.stringify({ ...sizes, rows })}\n`);
else {
  process.stdout.write(`${JSON.stringify(sizes)}\n`);
  for (const { way, spansPerSecond: speed, toJsonParse } of rows) {
    process.stdout.write(
      `${way.padEnd(36)}${speed.toLocaleString('en').padStart(10)} spans/s   ${toJsonParse.toFixed(2)} x JSON.parse\n`,
    );
  }
}
