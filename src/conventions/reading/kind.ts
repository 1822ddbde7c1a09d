import type { JsonObject } from '../../model/json.js';
import type { Convention, FrameKind } from '../convention.js';
import { wordOf, wordTable } from './attributes.js';

/** Keys that only model turns carry, in whatever vocabulary. */
const MODEL_KEYS = ['gen_ai.usage.input_tokens', 'llm.token_count.prompt', 'llm.request.type', 'gen_ai.request.model'];

/** Makes the reader of span kinds: the first vocabulary that has a word for this span decides. */
export function kindReader(conventions: readonly Convention[]): (attributes: JsonObject) => FrameKind | undefined {
  const words = conventions
    .flatMap(({ kindWords }) => kindWords ?? [])
    .map(({ key, kinds }) => ({ key, kinds: wordTable(kinds) }));
  return (attributes) => {
    for (const { key, kinds } of words) {
      const word = wordOf(attributes[key]);
      const kind = word === undefined ? undefined : kinds.get(word);
      if (kind !== undefined) return kind;
    }
    return MODEL_KEYS.some((key) => attributes[key] !== undefined) ? 'model' : undefined;
  };
}
