import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../../src/store/connect.js';
import { startEmbedded } from '../../src/store/embedded.js';
import { measure } from './measure.js';
import { median, table } from './print.js';

const HELP = `How fast Refrain takes spans, against what this Postgres takes at all, in one run.

  npm run bench -- [--spans 20000] [--rounds 1] [--json] [--prof <folder>] [--url <postgres>]

  --spans N    spans per measurement and round (default 20000; a full run: 100000)
  --rounds N   interleaved rounds; the table shows medians (default 1; a full run: 5)
  --url URL    an empty database to use (default: an embedded Postgres in a temporary folder)
  --prof DIR   write a CPU profile of the service there
  --json       JSON instead of the table

Raw is COPY, text format, one stream, of the same rows into the same table with the same indexes and partitions, without triggers.
Ours is OTLP protobuf over HTTP to the whole service: recognised, judged, committed, detected, counted, durable; the sender runs
on the same machine. Half load sends at half the speed just measured, by the clock. Lag is from the arrival of a request whose
spans prove a resend of a hopeless call to the time at which Postgres says that the finding was written.
`;

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '1' },
    url: { type: 'string' },
    prof: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const folder = await mkdtemp(join(tmpdir(), 'refrain-bench-'));
const embedded = values.url === undefined ? await startEmbedded(join(folder, 'pg')) : undefined;
const url = values.url ?? embedded?.url ?? '';
try {
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    rounds.push(await measure({ url, spans: Number(values.spans), round, prof: values.prof }));
    process.stderr.write(`round ${round + 1} of ${values.rounds} done\n`);
  }
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30) };
  const pool = connect(url, { max: 1 });
  const { rows } = await pool.query<{ server_version: string }>('SHOW server_version');
  await pool.end();
  const about = { ...machine, node: process.version, postgres: rows[0]?.server_version, spans: Number(values.spans) };
  const result = median(rounds);
  process.stdout.write(values.json ? `${JSON.stringify({ about, result, rounds })}\n` : table(about, result));
} finally {
  await embedded?.stop();
  await rm(folder, { recursive: true, force: true });
}
