import type { Effect } from '../../model/tool-call.js';

const ASKS =
  /^\(*(?:select|with|show|explain|describe|desc|pragma(?![^;]*=)|values|table|list|use|\\d|\.tables|\.schema)\b/i;
const CHANGES =
  /\b(?:insert\s+(?:into|overwrite|or)|update\s+\S+\s+set|delete\s+from|merge\s+into|replace\s+into|create\s+(?:or\s+replace\s+)?\w+|drop\s+\w+|alter\s+\w+|truncate\b|grant\b|revoke\b|call\s+\w+|vacuum\b|reindex\b|copy\s+\S+\s+(?:to|from)|select\b[^;]{0,2000}\binto\s+(?!@)\w)/i;
const STARTS_SQL =
  /^\s*(?:\(|--[^\n]*\n|\/\*)?\s*(?:select|with|insert|update|delete|merge|replace|create|drop|alter|truncate|show|explain|describe|pragma|begin|commit|grant|revoke|call)\b/i;

/** Statements longer than this are not read to the end, and then only a change that was seen counts. */
const MAX_SQL = 8192;

/** Whether a text begins as SQL does. */
export function isSql(text: string): boolean {
  return STARTS_SQL.test(text.slice(0, 400));
}

/** Question or action by what the statements do; words in string literals and comments do not count. */
export function effectOfSql(sql: string): Effect {
  const bare = sql
    .slice(0, MAX_SQL)
    .replace(/'(?:[^'\\]|\\.|'')*'/g, "''")
    .replace(/--[^\n]*|\/\*[^*]*\*\//g, ' ');
  if (CHANGES.test(bare)) return 'action';
  const statements = bare.split(';').filter((one) => one.trim() !== '');
  const asks = statements.length > 0 && statements.every((one) => ASKS.test(one.trim()));
  return asks && sql.length <= MAX_SQL ? 'question' : 'unknown';
}
