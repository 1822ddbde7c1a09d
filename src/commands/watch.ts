import { setTimeout as sleep } from 'node:timers/promises';
import type { FindingRow } from '../model/export-rows.js';
import { print } from './analyze.js';
import { getJson, serviceUrl } from './ask-service.js';
import { painter, renderFindings } from './render-text.js';

/** A finding is readable within two seconds of its last span; asking once a second adds little to that. */
const POLL_MS = 1000;
/** Findings of sessions that went on before the command began are shown when they change, so look back a little. */
const LOOK_BACK_MS = 60_000;

/** `refrain watch`: follows findings until interrupted; each is shown when it is new and when it costs more. */
export async function watchCommand({ url, format }: { url?: string; format: 'text' | 'jsonl' }): Promise<number> {
  const base = serviceUrl(url);
  const paint = painter(process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined);
  const seen = new Map<string, string>();
  const started = Date.now();
  await print(format === 'text' ? `watching ${base}; Ctrl-C stops\n` : '');
  for (;;) {
    const since = new Date(Math.max(started, Date.now() - 10 * LOOK_BACK_MS) - LOOK_BACK_MS).toISOString();
    const { findings } = await getJson<{ findings: FindingRow[] }>(base, `/api/findings?limit=1000&since=${since}`);
    const fresh = freshOnes(findings, seen);
    if (fresh.length > 0)
      await print(
        format === 'jsonl'
          ? fresh.map((one) => `${JSON.stringify(one)}\n`).join('')
          : `\n${renderFindings(fresh, paint)}\n`,
      );
    await sleep(POLL_MS);
  }
}

/** Findings that are new, or whose state or cost changed since they were shown; remembers them. */
export function freshOnes(findings: readonly FindingRow[], seen: Map<string, string>): FindingRow[] {
  return findings.filter((finding) => {
    const now = `${finding.state} ${finding.wasted.calls} ${finding.call_count}`;
    const isNew = seen.get(finding.id) !== now;
    seen.set(finding.id, now);
    return isNew;
  });
}
