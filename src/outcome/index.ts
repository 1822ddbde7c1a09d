export { codeRow } from './code-reading.js';
export { CODES, type CodeRow, UNCLASSIFIED } from './codes.js';
export { type About, conclude } from './conclude.js';
export { type EffectFacts, effectOf, type Nature } from './effect/index.js';
export { type Judgement, judge } from './judge.js';
export { waitInText, waitOf } from './retry-after.js';
export { signatureOf } from './signature.js';
export { isGenericText, peel } from './text/index.js';
