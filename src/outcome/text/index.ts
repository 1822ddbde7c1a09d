export { classify } from './classify.js';
export { isGenericText } from './generic.js';
export { bounded, peel } from './peel.js';
export { emptyRule } from './rules.js';
export { isFailure } from './statement.js';
