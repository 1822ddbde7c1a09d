import { type Diagnosis, diagnose } from '../diagnosis.js';
import type { Settings } from '../model/settings.js';
import { analyseFiles, print, reportComplaints } from './analyze.js';
import { getJson, serviceUrl } from './ask-service.js';
import { plural, visible } from './render-text.js';

/** `refrain doctor` without files: the last hour of a running service. */
export async function doctorService(options: { url?: string; format: 'text' | 'json' }): Promise<number> {
  const found = await getJson<{ conventions: Diagnosis[]; unclaimed: Record<string, number> }>(
    serviceUrl(options.url),
    '/api/doctor',
  );
  const text = renderDiagnoses(found.conventions, new Map(Object.entries(found.unclaimed)));
  const nothing = 'no calls in the last hour; nothing to look at\n';
  await print(
    options.format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : found.conventions.length === 0 ? nothing : text,
  );
  return found.conventions.some(({ gaps }) => gaps.length > 0) ? 1 : 0;
}

/** `refrain doctor`: exit 0 nothing missing, 1 something is, 2 nothing usable in the input. */
export async function doctorCommand(
  files: readonly string[],
  { format }: { format: 'text' | 'json' },
  settings: Settings,
): Promise<number> {
  const { analysis, complaints, requests } = await analyseFiles(files, settings);
  reportComplaints(complaints);
  if (requests === 0) return 2;
  const diagnoses = diagnose(analysis.calls);
  const unclaimed = Object.fromEntries(analysis.unclaimed);
  await print(
    format === 'json'
      ? `${JSON.stringify({ conventions: diagnoses, unclaimed }, null, 2)}\n`
      : renderDiagnoses(diagnoses, analysis.unclaimed),
  );
  return diagnoses.some(({ gaps }) => gaps.length > 0) || analysis.unclaimed.size > 0 ? 1 : 0;
}

/** The diagnosis for a person. */
export function renderDiagnoses(diagnoses: readonly Diagnosis[], unclaimed: ReadonlyMap<string, number>): string {
  const parts = diagnoses.map(({ title, convention, calls, gaps, setting }) => {
    const lines = gaps.map(({ field, missing, silences }) => {
      const share = `${Math.round((100 * missing) / calls)} % of calls have no ${field}`;
      return `  ${share}${silences.length > 0 ? `; silent without it: ${silences.join(', ')}` : ''}`;
    });
    const cure = gaps.length > 0 && setting !== undefined ? [`  setting that brings more: ${setting}`] : [];
    return [
      `${title} (${convention}): ${plural(calls, 'call')}${gaps.length === 0 ? ', nothing missing' : ''}`,
      ...lines,
      ...cure,
    ].join('\n');
  });
  const strangers = [...unclaimed].map(
    ([scope, n]) =>
      `not recognised: ${plural(n, 'span')} of scope "${visible(scope)}" look like tool calls; please open an issue with one of them`,
  );
  return `${[...parts, ...strangers].join('\n\n')}\n`;
}
