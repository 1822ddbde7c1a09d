import type { ClassLabel, Label } from './labels.js';

/** What a product says: a pathology, and the calls that prove it. */
export interface Said {
  readonly detector: string;
  readonly session: string | undefined;
  readonly calls: readonly string[];
}

/** How one detector did on one data set. */
export interface Score {
  readonly dataset: string;
  readonly detector: string;
  readonly expected: number;
  readonly matched: number;
  readonly forbidden: number;
  readonly forbiddenHit: number;
  readonly cleanSessions: number;
  readonly cleanHit: number;
  /** Findings that touch no label: neither right nor wrong by the corpus. */
  readonly other: number;
}

/** Detectors about one call; all others need two calls in common with a label. */
const SINGLE = new Set(['empty-reported-as-error', 'error-reported-as-success']);
/** What a clean session must not have. */
const KIND = /loop|retry|empty|error/;

/** Scores what was said about one data set against its labels. */
export function scoreFindings(dataset: string, labels: readonly Label[], said: readonly Said[]): Score[] {
  const clean = labels.filter(({ detector }) => detector === '*');
  const cleanCalls = new Map(clean.flatMap((label) => label.calls.map((call) => [call, label.session] as const)));
  const cleanSessions = new Set(clean.map(({ session }) => session));
  const detectors = new Set(
    [...labels.map(({ detector }) => detector), ...said.map(({ detector }) => detector)].filter((id) => id !== '*'),
  );
  return [...detectors].sort().map((detector) => {
    const own = labels.filter((label) => label.detector === detector);
    const findings = said.filter((one) => one.detector === detector);
    const hits = findings.map((finding) => own.filter((label) => touches(finding, label)));
    const hitLabels = new Set(hits.flat());
    const dirtied = findings.map((finding) => cleanOf(finding, cleanSessions, cleanCalls));
    const count = (verdict: Label['verdict'], among: Iterable<Label>) =>
      [...among].filter((label) => label.verdict === verdict).length;
    return {
      dataset,
      detector,
      expected: count('expected', own),
      matched: count('expected', hitLabels),
      forbidden: count('forbidden', own),
      forbiddenHit: count('forbidden', hitLabels),
      cleanSessions: cleanSessions.size,
      cleanHit: new Set(dirtied.filter((session) => session !== undefined && KIND.test(detector))).size,
      other: hits.filter((touched, i) => touched.length === 0 && !(KIND.test(detector) && dirtied[i] !== undefined))
        .length,
    };
  });
}

function touches({ calls, detector }: Said, label: Label): boolean {
  const need = Math.min(SINGLE.has(detector) ? 1 : 2, label.calls.length);
  const own = new Set(calls);
  return label.calls.filter((call) => own.has(call)).length >= need;
}

function cleanOf(
  { session, calls }: Said,
  sessions: ReadonlySet<string>,
  byCall: ReadonlyMap<string, string>,
): string | undefined {
  if (session !== undefined && sessions.has(session)) return session;
  return calls.map((call) => byCall.get(call)).find((found) => found !== undefined);
}

/** Matched of all that counts against it; undefined where nothing was said or labelled. */
export function precision({
  matched,
  forbiddenHit,
  cleanHit,
}: Pick<Score, 'matched' | 'forbiddenHit' | 'cleanHit'>): number | undefined {
  const all = matched + forbiddenHit + cleanHit;
  return all === 0 ? undefined : matched / all;
}

/** Matched of all that was expected; undefined where nothing was. */
export function recall({ matched, expected }: Pick<Score, 'matched' | 'expected'>): number | undefined {
  return expected === 0 ? undefined : matched / expected;
}

/** Sums over data sets, by detector. */
export function pooled(scores: readonly Score[]): Score[] {
  const detectors = [...new Set(scores.map(({ detector }) => detector))].sort();
  return detectors.map((detector) => {
    const own = scores.filter((score) => score.detector === detector);
    const sum = (of: (score: Score) => number) => own.reduce((total, score) => total + of(score), 0);
    return {
      ...{
        dataset: 'all',
        detector,
        expected: sum((s) => s.expected),
        matched: sum((s) => s.matched),
        forbidden: sum((s) => s.forbidden),
      },
      ...{
        forbiddenHit: sum((s) => s.forbiddenHit),
        cleanSessions: sum((s) => s.cleanSessions),
        cleanHit: sum((s) => s.cleanHit),
        other: sum((s) => s.other),
      },
    };
  });
}

/** How the classes of errors came out. `known`: labels that name a class. */
export interface ClassScore {
  readonly dataset: string;
  readonly known: number;
  readonly classified: number;
  readonly right: number;
  /** Right, or one of the classes that the label accepts too. */
  readonly accepted: number;
  /** Label's class to our class to count. */
  readonly matrix: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Scores categories; `empty` is a class of its own, no category is `unknown`. */
export function scoreClasses(
  dataset: string,
  labels: readonly ClassLabel[],
  classOf: (call: string) => string,
): ClassScore {
  const matrix: Record<string, Record<string, number>> = {};
  let [known, classified, right, accepted] = [0, 0, 0, 0];
  for (const { call, category, also = [] } of labels) {
    const ours = classOf(call);
    matrix[category] ??= {};
    const row = matrix[category];
    row[ours] = (row[ours] ?? 0) + 1;
    if (category === 'unknown') continue;
    known++;
    if (ours === 'unknown') continue;
    classified++;
    if (ours === category) right++;
    if (ours === category || also.includes(ours)) accepted++;
  }
  return { dataset, known, classified, right, accepted, matrix };
}
