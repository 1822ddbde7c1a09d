import type { Json } from '../../model/json.js';

/** Printed Python values longer than this are data, not envelopes. */
const MAX_TEXT = 16_384;
const MAX_DEPTH = 12;

const CONSTANTS: Readonly<Record<string, Json>> = { None: null, True: true, False: false, nan: null };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

class NoLiteral extends Error {}

/** Reads the printed form of a Python dict or list (`{'error': None}`) as JSON; undefined for anything else. Nothing is evaluated. */
export function pythonLiteral(text: string): Json | undefined {
  if (text.length > MAX_TEXT || !/^[{[]/.test(text)) return undefined;
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    return reader.atEnd() ? value : undefined;
  } catch (error) {
    if (error instanceof NoLiteral) return undefined;
    throw error;
  }
}

class Reader {
  private at = 0;
  constructor(private readonly text: string) {}

  atEnd(): boolean {
    this.space();
    return this.at === this.text.length;
  }

  value(depth: number): Json {
    if (depth > MAX_DEPTH) throw new NoLiteral();
    this.space();
    const c = this.text.charAt(this.at);
    if (c === '{') return this.dict(depth);
    if (c === '[' || c === '(') return this.list(c === '[' ? ']' : ')', depth);
    if (c === "'" || c === '"') return this.string(c);
    return this.word();
  }

  private dict(depth: number): Json {
    const entries: [string, Json][] = [];
    this.at++;
    while (!this.took('}')) {
      const key = this.value(depth + 1);
      if (!this.took(':')) throw new NoLiteral();
      entries.push([String(key), this.value(depth + 1)]);
      if (!this.took(',') && this.peek() !== '}') throw new NoLiteral();
    }
    return Object.fromEntries(entries);
  }

  private list(close: string, depth: number): Json {
    const items: Json[] = [];
    this.at++;
    while (!this.took(close)) {
      items.push(this.value(depth + 1));
      if (!this.took(',') && this.peek() !== close) throw new NoLiteral();
    }
    return items;
  }

  private string(quote: string): string {
    let out = '';
    for (this.at++; this.at < this.text.length; this.at++) {
      const c = this.text.charAt(this.at);
      if (c === quote) {
        this.at++;
        return out;
      }
      if (c !== '\\') out += c;
      else out += this.escaped();
    }
    throw new NoLiteral();
  }

  private escaped(): string {
    const c = this.text.charAt(++this.at);
    const size = c === 'x' ? 2 : c === 'u' ? 4 : 0;
    if (size === 0) return ESCAPES[c] ?? c;
    const code = Number.parseInt(this.text.slice(this.at + 1, this.at + 1 + size), 16);
    this.at += size;
    return Number.isNaN(code) ? '' : String.fromCharCode(code);
  }

  private word(): Json {
    const word = /^[\w.+-]{1,40}/.exec(this.text.slice(this.at, this.at + 40))?.[0] ?? '';
    this.at += word.length;
    if (Object.hasOwn(CONSTANTS, word)) return CONSTANTS[word] ?? null;
    const number = Number(word);
    if (word === '' || Number.isNaN(number)) throw new NoLiteral();
    return number;
  }

  private peek(): string {
    this.space();
    return this.text.charAt(this.at);
  }

  private took(c: string): boolean {
    if (this.peek() !== c) return false;
    this.at++;
    return true;
  }

  private space(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at++;
  }
}
