/** Prints what Refrain makes of recorded scenarios: `npx tsx test/conventions/capture/show.ts <scenario ...>`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Span } from '../../../src/model/span.js';
import { callsOf } from '../scenarios/pipeline.js';

for (const scenario of process.argv.slice(2)) {
  const path = join(import.meta.dirname, '../scenarios', `${scenario}.spans.json`);
  const { recorded, spans } = JSON.parse(readFileSync(path, 'utf8')) as { recorded: object; spans: Span[] };
  console.log(`\n== ${scenario} ${JSON.stringify(recorded)}`);
  for (const span of spans)
    console.log(`   ${span.traceId.slice(0, 4)} ${span.kind} ${span.scope.name} | ${span.name} | ${span.status.code}`);
  for (const call of callsOf(spans)) {
    const { tool, callId, outcome, reported, code, category, from, session, agent, convention, server } = call;
    const content = `${call.arguments.state}/${call.arguments.copy} -> ${call.result.state}/${call.result.copy}`;
    console.log(
      `${tool} [${callId}] ${outcome} ${reported} ${code}/${category} ${from} ${convention} s=${session} a=${agent} srv=${server} tok=${call.inputTokens} ${call.outcomeRule} ${content.slice(0, 260)}`,
    );
  }
}
