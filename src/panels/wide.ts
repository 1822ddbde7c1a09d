import { type Field, FrameError } from './field.js';

/** One series per value column and combination of texts; a frame without text columns is wide already. */
export function longToWide(fields: readonly Field[]): readonly Field[] {
  const time = fields.find(({ name }) => name === 'time');
  const texts = fields.filter(({ type }) => type === 'string');
  const values = fields.filter((field) => field.type === 'number');
  if (!time || texts.length === 0 || values.length === 0) return fields;
  const times = ascending(time.values);
  const series = values.flatMap((value) => seriesOf(value, texts, time.values, times));
  const wide = [{ ...time, values: times }, ...series];
  return fields.length === 3 ? wide.map(namedByMetric) : wide;
}

/** The distinct times; Grafana refuses a long frame whose times are missing or go backwards. */
function ascending(values: readonly unknown[]): readonly number[] {
  values.forEach((at, row) => {
    if (at === null) throw new FrameError('can not convert to wide series, input has null time values');
    if (row > 0 && (at as number) < (values[row - 1] as number))
      throw new FrameError('long series must be sorted ascending by time to be converted');
  });
  return [...new Set(values as readonly number[])];
}

function seriesOf(value: Field, texts: readonly Field[], at: readonly unknown[], times: readonly number[]): Field[] {
  const place = new Map(times.map((time, index) => [time, index]));
  const found = new Map<string, { labels: Record<string, string>; values: unknown[] }>();
  at.forEach((time, row) => {
    const labels = Object.fromEntries(texts.map((text) => [text.name, String(text.values[row] ?? '')]));
    const key = JSON.stringify(labels);
    const series = found.get(key) ?? { labels, values: times.map(() => null) };
    series.values[place.get(time as number) ?? 0] = value.values[row] ?? null;
    found.set(key, series);
  });
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, series]) => ({ name: value.name, type: 'number' as const, ...series }));
}

/** Three columns of which one is called `metric`: its value is the name of the series. */
function namedByMetric(field: Field): Field {
  const { metric, ...others } = field.labels;
  return metric === undefined || Object.keys(others).length > 0 ? field : { ...field, name: metric, labels: {} };
}
