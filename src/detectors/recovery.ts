import type { ToolCall } from '../model/tool-call.js';
import { codeRow } from '../outcome/index.js';

/** What the code table advises after this failure; undefined where it does not know the code. */
export function recoveryOf({ code }: Pick<ToolCall, 'code'>): string | undefined {
  return codeRow(code)?.recovery;
}

/** The failure in one word for a person. */
export function failureName({ code, category }: Partial<Pick<ToolCall, 'code' | 'category'>>): string {
  return code ?? (category === undefined ? 'an unclassified error' : `a ${category} error`);
}

/** Facts from attributes or the result envelope were stated by the tool; those from codes and texts were concluded. */
export function statedBy(source: ToolCall['source']): 'declared' | 'inferred' {
  return source === 'declared' || source === 'envelope' ? 'declared' : 'inferred';
}
