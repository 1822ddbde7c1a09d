/**
 * Cuts recorded scenarios into fixtures of one span: `npx tsx test/conventions/capture/extract.ts`. What it writes as the
 * expected call is what the conventions read today; read every changed line against the scenario before committing it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recognise } from '../../../src/conventions/index.js';
import type { RecognisedCall } from '../../../src/model/recognised.js';
import type { Span } from '../../../src/model/span.js';
import { recordings } from '../tables.js';

interface Scenario {
  readonly recorded: { readonly library: string; readonly version: string };
  readonly spans: readonly Span[];
}

const CASES: Readonly<Record<string, string>> = {
  find_orders: 'works',
  cancel_order: 'error-result',
  get_stock: 'throws',
  search_refunds: 'empty',
  find_invoices: 'unknown',
  get_price: 'parallel',
  convert_currency: 'mcp',
  get_rate: 'mcp-error',
  DynamicStructuredTool: 'unnamed',
};

const folder = join(import.meta.dirname, '..');
for (const { span, call } of recordings) for (const file of [span, call]) rmSync(file);
for (const file of readdirSync(join(folder, 'scenarios')).filter((one) => one.endsWith('.spans.json'))) {
  const scenario = file.slice(0, -'.spans.json'.length);
  const { recorded, spans } = JSON.parse(readFileSync(join(folder, 'scenarios', file), 'utf8')) as Scenario;
  const done = new Set<string>();
  for (const span of spans) {
    const { call } = recognise(span);
    if (!call) continue;
    const name = `${scenario}-${caseOf(call, span)}`;
    const path = `${call.convention}/${name}`;
    if (!done.has(path)) write(path, recorded, span, call);
    done.add(path);
  }
  const model = spans.find((span) => recognise(span).frame?.kind === 'model');
  const main = spans.map((span) => recognise(span).call?.convention).find((one) => one !== undefined && one !== 'mcp');
  if (model && main) write(`${main}/${scenario}-model-turn`, recorded, model, null);
}

function caseOf(call: RecognisedCall, span: Span): string {
  const named = CASES[call.tool.replace(/^.*[_.](?=convert_currency|get_rate)/, '')] ?? call.tool;
  const failed = span.status.code === 'error';
  const which = failed && named === 'works' ? 'invalid' : failed && named === 'mcp' ? 'mcp-invalid' : named;
  return call.convention === 'mcp' || call.convention === 'fastmcp' ? `${which}-${call.side}` : which;
}

function write(path: string, recorded: Scenario['recorded'], span: Span, call: RecognisedCall | null): void {
  const { library, version } = recorded;
  writeFileSync(join(folder, `${path}.span.json`), json({ recorded: { library, version }, span }));
  writeFileSync(join(folder, `${path}.call.json`), json(call));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
