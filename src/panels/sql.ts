/** Joins SQL from pieces: takes off the source file's indentation and gives a piece of several lines the indentation of its place. */
export function sql(parts: TemplateStringsArray, ...pieces: readonly string[]): string {
  const bare = parts.map((part, index) => (index === 0 ? part.replace(/^\n/, '') : part));
  const least = leastIndent(bare.join('x'));
  const joined = bare.reduce((text, part, index) => {
    const opened = text + outdented(part, least, index === 0);
    return index < pieces.length ? opened + indented(pieces[index] ?? '', opened) : opened;
  }, '');
  return joined.trimEnd();
}

function leastIndent(text: string): number {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Math.min(...lines.map((line) => line.length - line.trimStart().length));
}

/** The first part starts a line; later parts continue one. */
function outdented(part: string, least: number, startsLine: boolean): string {
  const lines = part.split('\n');
  return lines.map((line, index) => (index === 0 && !startsLine ? line : line.slice(least))).join('\n');
}

function indented(piece: string, before: string): string {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const indent = /^ */.exec(line)?.[0] ?? '';
  return piece.replaceAll('\n', `\n${indent}`);
}
