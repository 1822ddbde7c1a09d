import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type Analysis, analyse } from '../analysis.js';
import { createSealer } from '../capture/index.js';
import { callRow, findingRow } from '../model/export-rows.js';
import type { Settings } from '../model/settings.js';
import { type Batch, judgeReading, recogniseLogs, recogniseSpans } from '../pipeline.js';
import { readRequests } from './input.js';
import { painter, plural, renderFindings, renderSummary } from './render-text.js';

export interface AnalyzeOptions {
  readonly format: 'text' | 'json' | 'jsonl';
  readonly findings?: string | undefined;
  readonly calls?: string | undefined;
}

/** Files that could not be read at all, and complaints about single lines. */
export interface Reading {
  readonly analysis: Analysis;
  readonly complaints: readonly string[];
  readonly requests: number;
}

/** Complaints shown on standard error before the rest is only counted: more would bury the findings. */
const COMPLAINTS_SHOWN = 20;

/** A constant, so that baselines written on one machine hold on another; nothing of a file is stored. */
const FILE_KEY = 'refrain-files';

/** Reads and analyses OTLP files in memory; complaints name file, line and position, and lose nothing else. */
export async function analyseFiles(files: readonly string[], settings: Settings): Promise<Reading> {
  const complaints: string[] = [];
  const complain = (place: string, what: string) => complaints.push(`${place}: ${what}`);
  const batches: Batch[] = [];
  const sealer = createSealer({
    key: process.env['REFRAIN_HASH_KEY'] ?? FILE_KEY,
    mode: 'redacted',
    maxBytes: 4096,
    settings,
  });
  const words = { project: 'default', settings, sealer };
  for (const file of files) {
    try {
      for await (const request of readRequests(file, complain)) {
        batches.push(judgeReading(recogniseSpans(request.spans), words));
        if (request.logs.length > 0) batches.push(judgeReading(recogniseLogs(request.logs), words));
      }
    } catch (error) {
      complain(file, error instanceof Error ? error.message : String(error));
    }
  }
  return { analysis: analyse(batches, settings, Date.now()), complaints, requests: batches.length };
}

/** `refrain analyze`: exit 0 analysed, 2 nothing usable in the input. */
export async function analyzeCommand(
  files: readonly string[],
  options: AnalyzeOptions,
  settings: Settings,
): Promise<number> {
  const reading = await analyseFiles(files, settings);
  reportComplaints(reading.complaints);
  if (reading.requests === 0) {
    process.stderr.write(
      'refrain analyze: nothing usable in the input; it takes OTLP/JSON (one document, or one request per line), OTLP protobuf, or gzip of either\n',
    );
    return 2;
  }
  const { analysis } = reading;
  if (options.findings !== undefined) await writeLines(options.findings, analysis.findings.map(findingRow));
  if (options.calls !== undefined) await writeLines(options.calls, analysis.calls.map(callRow));
  await print(render(analysis, options.format));
  return 0;
}

/** Complaints go to standard error, so that standard output stays parseable. */
export function reportComplaints(complaints: readonly string[]): void {
  for (const complaint of complaints.slice(0, COMPLAINTS_SHOWN)) process.stderr.write(`${complaint}\n`);
  const more = complaints.length - COMPLAINTS_SHOWN;
  if (more > 0) process.stderr.write(`and ${plural(more, 'more complaint')}\n`);
}

function render(analysis: Analysis, format: AnalyzeOptions['format']): string {
  if (format === 'jsonl') return analysis.findings.map((one) => `${JSON.stringify(findingRow(one))}\n`).join('');
  if (format === 'json') return `${JSON.stringify(asDocument(analysis), null, 2)}\n`;
  const paint = painter(process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined);
  const summary = renderSummary(analysis.calls, analysis.sessions, analysis.findings);
  const notes = [...analysis.unclaimed].map(
    ([scope, n]) => `note: ${plural(n, 'span')} of scope "${scope}" look like tool calls and were not recognised`,
  );
  const faults = [...analysis.faults].map(
    ([unit, n]) => `note: ${unit} threw on ${plural(n, 'record')}; please report it`,
  );
  const body = renderFindings(analysis.findings.map(findingRow), paint);
  return [body, summary, ...notes, ...faults]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function asDocument(analysis: Analysis): Record<string, unknown> {
  const { calls, sessions, findings, unclaimed, faults } = analysis;
  return {
    sessions,
    calls: calls.length,
    findings: findings.map(findingRow),
    unclaimed: Object.fromEntries(unclaimed),
    faults: Object.fromEntries(faults),
  };
}

async function writeLines(file: string, rows: readonly unknown[]): Promise<void> {
  const stream = createWriteStream(file);
  for (const row of rows) if (!stream.write(`${JSON.stringify(row)}\n`)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}

/** Writes to standard output and waits until a pipe has taken it, so that an exit does not cut it off. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
