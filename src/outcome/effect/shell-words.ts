/** One simple command of a shell line: its words, unquoted, and whether its output goes into a file. */
export interface SimpleCommand {
  readonly words: readonly string[];
  readonly writesFile: boolean;
  /** Command lines inside `$(…)`, backticks and `<(…)`. */
  readonly inner: readonly string[];
}

/** A here-document or a script may be long; what is beyond is not read. */
export const MAX_LINE = 8192;

interface Token {
  readonly kind: 'word' | 'operator' | 'redirect';
  readonly text: string;
}

/** Places where writing changes nothing that stays. */
const NOWHERE = /^(?:\/dev\/(?:null|stdout|stderr|tty)|&\d|&-|\d)$/;

/** Splits a command line into simple commands at `|`, `&&`, `||`, `;`, `&`, parentheses and line ends. Linear in its length. */
export function simpleCommands(line: string): readonly SimpleCommand[] {
  const scanner = new Scanner(line.slice(0, MAX_LINE));
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  let writesFile = false;
  const finish = () => {
    if (words.length > 0 || writesFile) commands.push({ words, writesFile, inner: scanner.takeInner() });
    words = [];
    writesFile = false;
  };
  for (let token = scanner.next(); token; token = scanner.next()) {
    if (token.kind === 'operator') finish();
    else if (token.kind === 'word') words.push(token.text);
    else writesFile = redirect(token.text, scanner.next()) || writesFile;
  }
  finish();
  return commands;
}

function redirect(operator: string, target: Token | undefined): boolean {
  return operator.includes('>') && target?.kind === 'word' && !NOWHERE.test(target.text);
}

class Scanner {
  private at = 0;
  private inner: string[] = [];
  private heredocs: string[] = [];
  constructor(private readonly line: string) {}

  takeInner(): readonly string[] {
    const taken = this.inner;
    this.inner = [];
    return taken;
  }

  next(): Token | undefined {
    while (/[ \t\r]/.test(this.line.charAt(this.at))) this.at++;
    if (this.at >= this.line.length) return undefined;
    const c = this.line.charAt(this.at);
    if (c === '#') return this.comment();
    if (c === '\n') return this.lineEnd();
    if (';&|()'.includes(c) && !this.startsWith('&>')) return this.operator();
    const redirect = /^(?:\d*|&)(?:>>|>&|>\||<<<|<<-?|<&|<>|>|<)(?!\()/.exec(
      this.line.slice(this.at, this.at + 8),
    )?.[0];
    if (redirect !== undefined) return this.redirection(redirect);
    const start = this.at;
    const text = this.word();
    // A character that begins nothing we know stands for itself, so that scanning always goes on.
    if (this.at === start) this.at++;
    return { kind: 'word', text };
  }

  private startsWith(text: string): boolean {
    return this.line.startsWith(text, this.at);
  }

  private comment(): Token | undefined {
    const end = this.line.indexOf('\n', this.at);
    this.at = end < 0 ? this.line.length : end;
    return this.next();
  }

  private lineEnd(): Token {
    this.at++;
    for (const mark of this.heredocs) this.skipHeredoc(mark);
    this.heredocs = [];
    return { kind: 'operator', text: '\n' };
  }

  private skipHeredoc(mark: string): void {
    while (this.at < this.line.length) {
      const end = this.line.indexOf('\n', this.at);
      const stop = end < 0 ? this.line.length : end;
      const row = this.line.slice(this.at, stop).trim();
      this.at = stop + 1;
      if (row === mark) return;
    }
  }

  private operator(): Token {
    const text = /^(?:&&|\|\||\|&|;;|[;&|()])/.exec(this.line.slice(this.at, this.at + 2))?.[0] ?? ';';
    this.at += text.length;
    return { kind: 'operator', text };
  }

  private redirection(text: string): Token {
    this.at += text.length;
    if (!/<<-?$/.test(text))
      return { kind: 'redirect', text: /&$/.test(text) && /^\d?[<>]&$/.test(text) ? this.duplicate(text) : text };
    while (/[ \t]/.test(this.line.charAt(this.at))) this.at++;
    this.heredocs.push(this.word());
    return this.next() ?? { kind: 'operator', text: ';' };
  }

  /** `2>&1` names a stream, not a file. */
  private duplicate(text: string): string {
    const number = /^(?:\d+|-)/.exec(this.line.slice(this.at, this.at + 4))?.[0];
    return number === undefined ? text : '<';
  }

  private word(): string {
    let out = '';
    while (this.at < this.line.length) {
      const c = this.line.charAt(this.at);
      if (
        /[ \t\r\n;|()]/.test(c) ||
        (c === '&' && !this.startsWith('&>')) ||
        (/[<>]/.test(c) && !this.startsWith('<('))
      )
        break;
      if (this.startsWith('&>')) break;
      out += this.piece(c);
    }
    return out;
  }

  private piece(c: string): string {
    if (c === "'") return this.single();
    if (c === '"') return this.double();
    if (c === '`') return this.backticks();
    if (this.startsWith('$(') || this.startsWith('<(') || this.startsWith('>(')) return this.substitution();
    this.at++;
    if (c !== '\\') return c;
    const escaped = this.line.charAt(this.at++);
    return escaped === '\n' ? '' : escaped;
  }

  private single(): string {
    const end = this.line.indexOf("'", this.at + 1);
    const stop = end < 0 ? this.line.length : end;
    const text = this.line.slice(this.at + 1, stop);
    this.at = stop + 1;
    return text;
  }

  private double(): string {
    let out = '';
    this.at++;
    while (this.at < this.line.length && this.line.charAt(this.at) !== '"') {
      const c = this.line.charAt(this.at);
      out += c === "'" ? this.literal() : this.piece(c);
    }
    this.at++;
    return out;
  }

  private literal(): string {
    return this.line.charAt(this.at++);
  }

  private backticks(): string {
    const end = this.line.indexOf('`', this.at + 1);
    const stop = end < 0 ? this.line.length : end;
    this.inner.push(this.line.slice(this.at + 1, stop));
    this.at = stop + 1;
    return '`';
  }

  private substitution(): string {
    const start = this.at + 2;
    let depth = 1;
    this.at = start;
    while (this.at < this.line.length && depth > 0) {
      const c = this.line.charAt(this.at++);
      if (c === "'") this.at = Math.max(this.at, this.line.indexOf("'", this.at) + 1);
      else if (c === '(') depth++;
      else if (c === ')') depth--;
    }
    this.inner.push(this.line.slice(start, depth === 0 ? this.at - 1 : this.at));
    return '$';
  }
}
