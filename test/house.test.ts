import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');

/** Who may import whom (design section 3). Every folder may import itself; `pure` ones load no package with effects. */
const WALLS: Record<string, { may: string[]; pure?: boolean }> = {
  model: { may: [], pure: true },
  otlp: { may: ['model', 'errors'] },
  conventions: { may: ['model'], pure: true },
  assembly: { may: ['model', 'outcome'], pure: true },
  capture: { may: ['model'], pure: true },
  outcome: { may: ['model'], pure: true },
  policy: { may: ['model', 'outcome'], pure: true },
  detectors: { may: ['model', 'policy', 'outcome'], pure: true },
  store: { may: ['model', 'errors'] },
  panels: { may: ['model', 'store'] },
  grafana: { may: ['panels', 'detectors', 'model'] },
  console: { may: ['panels', 'model', 'detectors', 'store', 'errors'] },
  api: { may: ['model', 'store', 'errors', 'conventions', 'detectors', 'outcome', 'score', 'diagnosis', 'replay'] },
  watch: { may: ['model', 'assembly', 'detectors', 'store', 'errors', 'telemetry'] },
  commands: {
    may: [
      'model',
      'service',
      'telemetry',
      'replay',
      'alerts',
      'readme',
      'diagnosis',
      'score',
      'analysis',
      'pipeline',
      'otlp',
      'capture',
      'conventions',
      'outcome',
      'policy',
      'detectors',
      'store',
      'config',
      'settings-file',
      'log',
    ],
  },
  demo: { may: ['hook'] },
  alerts: { may: ['model', 'store', 'errors'] },
  // The hook judges a call by putting it into the words of a span and reading it as the service does.
  hook: { may: ['model', 'outcome', 'policy', 'capture', 'conventions'] },
};

/** Node modules that compute and touch nothing: a keyed hash is a value like any other. */
const HARMLESS = new Set(['node:crypto']);

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}

interface Import {
  from: string;
  target: string;
  line: number;
}

