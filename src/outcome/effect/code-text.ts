import type { Effect } from '../../model/tool-call.js';

/** Python calls that leave something behind. */
const CHANGES =
  /\bopen\s*\([^)\n]{0,200},\s*(?:mode\s*=\s*)?['"][wax+]|\b(?:os\.(?:remove|unlink|rename|replace|mkdir|makedirs|rmdir|chmod|chown|symlink|kill|system)|shutil\.\w+|subprocess\.\w+|requests\.(?:post|put|patch|delete)|httpx\.(?:post|put|patch|delete))\b|\.(?:write|write_text|write_bytes|writelines|unlink|mkdir|rmdir|rename|touch|to_csv|to_json|to_excel|to_sql|to_parquet|savefig|dump|save|commit|execute(?:many)?\s*\(\s*['"]\s*(?:insert|update|delete|drop|create|alter))\s*\(/i;
/** A line that only prints or evaluates: no assignment, no definition, no import. */
const ONLY_SHOWS = /^(?:print\s*\([^=]*\)|[\w.[\]'"]+|#.*|)$/;

const MAX_CODE = 16_384;

/** Python, read with caution: a write is an action, bare prints are a question, anything else is unknown. */
export function effectOfCode(code: string): Effect {
  const read = code.slice(0, MAX_CODE);
  if (CHANGES.test(read)) return 'action';
  const shows = code.length <= MAX_CODE && read.split('\n').every((line) => ONLY_SHOWS.test(line.trim()));
  return shows && read.trim() !== '' ? 'question' : 'unknown';
}
