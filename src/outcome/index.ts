export { CODES, type CodeRow, codeRow, UNCLASSIFIED } from './codes.js';
export { type About, conclude } from './conclude.js';
export { type EffectFacts, effectOf, type Nature } from './effect.js';
export { type Judgement, judge } from './judge.js';
export { signatureOf } from './signature.js';