function importsOf(path: string, text: string): Import[] {
  const pattern = /(?:from\s+|import\s+|import\(\s*)['"]([^'"]+)['"]/g;
  return [...text.matchAll(pattern)].map((match) => ({
    from: relative(src, path),
    target: match[1] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }));
}

function breaks({ from, target }: Import): string | undefined {
  const folder = from.includes('/') ? (from.split('/')[0] ?? '') : undefined;
  if (folder === undefined) return target.endsWith('/cli.js') ? 'nobody imports cli' : undefined;
  const wall = WALLS[folder];
  if (!wall) return `folder ${folder} has no row in the table of walls`;
  if (!target.startsWith('.'))
    return wall.pure && !HARMLESS.has(target) ? `${folder} is pure: no ${target}` : undefined;
  const to = relative(src, resolve(src, dirname(from), target));
  const other = to.includes('/') ? (to.split('/')[0] ?? '') : to.replace(/\.js$/, '');
  return other === folder || wall.may.includes(other) ? undefined : `${folder} may not import ${other}`;
}

const IMPURE = /\b(Date\.now|new Date\(\)|Math\.random|process\.|setTimeout|setInterval|performance\.now|fetch\()/;
const BANNED_NAMES = /^(utils?|helpers?|common|types|manager|processor|handler)\.ts$/;

const sources = filesBelow(src).map((path) => ({
  path,
  name: relative(src, path),
  text: readFileSync(path, 'utf8'),
}));

describe('walls', () => {
  test('a forbidden import is caught', () => {
    expect(breaks({ from: 'model/x.ts', target: '../store/schema.js', line: 1 })).toBe('model may not import store');
    expect(breaks({ from: 'outcome/x.ts', target: 'node:fs', line: 1 })).toBe('outcome is pure: no node:fs');
    expect(breaks({ from: 'config.ts', target: './cli.js', line: 1 })).toBe('nobody imports cli');
    expect(importsOf(join(src, 'model/x.ts'), "await import('../store/a.js');\nimport 'node:fs';")).toHaveLength(2);
  });

  test('no folder imports what it may not', () => {
    const broken = sources.flatMap(({ path, text }) =>
      importsOf(path, text).flatMap((one) => {
        const why = breaks(one);
        return why ? [`${one.from}:${one.line} ${why}`] : [];
      }),
    );
    expect(broken).toEqual([]);
  });

  test('pure folders have no clock, no chance, no process', () => {
    expect(IMPURE.test(bareCode("const key = 'process.exit.code';"))).toBe(false);
    expect(IMPURE.test(bareCode("const key = process.env['X'];"))).toBe(true);
    const broken = sources.filter(
      ({ name, text }) => WALLS[name.split('/')[0] ?? '']?.pure && IMPURE.test(bareCode(text)),
    );
    expect(broken.map(({ name }) => name)).toEqual([]);
  });
});

interface FunctionSpan {
  line: number;
  length: number;
  depth: number;
}

/** Code without what only looks like code: comments and quoted strings (an attribute may be named `process.exit.code`). */
function bareCode(text: string): string {
  // One pass, because a comment may hold a quote and a string may hold the beginning of a comment.
  return text.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (found) =>
    found.startsWith('/') ? found.replace(/[^\n]/g, ' ') : '""',
  );
}

/** Functions by matching braces after a function head. */
function functionsIn(text: string): FunctionSpan[] {
  const lines = bareCode(text).split('\n');
  const head =
    /(\bfunction\b.*\{\s*$|=>\s*\{\s*$|^\s+(?:async |\*|static |private )*[a-zA-Z]\w*\([^;]*\)(?::[^=]*)?\s*\{\s*$)/;
  const control = /^\s*(?:\}\s*)?(?:if|for|while|switch|catch|else|do|try)\b/;
  return lines.flatMap((content, index) => {
    if (!head.test(content) || control.test(content)) return [];
    return [measure(lines, index)];
  });
}

function measure(lines: string[], start: number): FunctionSpan {
  const indent = (line: string) => line.length - line.trimStart().length;
  const base = indent(lines[start] ?? '');
  const end = lines.findIndex((line, i) => i > start && line.trim().startsWith('}') && indent(line) <= base);
  const stop = end < 0 ? lines.length : end;
  const nested = lines
    .slice(start + 1, stop)
    .filter((line) => /^\s*(?:\}\s*else\s*)?(?:if|for|while|switch)\b.*\{\s*$/.test(line));
  const depth = Math.max(0, ...nested.map((line) => (indent(line) - base) / 2));
  return { line: start + 1, length: stop - start + 1, depth };
}

describe('sizes', () => {
  test('a long file, a long function and deep nesting are caught', () => {
    const long = `function f() {\n${'  x();\n'.repeat(60)}}\n`;
    expect(functionsIn(long)[0]?.length).toBeGreaterThan(50);
    const deep =
      'function f() {\n  if (a) {\n    for (;;) {\n      if (b) {\n        if (c) {\n        }\n      }\n    }\n  }\n}\n';
    expect(functionsIn(deep)[0]?.depth).toBe(4);
  });

  test('no source file is longer than 300 lines', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 301);
    expect(long.map(({ name }) => name)).toEqual([]);
  });

  test('no function is longer than 50 lines or nested deeper than 3', () => {
    const broken = sources.flatMap(({ name, text }) =>
      functionsIn(text)
        .filter(({ length, depth }) => length > 50 || depth > 3)
        .map(({ line, length, depth }) => `${name}:${line} ${length} lines, depth ${depth}`),
    );
    expect(broken).toEqual([]);
  });

  test('no file has a name that says nothing', () => {
    expect(
      sources.filter(({ path }) => BANNED_NAMES.test(path.split('/').pop() ?? '')).map(({ name }) => name),
    ).toEqual([]);
  });
});

describe('units', () => {
  /** Folders whose files are units: one file, one index line, one test of the same name. */
  const FAMILIES = ['detectors', 'conventions', 'panels'];

  test.each(FAMILIES)('every unit of %s that calls itself one has an index line and a test', (family) => {
    const index = sources.find(({ name }) => name === `${family}/index.ts`)?.text ?? '';
    const units = sources.filter(
      ({ name, text }) =>
        name.startsWith(`${family}/`) &&
        /export const \w+ = define\w+\(|export const \w+: (?:Convention|Detector|Panel)\b/.test(text),
    );
    const missing = units.filter(({ name }) => {
      const unit = name.replace(`${family}/`, '').replace('.ts', '');
      return !index.includes(`./${unit}.js`) || !testExists(family, unit);
    });
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

function testExists(family: string, unit: string): boolean {
  const candidates = [`${unit}.test.ts`, unit].map((name) => join(root, 'test', family, name));
  return candidates.some((path) => {
    try {
      return statSync(path) !== undefined;
    } catch {
      return false;
    }
  });
}
