/** What the address bar says: range and choices. A page is a link that can be shared. */
export function view() {
  const params = new URLSearchParams(location.search);
  const since = params.get('since');
  const choices = Object.fromEntries(
    [...new Set(params.keys())].filter((key) => key.startsWith('var-')).map((key) => [key, params.getAll(key)]),
  );
  return { since, from: params.get('from'), to: params.get('to'), choices, params };
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The range in milliseconds; `since` moves along with time, `from` and `to` stand still. */
export function range(usual) {
  const { since, from, to } = view();
  if (from && to && !since) return { from: Number(from), to: Number(to), live: false };
  const [, n, unit] = /^(?:now-)?(\d+)([mhd])$/.exec(since ?? usual) ?? [null, 24, 'h'];
  const now = Date.now();
  return { from: now - Number(n) * UNITS[unit], to: now, live: true, since: `${n}${unit}` };
}

/** Asks the service; its refusals become sentences. */
export async function getJson(path, signal) {
  const response = await fetch(path, { signal, headers: { accept: 'application/json' } });
  // The key is gone or was never there: the page itself then answers with the form.
  if (response.status === 401) {
    location.reload();
    return new Promise(() => {});
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error?.message ?? `the service answered ${response.status}`);
  return body;
}

/** The query that panels and choices share. */
export function panelQuery(usual) {
  const { choices } = view();
  const { from, to } = range(usual);
  const params = new URLSearchParams({ from: String(Math.round(from)), to: String(Math.round(to)) });
  for (const [key, values] of Object.entries(choices)) for (const value of values) params.append(key, value);
  return params;
}

/** A link to another page: range kept, choices replaced. */
export function linkTo(path, set = {}, times) {
  const { params } = view();
  const next = new URLSearchParams();
  for (const key of ['since', 'from', 'to']) if (params.get(key)) next.set(key, params.get(key));
  if (times) {
    next.delete('since');
    next.set('from', String(times.from));
    next.set('to', String(times.to));
  }
  for (const [key, value] of Object.entries(set)) if (value !== null && value !== undefined) next.append(key, value);
  const query = next.toString();
  return query === '' ? path : `${path}?${query}`;
}
