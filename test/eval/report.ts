import { type ClassScore, precision, recall, type Score } from './scoring.js';

const percent = (share: number | undefined) => (share === undefined ? '-' : `${(100 * share).toFixed(1)} %`);

/** Markdown, so that it reads in a terminal and in the README alike. */
function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** How findings fared against labels. */
export function findingTable(scores: readonly Score[]): string {
  return table(
    [
      'data',
      'detector',
      'expected',
      'matched',
      'forbidden',
      'hit',
      'clean sessions hit',
      'other findings',
      'precision',
      'recall',
    ],
    scores.map((score) => [
      ...[score.dataset, score.detector, score.expected, score.matched, score.forbidden, score.forbiddenHit],
      ...[
        `${score.cleanHit} of ${score.cleanSessions}`,
        score.other,
        percent(precision(score)),
        percent(recall(score)),
      ],
    ]),
  );
}

/** How the classes of errors came out, and what was taken for what. */
export function classTable(scores: readonly ClassScore[]): string {
  const rows = scores
    .filter(({ known }) => known > 0)
    .map(({ dataset, known, classified, right, accepted, matrix }) => {
      const confused = Object.entries(matrix).flatMap(([label, row]) =>
        Object.entries(row).map(([ours, n]) => `${label}→${ours} ${n}`),
      );
      return [
        dataset,
        known,
        percent(1 - classified / known),
        percent(accepted / Math.max(1, classified)),
        percent(right / Math.max(1, classified)),
        confused.join(', '),
      ];
    });
  return table(
    [
      'data',
      'errors with a known class',
      'unclassified',
      'right (other accepted classes count)',
      'right (first class only)',
      'label→ours',
    ],
    rows,
  );
}

/** What the guard would have refused, and how often wrongly. */
export function replayTable(
  measured: readonly { name: string; calls: number; replay: { refused: number; regret: number } }[],
): string {
  const refused = measured.reduce((sum, one) => sum + one.replay.refused, 0);
  const regret = measured.reduce((sum, one) => sum + one.replay.regret, 0);
  const row = (name: string, calls: number, n: number, bad: number) => [
    name,
    calls,
    n,
    bad,
    percent(n === 0 ? undefined : bad / n),
  ];
  const rows = measured.map((one) => row(one.name, one.calls, one.replay.refused, one.replay.regret));
  return table(
    ['data', 'calls', 'refused by the guard', 'regret', 'regret of refusals'],
    [
      ...rows,
      row(
        'all',
        measured.reduce((sum, one) => sum + one.calls, 0),
        refused,
        regret,
      ),
    ],
  );
}
