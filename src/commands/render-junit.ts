import type { Finding } from '../model/finding.js';
import type { Checked } from './check.js';
import { visible } from './render-text.js';

/** JUnit XML as CI systems read it: one test case per finding; known ones count as skipped, one case passes where nothing was found. */
export function renderJunit({ failing, passing, known }: Checked): string {
  const cases = [
    ...failing.map((finding) =>
      testCase(finding, `<failure message="${attribute(finding.message)}">${body(finding)}</failure>`),
    ),
    ...passing.map((finding) => testCase(finding, `<system-out>${body(finding)}</system-out>`)),
    ...known.map((finding) => testCase(finding, '<skipped message="accepted by the baseline"/>')),
  ];
  if (cases.length === 0) cases.push('    <testcase classname="refrain" name="no findings"/>');
  const head = `<testsuite name="refrain check" tests="${cases.length}" failures="${failing.length}" skipped="${known.length}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  ${head}\n${cases.join('\n')}\n  </testsuite>\n</testsuites>\n`;
}

function testCase(finding: Finding, inner: string): string {
  const name = `${finding.tool} ${finding.session ?? ''}`.trim();
  return `    <testcase classname="refrain.${attribute(finding.detector)}" name="${attribute(name)}">${inner}</testcase>`;
}

function body({ message, recovery, calls }: Finding): string {
  return attribute(`${message}\n${recovery}\nspans: ${calls.join(' ')}`);
}

function attribute(text: string): string {
  return visible(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/[\uFFFE\uFFFF]/g, '');
}
