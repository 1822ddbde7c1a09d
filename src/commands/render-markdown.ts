import type { Finding } from '../model/finding.js';
import type { Checked } from './check.js';
import { duration, plural, visible } from './render-text.js';

/** A table for a pull request comment or a job summary. */
export function renderMarkdown({ failing, passing, known }: Checked): string {
  const verdict = failing.length > 0 ? '**failed**' : 'passed';
  const head = `## refrain check ${verdict}\n\n${plural(failing.length, 'failing finding')}, ${passing.length} below the bar, ${known.length} known.\n`;
  const rows = [...failing, ...passing].map(row);
  if (rows.length === 0) return head;
  const table = ['| | detector | tool | what | cost | fix |', '|---|---|---|---|---|---|', ...rows].join('\n');
  return `${head}\n${table}\n`;
}

function row(finding: Finding): string {
  const { severity, detector, tool, message, wasted, recovery } = finding;
  const cost = `${plural(wasted.calls, 'call')}, ${duration(wasted.seconds)}`;
  return `| ${[severity, detector, cell(tool), cell(message), cost, cell(recovery)].join(' | ')} |`;
}

/** Table cells cannot hold bars, line breaks or markup that came from outside. */
function cell(text: string): string {
  return visible(text)
    .replace(/\r?\n/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\|[\]*_`]/g, (char) => `\\${char}`);
}
