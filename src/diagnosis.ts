import { CONVENTIONS } from './conventions/index.js';
import { DETECTORS } from './detectors/index.js';
import type { ToolCall } from './model/tool-call.js';

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
