import type { ToolCall } from '../model/tool-call.js';

/** Words with which people and models say that something did not work; generous, because silence is what is to be proven. */
const TROUBLE = [
  'fail|error|exception|unable|could ?n.t|could not|cannot|can.t|did ?n.t|did not|was ?n.t|were ?n.t|does not|is not|are not',
  'denied|refus|reject|forbidden|unauthori|permission|no access|restricted|blocked|limit|exceed|quota',
  'unavailable|not available|unreachable|offline|timed? ?-?out|time-out|down\\b|outage|retry|retried|try again|later',
  'missing|incomplete|partial|skipp|omit|except|without|unknown|unclear|unsuccessful|problem|issue|trouble|invalid|empty|gap',
  'not (?:be |been )?(?:found|possible|able|working|included|verified|confirmed|complete)|no (?:data|result|response|answer|information)',
  'fehl|nicht|konnte|échec|échou|erreur|impossible|indisponible|falló|no se pudo|no disponible|não foi|falha',
  'ошибк|не удалось|недоступ|失败|失敗|错误|エラー|无法|できません|실패|오류',
].join('|');

const MENTION = new RegExp(TROUBLE, 'iu');

/** Whether an answer says anything about a failure, in words, by its code, or by the name of the tool. */
export function mentionsFailure(answer: string, { tool, code, codeAsWritten }: ToolCall): boolean {
  if (MENTION.test(answer)) return true;
  return [tool, code, codeAsWritten].some((name) => name !== undefined && answer.includes(name));
}
