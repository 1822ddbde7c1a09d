import { readFileSync } from 'node:fs';
import { SETTINGS } from './config.js';
import { FIELDS } from './conventions/convention.js';
import { CONVENTIONS } from './conventions/index.js';
import { DETECTORS } from './detectors/index.js';
import { ERRORS, type ErrorEntry } from './errors.js';
import { runbook } from './grafana/runbook.js';
import { CODES } from './outcome/index.js';

/** A generated part of the README: what stands between its two markers. */
export type ReadmePart = 'detectors' | 'codes' | 'settings' | 'errors' | 'conventions' | 'alerts' | 'examples';

/** The generated parts by name, each a Markdown table made from the code. */
export function readmeParts(): Record<ReadmePart, string> {
  return {
    detectors: detectors(),
    codes: codes(),
    settings: settings(),
    errors: errors(),
    conventions: conventions(),
    alerts: runbook(),
    examples: examples(),
  };
}

/** Replaces the generated parts of a README; a missing marker is an error, so that no part can silently disappear. */
export function fillReadme(readme: string): string {
  return Object.entries(readmeParts()).reduce((text, [name, content]) => {
    const begin = `<!-- generated: ${name} -->`;
    const end = `<!-- end: ${name} -->`;
    const from = text.indexOf(begin);
    const to = text.indexOf(end);
    if (from < 0 || to < from) throw new Error(`README.md has no markers ${begin} ... ${end}`);
    return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
  }, readme);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
}

function detectors(): string {
  return table(
    ['detector', 'scope', 'severity', 'why it hurts', 'what to do', 'options'],
    DETECTORS.map(({ id, scope, severity, why, recovery, options }) => [
      `\`${id}\``,
      scope,
      severity,
      why,
      recovery,
      Object.entries(options)
        .map(([name, { default: value, reason }]) => `\`${name}\` ${value}: ${reason}`)
        .join('; '),
    ]),
  );
}

function codes(): string {
  return table(
    ['code', 'category', 'real calls at most', 'also written as', 'recovery'],
    Object.values(CODES).map((row) => [
      `\`${row.code}\``,
      row.category ?? '(none)',
      row.realCalls === undefined ? '-' : String(row.realCalls),
      row.aliases.slice(0, ALIASES_SHOWN).join(', '),
      row.recovery,
    ]),
  );
}

/** Enough aliases to recognise a code by; the whole list is in src/outcome. */
const ALIASES_SHOWN = 8;

function settings(): string {
  return table(
    ['variable', 'default', 'meaning'],
    Object.values(SETTINGS).map(({ env, fallback, sentence }) => [
      `\`${env}\``,
      fallback === undefined ? '' : `\`${fallback}\``,
      sentence,
    ]),
  );
}

function errors(): string {
  return table(
    ['error', 'status', 'can a retry help', 'meaning'],
    Object.entries<ErrorEntry>(ERRORS).map(([code, { status, retryable, sentence }]) => [
      `\`${code}\``,
      String(status),
      retryable ? 'yes, after the stated wait' : 'no',
      sentence,
    ]),
  );
}

const SIGNS = { default: 'yes', 'opt-in': 'opt-in', never: '-' } as const;

/** Convention by field, and the one line that switches content capture on in that framework. */
function conventions(): string {
  return table(
    ['convention', 'id', ...FIELDS, 'calls that never ran', 'more content with', 'fixtures'],
    CONVENTIONS.map(({ id, title, support, recorded }) => [
      title,
      `\`${id}\``,
      ...FIELDS.map((field) => SIGNS[support[field]]),
      SIGNS[support.unrun],
      support.capture === undefined ? '' : `\`${support.capture}\``,
      recorded === undefined ? 'written' : `recorded: ${recorded.join(', ')}`,
    ]),
  );
}

/** What stands above each example; the files are run by a test. */
const EXAMPLES: Readonly<Record<string, string>> = {
  'any-function': 'Any function',
  'mcp-client': 'MCP client',
  'mcp-server': 'MCP server, with results that an agent can act on',
  'ai-sdk': 'Vercel AI SDK',
  'openai-agents': 'OpenAI Agents',
  langgraph: 'LangChain.js, LangGraph.js',
  mastra: 'Mastra',
  'claude-agent-sdk': 'Claude Agent SDK',
  guard: 'The guard in front of any caller, and its rules for the system prompt',
};

function examples(): string {
  return Object.entries(EXAMPLES)
    .map(([name, title]) => {
      const code = readFileSync(new URL(`../test/hook/examples/${name}.ts`, import.meta.url), 'utf8').trim();
      return `<details><summary>${title}</summary>\n\n\`\`\`ts\n${code}\n\`\`\`\n\n</details>\n`;
    })
    .join('\n');
}
