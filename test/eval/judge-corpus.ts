/**
 * Judges the tool calls of an evaluation corpus without any other part of the pipeline and writes one `calls.jsonl` per set.
 *
 *     npx tsx test/eval/judge-corpus.ts <corpus> <output folder>
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isObject, type Json, parseJson } from '../../src/model/json.js';
import type { Content, RecognisedCall } from '../../src/model/recognised.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { judge } from '../../src/outcome/index.js';

interface WireSpan {
  spanId: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { code?: number; message?: string };
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** The one convention of the corpus: `execute_tool` with its arguments and result as JSON text. */
export function callOf(span: WireSpan): RecognisedCall {
  const attributes = new Map(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  const text = (key: string) => (attributes.has(key) ? String(attributes.get(key)) : undefined);
  const failed = span.status?.code === 2;
  const exit = text('process.exit.code');
  const type = text('error.type');
  return {
    tool: text('gen_ai.tool.name') ?? span.name.replace('execute_tool ', ''),
    arguments: contentOf(text('gen_ai.tool.call.arguments')),
    result: contentOf(text('gen_ai.tool.call.result')),
    reported: failed ? 'error' : span.status?.code === 1 ? 'ok' : 'unset',
    machineCodes: [...(type && type !== '_OTHER' ? [type] : []), ...(exit === undefined ? [] : [`exit ${exit}`])],
    errorTexts: span.status?.message ? [span.status.message] : [],
    startedMs: Number(span.startTimeUnixNano) / 1e6,
    endedMs: Number(span.endTimeUnixNano) / 1e6,
    spanId: span.spanId,
    ...PLAIN,
  };
}

const PLAIN = {
  convention: 'corpus',
  from: 'span',
  traceId: '',
  parentSpanId: undefined,
  callId: undefined,
  requestId: undefined,
  side: 'caller',
  conversation: undefined,
  agent: undefined,
  agentId: undefined,
  user: undefined,
  server: undefined,
  service: undefined,
  scope: 'corpus',
  declared: {},
  failureFlag: undefined,
  cancelled: false,
  readOnly: undefined,
  destructive: undefined,
  attemptsInside: 0,
  model: undefined,
  tokens: undefined,
  startsAgent: false,
  guard: undefined,
} as const;

function contentOf(text: string | undefined): Content {
  if (text === undefined) return { state: 'absent', value: undefined };
  const parsed = parseJson(text);
  const value: Json = isObject(parsed) || Array.isArray(parsed) ? parsed : text;
  return { state: 'captured', value };
}

/** All tool spans of a set, in file order. */
export function* toolSpans(folder: string): Generator<WireSpan> {
  for (const name of readdirSync(folder).filter((one) => /^spans-.*\.jsonl(\.gz)?$/.test(one))) {
    const bytes = readFileSync(join(folder, name));
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    for (const line of text.split('\n').filter(Boolean))
      for (const resource of JSON.parse(line).resourceSpans)
        for (const scope of resource.scopeSpans)
          yield* scope.spans.filter((span: WireSpan) => span.name.startsWith('execute_tool'));
  }
}

const [corpus, output] = process.argv.slice(2);
if (corpus && output) {
  mkdirSync(output, { recursive: true });
  for (const set of readdirSync(corpus, { withFileTypes: true }).filter((one) => one.isDirectory())) {
    const folder = join(corpus, set.name);
    if (!readdirSync(folder).includes('stats.json')) continue;
    const lines = [...toolSpans(folder)].map((span) => {
      const call = callOf(span);
      const { outcome, category, code, retryable, source, rule, outcomeRule, effect, signature } = judge(
        call,
        DEFAULT_SETTINGS,
      );
      return JSON.stringify({
        call: span.spanId,
        tool: call.tool,
        reported: call.reported,
        outcome,
        category,
        retryable,
        source,
        code,
        rule,
        outcomeRule,
        effect,
        signature,
      });
    });
    writeFileSync(join(output, `${set.name}.jsonl`), `${lines.join('\n')}\n`);
  }
}
