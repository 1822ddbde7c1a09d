import type { Field, Frame } from '../../src/panels/field.js';
import type { FileRule } from './reading.js';

/** One alert instance's number: a null number is no data for that instance. */
export interface Numbered {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number | null;
}

/** A result that the expression engine refuses. */
export class AlertError extends Error {}

/** Chain A: a table with exactly one number and any number of texts; each row is an instance, texts are its labels. */
export function numberSet(frame: Frame): readonly Numbered[] {
  const numbers = frame.fields.filter(({ type }) => type === 'number');
  const odd = frame.fields.filter(({ type }) => type !== 'number' && type !== 'string');
  if (odd.length > 0) throw new AlertError(`input data must be a wide series but got type not (${odd[0]?.name})`);
  const [number, ...more] = numbers;
  if (!number || more.length > 0) throw new AlertError(`expected one numeric column, got ${numbers.length}`);
  const texts = frame.fields.filter(({ type }) => type === 'string');
  return unique(number.values.map((value, row) => ({ labels: labelsAt(texts, row), value: value as number | null })));
}

function labelsAt(texts: readonly Field[], row: number): Record<string, string> {
  return Object.fromEntries(texts.map(({ name, values }) => [name, String(values[row] ?? '')]));
}

function unique(all: readonly Numbered[]): readonly Numbered[] {
  const seen = new Set<string>();
  for (const { labels } of all) {
    const key = JSON.stringify(labels);
    if (seen.has(key)) throw new AlertError(`frame cannot uniquely be identified by its labels: ${key}`);
    seen.add(key);
  }
  return all;
}

type Reducer = 'last' | 'mean' | 'max' | 'min' | 'sum' | 'count';

/** Chain B: one number per series; `dropNN` leaves out what is no number, `replaceNN` puts a number in its place. */
export function reduce(
  frame: Frame,
  reducer: Reducer,
  mode?: 'dropNN' | 'replaceNN',
  instead = 0,
): readonly Numbered[] {
  return frame.fields
    .filter(({ type }) => type === 'number')
    .map(({ labels, values }) => ({
      labels,
      value: reduced(clean(values as (number | null)[], mode, instead), reducer),
    }));
}

function clean(
  values: readonly (number | null)[],
  mode: string | undefined,
  instead: number,
): readonly (number | null)[] {
  const good = (value: number | null): value is number => value !== null && Number.isFinite(value);
  if (mode === 'dropNN') return values.filter(good);
  return mode === 'replaceNN' ? values.map((value) => (good(value) ? value : instead)) : values;
}

function reduced(values: readonly (number | null)[], reducer: Reducer): number | null {
  if (reducer === 'count') return values.length;
  if (values.length === 0) return reducer === 'sum' ? 0 : null;
  if (reducer === 'last') return values.at(-1) ?? null;
  if (values.includes(null)) return Number.NaN;
  const numbers = values as readonly number[];
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (reducer === 'sum') return sum;
  if (reducer === 'mean') return sum / numbers.length;
  return reducer === 'max' ? Math.max(...numbers) : Math.min(...numbers);
}

/** 1 where the number is over the limit, 0 where not; nothing stays nothing. */
export function threshold(
  numbers: readonly Numbered[],
  evaluator: { type: string; params: number[] },
): readonly Numbered[] {
  const [limit = 0] = evaluator.params;
  if (evaluator.type !== 'gt') throw new AlertError(`no port of ${evaluator.type}`);
  return numbers.map(({ labels, value }) => ({ labels, value: value === null ? null : Number(value > limit) }));
}

export type State = 'Normal' | 'Pending' | 'Alerting' | 'NoData' | 'Error';
export interface Instance {
  readonly labels: Readonly<Record<string, string>>;
  readonly state: State;
}

/** One evaluation of a rule: what each instance would be without waiting times. A failed query is an error of the rule as a whole. */
export function evaluate(rule: FileRule, frame: Frame | Error): readonly Instance[] {
  try {
    if (frame instanceof Error) throw frame;
    if (frame.fields.length === 0)
      return [{ labels: { alertname: 'DatasourceNoData' }, state: mapped(rule.noDataState) }];
    return conditionOf(rule, frame).map(({ labels, value }) => ({
      labels,
      state: value === null ? mapped(rule.noDataState) : value === 1 ? 'Alerting' : 'Normal',
    }));
  } catch {
    return [{ labels: { alertname: 'DatasourceError' }, state: mapped(rule.execErrState) }];
  }
}

function conditionOf(rule: FileRule, frame: Frame): readonly Numbered[] {
  const evaluator = rule.data.find(({ refId }) => refId === rule.condition)?.model.conditions?.[0]?.evaluator;
  if (!evaluator) throw new AlertError('no threshold');
  return threshold(numberSet(frame), evaluator);
}

function mapped(state: string): State {
  return state === 'OK' ? 'Normal' : (state as State);
}

interface Life {
  readonly labels: Readonly<Record<string, string>>;
  state: State;
  since: number;
  lastBad: number;
  missing: number;
}

/** Evaluations in a row: an instance waits in `Pending`, keeps firing after its last bad value, and is gone when it misses two evaluations. */
export function createLives(rule: FileRule): {
  step(atSeconds: number, instances: readonly Instance[]): readonly Instance[];
} {
  const lives = new Map<string, Life>();
  const pending = secondsOf(rule.for);
  const keep = secondsOf(rule.keepFiringFor);
  return {
    step(at, instances) {
      const seen = new Set(instances.map(({ labels }) => JSON.stringify(labels)));
      for (const instance of instances) live(lives, instance, at, pending, keep);
      for (const [key, life] of lives) {
        if (!seen.has(key)) life.missing += 1;
        if (life.missing >= 2) lives.delete(key);
      }
      return [...lives.values()].map(({ labels, state }) => ({ labels, state }));
    },
  };
}

function live(lives: Map<string, Life>, { labels, state }: Instance, at: number, pending: number, keep: number): void {
  const key = JSON.stringify(labels);
  const life = lives.get(key) ?? { labels, state: 'Normal', since: at, lastBad: Number.NEGATIVE_INFINITY, missing: 0 };
  lives.set(key, life);
  life.missing = 0;
  if (state !== 'Alerting') {
    const kept = life.state === 'Alerting' && at - life.lastBad < keep;
    if (!kept) life.state = state;
    return;
  }
  if (life.state !== 'Alerting' && life.state !== 'Pending') life.since = at;
  life.lastBad = at;
  life.state = life.state === 'Alerting' || at - life.since >= pending ? 'Alerting' : 'Pending';
}

function secondsOf(text: string): number {
  const [, count = '0', unit = 's'] = /^(\d+)([smh])$/.exec(text) ?? [];
  return Number(count) * ({ s: 1, m: 60, h: 3600 }[unit] ?? 1);
}
