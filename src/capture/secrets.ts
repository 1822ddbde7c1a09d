import type { Glance } from './glance.js';

/** A form of secret. */
export interface SecretForm {
  readonly kind: string;
  /** The form can only be there where a glance over the text saw this. */
  readonly seen: keyof Glance;
  /** Group 1, where there is one, is kept before the mask. Quantifiers are bounded: texts are hostile. */
  readonly pattern: RegExp;
  /** A second look at what the pattern found. */
  readonly check?: (found: string) => boolean;
  readonly example: string;
  readonly counter: string;
}

/** Secrets by form, the most telling first. */
export const SECRET_FORMS: readonly SecretForm[] = [
  {
    kind: 'private-key',
    seen: 'dashes',
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END)[\s\S]){0,8192}(?:-----END [A-Z ]{0,30}-----)?/g,
    example: '-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----',
    counter: '-----BEGIN CERTIFICATE-----',
  },
  {
    kind: 'jwt',
    seen: 'token',
    pattern: /(?<![\w-])eyJ[\w-]{8,2048}\.[\w-]{8,4096}(?:\.[\w-]{0,2048})?/g,
    example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJl',
    counter: 'keyJar.value.text',
  },
  {
    kind: 'secret',
    seen: 'token',
    pattern:
      /(?<![\w-])(?:sk-[\w-]{16,200}|[sr]k_(?:live|test)_\w{10,200}|pk_live_\w{10,200}|whsec_\w{16,200}|gh[pousr]_\w{20,200}|github_pat_\w{20,200}|glpat-[\w-]{16,200}|xox[abeoprs]-[\w-]{10,200}|xapp-[\w-]{10,200}|npm_\w{30,80}|hf_\w{20,80}|pypi-[\w-]{30,300}|dop_v1_\w{30,100}|SG\.[\w-]{16,80}\.[\w-]{16,80}|shpat_\w{20,80}|AIza[\w-]{30,60}|ya29\.[\w-]{20,300}|lsv2_\w{10,100}|tvly-[\w-]{16,80}|gsk_\w{20,100}|A(?:KIA|SIA)[0-9A-Z]{16})(?![\w-])/g,
    example: 'ghp_0123456789abcdefghijABCDEFGHIJ012345',
    counter: 'task-1 and disk-usage',
  },
  {
    kind: 'secret',
    seen: 'token',
    pattern: /(\b(?:bearer|basic) {1,3})[\w.~+/=-]{16,4096}/gi,
    check: (found) => /\d|[A-Z].*[a-z].*[A-Z]/.test(found.replace(/^\w+ +/, '')),
    example: 'Authorization: Bearer abcdef0123456789abcdef',
    counter: 'the basic understanding of things',
  },
  {
    kind: 'secret',
    seen: 'url',
    pattern: /(\b[a-z][\w+.-]{1,20}:\/\/[^\s:@/"']{0,80}:)[^\s@/"']{1,200}(?=@)/gi,
    example: 'postgres://app:hunter2@db:5432/app',
    counter: 'http://localhost:8080/path',
  },
  {
    kind: 'secret',
    seen: 'pair',
    pattern:
      /((?:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret|(?:access|auth|refresh|session|bearer|api|bot|id)[_-]?token|(?<![\w-])token)(?:\\{0,2}["'])?\s{0,2}(?:=|:)\s{0,2}(?:\\{0,2}["'])?)[^\s"'\\`,;&<>(){}[\]]{4,512}/gi,
    check: (found) => isSecretValue(found),
    example: 'password=hunter2',
    counter: 'password: must be longer',
  },
  {
    kind: 'email',
    seen: 'at',
    pattern: /(?<![\w.+-])[\w+-][\w.+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![\w@])/g,
    example: 'ann.smith+test@example.org',
    counter: 'npm install lodash@4.17.21',
  },
];

/** After `=` anything is a value; after `:` a plain word is prose ("password: must be …"). */
function isSecretValue(found: string): boolean {
  const at = found.search(/[=:]/);
  const value = found.slice(at + 1).replace(/^[\s"']+/, '');
  return found.charAt(at) === '=' || /[\d_$!#%*+/.-]/.test(value) || value.length >= 20;
}

/** Digits of a payment card or the like: groups of digits that pass their checksum. */
export const CARD = /(?<![\w.-])(?:\d[ -]?){12,18}\d(?![\w-]|\.\d)/g;

/** Luhn's checksum over a number that begins and measures as cards do. Long ids pass the bare checksum once in ten. */
export function isCard(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  const shaped =
    /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}|35\d{14})$/.test(
      digits,
    );
  if (!shaped) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const SECRET_KEY =
  /(?:password|passwd|passphrase|pwd|secret|apikey|accesskey|privatekey|signingkey|encryptionkey|credentials?|authorization|cookie|token|bearer|jwt|cvv|cvc|cvv2|ssn|socialsecuritynumber|creditcard|cardnumber|pincode|securitycode|otp)$|^(?:pin|pan|auth)$/;
/** Counters and page marks that only sound like secrets. */
const HARMLESS_KEY =
  /(?:tokens|tokencount|(?:page|next|prev|cursor|continuation|sync|progress|pagination|maxnew|max|min|num|stop|pad|eos|bos|unk|sep)token)$/;

/** Whether a key, folded, names a secret. */
export function isSecretKey(folded: string): boolean {
  return SECRET_KEY.test(folded) && !HARMLESS_KEY.test(folded);
}
