import type { Round, Shape } from './measure.js';

/** Medians over rounds, number by number. */
export function median(rounds: readonly Round[]): Round {
  const middle = (of: (round: Round) => number) =>
    [...rounds.map(of)].sort((a, b) => a - b)[rounds.length >> 1] ?? Number.NaN;
  const shapes = (rounds[0]?.shapes ?? []).map((shape, i) =>
    Object.fromEntries(
      Object.keys(shape).map((key) => [key, middle((round) => round.shapes[i]?.[key as keyof Shape] ?? Number.NaN)]),
    ),
  );
  return {
    shapes: shapes as unknown as Shape[],
    rssMiB: middle((round) => round.rssMiB),
    bytesPerCall: middle((round) => round.bytesPerCall),
  };
}

const ROWS: readonly [string, (shape: Shape) => string][] = [
  ['raw COPY, spans/s', ({ raw }) => whole(raw)],
  ['ours, spans/s', ({ ours }) => whole(ours)],
  ['ratio', ({ ratio }) => ratio.toFixed(2)],
  ['request p50 / p99, ms', ({ p50, p99 }) => `${whole(p50)} / ${whole(p99)}`],
  ['at half load p50 / p99, ms', ({ halfP50, halfP99 }) => `${whole(halfP50)} / ${whole(halfP99)}`],
  ['commit to finding p50 / p99, ms', ({ lagP50, lagP99 }) => `${whole(lagP50)} / ${whole(lagP99)}`],
  ['at half load p99, ms', ({ halfLagP99 }) => whole(halfLagP99)],
  ['processor per span: raw, µs', ({ rawCost }) => whole(rawCost)],
  ['service + Postgres, µs', ({ serviceCost, postgresCost }) => `${whole(serviceCost)} + ${whole(postgresCost)}`],
];

/** A Markdown table for a person. */
export function table(about: Readonly<Record<string, unknown>>, { shapes, rssMiB, bytesPerCall }: Round): string {
  const head = ['', ...shapes.map(({ perRequest, concurrent }) => `${perRequest} spans x ${concurrent} at once`)];
  const rows = [head, head.map(() => '---'), ...ROWS.map(([name, of]) => [name, ...shapes.map(of)])];
  return [
    Object.entries(about)
      .map(([key, value]) => `${key} ${value}`)
      .join(', '),
    '',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `Most resident memory of the service: ${rssMiB} MiB. Disk per call, indexes and counts included: ${whole(bytesPerCall)} bytes.`,
    '',
  ].join('\n');
}

function whole(n: number): string {
  return Math.round(n).toLocaleString('en');
}
