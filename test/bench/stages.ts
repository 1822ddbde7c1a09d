/**
 * Microseconds of one core per span, stage by stage, of the whole path outside of Postgres: where the time goes.
 *
 *     npx tsx test/bench/stages.ts [spans]
 */
import { createAssembly } from '../../src/assembly/index.js';
import { createSealer } from '../../src/capture/index.js';
import { createSessionEngine, createToolEngine, type SessionEngine } from '../../src/detectors/index.js';
import { DEFAULT_SETTINGS as settings } from '../../src/model/settings.js';
import type { ToolCall } from '../../src/model/tool-call.js';
import { decodeTraces } from '../../src/otlp/decode.js';
import { type Batch, judgeReading, recogniseSpans } from '../../src/pipeline.js';
import { ProjectWatch } from '../../src/watch/project-watch.js';
import { body } from './payloads.js';

const spans = Number(process.argv[2] ?? 20_000);
const now = Date.now();
const bodies = Array.from({ length: spans / 500 }, (_, i) => body(i * 500, 500, now));
const sealer = createSealer({ key: 'bench', mode: 'redacted', maxBytes: 4096, settings });

function timed<T>(name: string, work: () => T): T {
  const began = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(began);
  process.stdout.write(`${name.padEnd(28)}${((user + system) / spans).toFixed(1).padStart(8)} µs\n`);
  return result;
}

function pass(): void {
  const decoded = timed('decode', () => bodies.map((one) => decodeTraces(one, 'protobuf').records));
  const read = timed('recognise', () => decoded.map((one) => recogniseSpans(one)));
  const batches: Batch[] = timed('judge and seal', () =>
    read.map((one) => judgeReading(one, { project: 'default', settings, sealer })),
  );
  const assembly = createAssembly();
  const changed = timed('assemble', () => batches.map(({ calls, frames }) => assembly.add(calls, frames).changed));
  const engines = new Map<string, SessionEngine>();
  timed('session engines', () => changed.map((calls) => followSessions(engines, calls)));
  const tools = createToolEngine('default', settings);
  timed('tool engine', () =>
    changed.map((calls) => {
      tools.add(calls);
      return tools.findings(now);
    }),
  );
  const watch = new ProjectWatch('default', settings);
  timed('watch as a whole', () => batches.map(({ calls, frames }) => follow(watch, calls, frames)));
}

function followSessions(engines: Map<string, SessionEngine>, calls: readonly ToolCall[]): void {
  for (const [session, group] of groupBy(calls)) {
    const engine = engines.get(session) ?? createSessionEngine('default', session, settings);
    engines.set(session, engine);
    engine.add(group, []);
    engine.findings(now);
  }
}

function follow(watch: ProjectWatch, calls: Batch['calls'], frames: Batch['frames']): void {
  const { touched } = watch.absorb(calls, frames, now);
  for (const session of touched) watch.review(session, now);
  watch.evict(100_000);
}

process.stdout.write('cold:\n');
pass();
process.stdout.write('warm:\n');
pass();

function groupBy(calls: readonly ToolCall[]): Map<string, ToolCall[]> {
  const groups = new Map<string, ToolCall[]>();
  for (const call of calls) groups.set(call.session, [...(groups.get(call.session) ?? []), call]);
  return groups;
}
