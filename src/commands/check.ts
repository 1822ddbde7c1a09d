import { readFile, writeFile } from 'node:fs/promises';
import { ConfigFault } from '../config.js';
import { DETECTORS } from '../detectors/index.js';
import { findingRow } from '../model/export-rows.js';
import { type Finding, SEVERITIES, type Severity } from '../model/finding.js';
import type { Settings } from '../model/settings.js';
import { analyseFiles, print, reportComplaints } from './analyze.js';
import { baselineKey, parseBaseline, writeBaseline } from './baseline.js';
import { renderJunit } from './render-junit.js';
import { renderMarkdown } from './render-markdown.js';
import { renderSarif } from './render-sarif.js';
import { painter, plural, renderFindings } from './render-text.js';

export const CHECK_FORMATS = ['text', 'json', 'markdown', 'junit', 'sarif'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

export interface CheckOptions {
  readonly format: CheckFormat;
  /** A severity (that and above), or detector ids separated by commas. */
  readonly failOn: string;
  readonly baseline?: string | undefined;
  readonly writeBaseline?: string | undefined;
}

/** What the checked findings came to. `known` are accepted by the baseline, `failing` make the exit code 1. */
export interface Checked {
  readonly failing: readonly Finding[];
  readonly passing: readonly Finding[];
  readonly known: readonly Finding[];
}

/** `refrain check`: exit 0 clean, 1 findings at or above `--fail-on`, 2 nothing usable in the input or bad options. */
export async function checkCommand(
  files: readonly string[],
  options: CheckOptions,
  settings: Settings,
): Promise<number> {
  const fails = parseFailOn(options.failOn);
  const accepted =
    options.baseline === undefined
      ? new Set<string>()
      : parseBaseline(await readFile(options.baseline, 'utf8'), options.baseline);
  const reading = await analyseFiles(files, settings);
  reportComplaints(reading.complaints);
  if (reading.requests === 0) {
    process.stderr.write('refrain check: nothing usable in the input; a build that checked nothing must not pass\n');
    return 2;
  }
  const checked = sortOut(reading.analysis.findings, fails, accepted);
  if (options.writeBaseline !== undefined)
    await writeFile(options.writeBaseline, writeBaseline(reading.analysis.findings));
  await print(renderChecked(checked, options.format, files));
  return checked.failing.length > 0 ? 1 : 0;
}

/** Reads `--fail-on`; throws a sentence that lists what it takes. */
export function parseFailOn(text: string): (finding: Finding) => boolean {
  const rank = SEVERITIES.indexOf(text as Severity);
  if (rank >= 0) return ({ severity }) => SEVERITIES.indexOf(severity) >= rank;
  const ids = text.split(',').map((id) => id.trim());
  const unknown = ids.filter((id) => !DETECTORS.some((detector) => detector.id === id));
  if (unknown.length > 0) {
    throw new ConfigFault([`--fail-on takes ${SEVERITIES.join(', ')} or detector ids, not "${unknown.join(', ')}"`]);
  }
  return ({ detector }) => ids.includes(detector);
}

/** Parts findings into failing, passing and known. */
export function sortOut(
  findings: readonly Finding[],
  fails: (finding: Finding) => boolean,
  accepted: ReadonlySet<string>,
): Checked {
  const known = findings.filter((finding) => accepted.has(baselineKey(finding)));
  const fresh = findings.filter((finding) => !accepted.has(baselineKey(finding)));
  return { failing: fresh.filter(fails), passing: fresh.filter((finding) => !fails(finding)), known };
}

/** The checked findings in the asked format. */
export function renderChecked(checked: Checked, format: CheckFormat, files: readonly string[]): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(asDocument(checked), null, 2)}\n`;
    case 'markdown':
      return renderMarkdown(checked);
    case 'junit':
      return renderJunit(checked);
    case 'sarif':
      return renderSarif(checked, files);
    case 'text':
      return renderPlain(checked);
  }
}

function asDocument({ failing, passing, known }: Checked): Record<string, unknown> {
  return {
    failed: failing.length > 0,
    failing: failing.map(findingRow),
    passing: passing.map(findingRow),
    known: known.map(findingRow),
  };
}

function renderPlain({ failing, passing, known }: Checked): string {
  const paint = painter(process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined);
  const verdict = failing.length > 0 ? paint('red', 'FAILED') : paint('green', 'passed');
  const counts = `${plural(failing.length, 'failing finding')}, ${passing.length} below the bar, ${known.length} known`;
  const body = renderFindings([...failing, ...passing].map(findingRow), paint);
  return `${body === '' ? '' : `${body}\n\n`}refrain check ${verdict}: ${counts}\n`;
}
