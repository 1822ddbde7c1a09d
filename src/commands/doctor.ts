import { CONVENTIONS } from '../conventions/index.js';
import { DETECTORS } from '../detectors/index.js';
import type { Settings } from '../model/settings.js';
import type { ToolCall } from '../model/tool-call.js';
import { analyseFiles, print, reportComplaints } from './analyze.js';
import { plural, visible } from './render-text.js';

/** What is missing in the data of one convention, which detectors that silences, and the setting that brings it. */
export interface Diagnosis {
  readonly convention: string;
  readonly title: string;
  readonly calls: number;
  readonly gaps: readonly Gap[];
  readonly setting: string | undefined;
}

export interface Gap {
  readonly field: string;
  readonly missing: number;
  readonly silences: readonly string[];
}

type Need = (typeof DETECTORS)[number]['needs'][number];

/** Per field: when it is missing on a call, and which needs of detectors it serves. */
const CHECKS: readonly { field: string; isMissing: (call: ToolCall) => boolean; serves: readonly Need[] }[] = [
  {
    field: 'arguments',
    isMissing: ({ arguments: { hash, partial } }) => hash === undefined || partial,
    serves: ['arguments'],
  },
  {
    field: 'result',
    isMissing: ({ outcome, result, answerHash }) =>
      outcome !== 'error' && answerHash === undefined && result.hash === undefined,
    serves: ['answer'],
  },
  { field: 'end', isMissing: ({ endedMs }) => endedMs === undefined, serves: ['end'] },
  {
    field: 'error text',
    isMissing: ({ outcome, message }) => outcome === 'error' && message === undefined,
    serves: ['error-text'],
  },
  {
    field: 'category',
    isMissing: ({ outcome, category }) => outcome === 'error' && category === undefined,
    serves: ['category'],
  },
  { field: 'session', isMissing: ({ sessionFrom }) => sessionFrom === 'none' || sessionFrom === 'trace', serves: [] },
  {
    field: 'tokens',
    isMissing: ({ inputTokens, outputTokens }) => inputTokens === undefined && outputTokens === undefined,
    serves: [],
  },
];

/** Looks at calls and says what each convention leaves out. */
export function diagnose(calls: readonly ToolCall[]): Diagnosis[] {
  const groups = new Map<string, ToolCall[]>();
  for (const call of calls) groups.set(call.convention, [...(groups.get(call.convention) ?? []), call]);
  return [...groups].map(([id, group]) => {
    const convention = CONVENTIONS.find((one) => one.id === id);
    const gaps = CHECKS.flatMap(({ field, isMissing, serves }) => {
      const missing = group.filter(isMissing).length;
      return missing === 0 ? [] : [{ field, missing, silences: silencedBy(serves) }];
    });
    return {
      convention: id,
      title: convention?.title ?? id,
      calls: group.length,
      gaps,
      setting: convention?.support.capture,
    };
  });
}

function silencedBy(serves: readonly Need[]): string[] {
  return DETECTORS.filter(({ needs }) => needs.some((need) => serves.includes(need))).map(({ id }) => id);
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
