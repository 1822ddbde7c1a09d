/** What one pass over a text saw. Each flag is a condition without which no secret of that form can be there. */
export interface Glance {
  readonly at: boolean;
  /** `://` */
  readonly url: boolean;
  /** A colon or equals sign right behind a letter, as in `password=` or inside quoted JSON. */
  readonly pair: boolean;
  /** A word of sixteen characters or more with a digit in it. */
  readonly token: boolean;
  /** Twelve digits or more with at most single blanks or dashes between them. */
  readonly digits: boolean;
  readonly dashes: boolean;
}

const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const JOINT = 3;
const CLASS = new Uint8Array(128);
for (let c = 48; c < 58; c++) CLASS[c] = DIGIT;
for (let c = 65; c < 91; c++) CLASS[c] = LETTER;
for (let c = 97; c < 123; c++) CLASS[c] = LETTER;
for (const c of '_-+/~.') CLASS[c.charCodeAt(0)] = JOINT;

const AT = 64;
const COLON = 58;
const EQUALS = 61;
const SLASH = 47;
const QUOTE = 34;
const BLANK = 32;
const DASH = 45;
/** The shortest token forms have sixteen characters behind their prefix. */
const TOKEN = 16;
const CARD_DIGITS = 12;

/** Looks over a text (`isJson`: canonical JSON) once, character by character: most texts hold nothing, and this is faster than any pattern. */
export function glance(text: string, isJson = false): Glance {
  let [at, url, pair, token, digits] = [false, false, false, false, false];
  let word = 0;
  let wordDigits = 0;
  let run = 0;
  let gap = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    const kind = c < 128 ? CLASS[c] : OTHER;
    if (kind === LETTER) {
      word++;
      run = 0;
      continue;
    }
    if (kind === DIGIT) {
      word++;
      wordDigits++;
      gap = 0;
      if (++run >= CARD_DIGITS) digits = true;
      continue;
    }
    if ((c === BLANK || c === DASH) && gap === 0) gap = 1;
    else run = 0;
    if (kind === JOINT) {
      word++;
      continue;
    }
    if (wordDigits > 0 && word >= TOKEN) token = true;
    word = 0;
    wordDigits = 0;
    if (c === AT) at = true;
    else if (c === EQUALS) pair = true;
    else if (c === COLON) {
      url ||= text.charCodeAt(i + 1) === SLASH;
      pair ||= isName(text, i, isJson);
    }
  }
  token ||= wordDigits > 0 && word >= TOKEN;
  return { at, url, pair, token, digits, dashes: text.includes('-----BEGIN') };
}

/** Behind a letter or a quote. In JSON every key has one, and only a quote that is itself quoted belongs to a text. */
function isName(text: string, colon: number, isJson: boolean): boolean {
  const before = text.charCodeAt(colon - 1);
  if (before === QUOTE) return !isJson || text.charAt(colon - 2) === '\\';
  return before === BLANK || (before < 128 && CLASS[before] === LETTER);
}
