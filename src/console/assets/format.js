const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** Seconds as a person says them. */
export function duration(seconds) {
  if (seconds < 1) return `${plain.format(Math.round(seconds * 1000))} ms`;
  if (seconds < 60) return `${plain.format(Number(seconds.toFixed(1)))} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
  return `${plain.format(Number((seconds / 86_400).toFixed(1)))} d`;
}

/** How long ago, in words. */
export function ago(ms) {
  const seconds = (Date.now() - ms) / 1000;
  return seconds < 0 ? `in ${duration(-seconds)}` : seconds < 5 ? 'just now' : `${duration(seconds)} ago`;
}

export function time(ms) {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19);
}

/** A value in one of Grafana's units, as the panels name them. */
export function inUnit(value, unit) {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'number') return String(value);
  if (unit === 'percentunit') return `${plain.format(Number((value * 100).toFixed(1)))} %`;
  if (unit === 's') return duration(value);
  if (unit === 'ms') return duration(value / 1000);
  if (unit === 'bytes') return `${compact.format(value)}B`;
  if (unit === 'dateTimeAsIso') return time(value);
  if (unit === 'dateTimeFromNow') return ago(value);
  return Math.abs(value) >= 10_000 ? compact.format(value) : plain.format(value);
}
