import { DETECTORS } from '../detectors/index.js';
import type { Finding, Severity } from '../model/finding.js';
import { baselineKey } from './baseline.js';
import type { Checked } from './check.js';

const LEVELS: Record<Severity, 'error' | 'warning' | 'note'> = { critical: 'error', warning: 'warning', info: 'note' };

/** SARIF 2.1.0, as code scanning services read it; the recording is the artifact, the fingerprint is the baseline key. */
export function renderSarif({ failing, passing, known }: Checked, files: readonly string[]): string {
  const results = [
    ...[...failing, ...passing].map((finding) => result(finding, files, 'new')),
    ...known.map((finding) => result(finding, files, 'unchanged')),
  ];
  const rules = DETECTORS.map(({ id, title, why, recovery, severity }) => ({
    id,
    name: title,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: recovery },
    defaultConfiguration: { level: LEVELS[severity] },
  }));
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'refrain', rules } }, results }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function result(
  finding: Finding,
  files: readonly string[],
  baselineState: 'new' | 'unchanged',
): Record<string, unknown> {
  return {
    ruleId: finding.detector,
    level: LEVELS[finding.severity],
    baselineState,
    message: { text: `${finding.message} ${finding.recovery}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: files[0] ?? '-' } },
        logicalLocations: [
          { name: finding.tool, kind: 'function', fullyQualifiedName: `${finding.session ?? ''}/${finding.tool}` },
        ],
      },
    ],
    partialFingerprints: { refrain: baselineKey(finding) },
    properties: { session: finding.session ?? null, spans: finding.calls, wasted: finding.wasted },
  };
}
