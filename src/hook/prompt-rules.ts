import type { Category } from '../model/tool-call.js';
import { CODES, type CodeRow, UNCLASSIFIED } from '../outcome/index.js';

/** What the block may leave out. */
export interface PromptRulesOptions {
  /** Only rules for these codes, for agents whose tools use few. Default: all. */
  readonly codes?: readonly string[] | undefined;
}

const CATEGORIES: readonly (Category | undefined)[] = ['transient', 'validation', 'business', 'permission', undefined];

/** The rules for failed tool calls as a block for a system prompt, made from the code table. */
export function promptRules({ codes }: PromptRulesOptions = {}): string {
  const rows = codes ? CODES.filter(({ code }) => codes.includes(code)) : CODES;
  const lines = CATEGORIES.flatMap((category) => linesFor(rows.filter((row) => row.category === category)));
  return [
    '# When a tool call fails',
    'Look at the code or category of the error, then do what stands behind it.',
    ...lines,
    `- Any other error: ${UNCLASSIFIED.recovery}`,
    '- An empty result is an answer: nothing was found. Do not ask the same again.',
    '- Never send an identical call that failed more than once again unless the error says that it can be resent.',
    '- A result that says NOT SENT was refused before it reached the tool. Do what it says instead.',
  ].join('\n');
}

/** Codes with the same recovery share a line. */
function linesFor(rows: readonly CodeRow[]): string[] {
  const recoveries = [...new Set(rows.map(({ recovery }) => recovery))];
  return recoveries.map((recovery) => {
    const codes = rows.filter((row) => row.recovery === recovery);
    return `- ${codes.map(({ code }) => code).join(', ')}${labelOf(codes[0])}: ${recovery}`;
  });
}

function labelOf(row: CodeRow | undefined): string {
  return row?.category === undefined ? '' : ` (${row.category})`;
}
