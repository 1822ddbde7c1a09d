import type { TextRule } from './rule.js';

/** Well-formed, but the state of the domain says no. */
export const DOMAIN: readonly TextRule[] = [
  {
    id: 'conflict',
    pattern:
      /\balready (?:exists?|taken|in use|registered|used|allocated|running|a member|been taken|assigned|subscribed)\b|\bfile exists\b|\bduplicate (?:key|entry|value|record|name|request)\b|\bunique constraint\b|\bE11000\b|\bORA-00001\b|\bmerge conflict\b|\bversion (?:conflict|mismatch)\b|\bhas been (?:modified|changed) (?:since|by)\b|\bconflict(?:s|ing)? with\b|^conflict\b|\bedit conflict\b|\bETag mismatch\b|\bport is already\b/i,
    code: 'conflict',
    plain: true,
    example: "mkdir: cannot create directory 'a': File exists",
    counter: 'I already told you so',
  },
  {
    id: 'precondition',
    pattern:
      /\b(?:directory not empty|not eligible|ineligible|out of stock|sold out|not in stock|fully booked|no longer (?:available|valid|active|exists?)|not available|unavailable (?:on|for|in)|not enough (?!arguments|operands|parameters|permission)\w+|insufficient (?:\w+ )?(?:stock|inventory|seats|quantity|availability|capacity|space)|foreign key constraint|check constraint|violates (?:\w+ )?constraint|(?:precondition|prerequisite|requirement)s? (?:failed|not met|is not met|are not met)|(?:is|are|was|were|has|have) (?:already |been |already been )(?:cancell?ed|shipped|delivered|closed|completed|processed|returned|refunded|expired|used|deleted|paid|merged|archived|submitted|confirmed|redeemed)|(?:cannot|can'?t|can not|may not|could not) be \w{2,20}(?:ed|en|nt|ld|pt|ut|un)\b|not (?:in )?(?:an? )?(?:pending|active|open|delivered|editable|refundable|cancellable|returnable|valid state|draft|unlocked|enabled) ?(?:state|status|order|mode)?|non-?(?:pending|delivered|refundable|active|returnable|transferable)\b|invalid (?:state|status)\b|wrong state|return window|outside (?:of )?(?:the )?(?:\w+ )?(?:window|period|hours)|is (?:fully |already |currently )?(?:taken|full|occupied|booked|reserved|closed|expired|locked|inactive|disabled|frozen|suspended|in use|not (?:available|active|open|ready|empty))|has expired|expired (?:coupon|card|offer|code)|blackout|(?:is|was) (?:impossible|not possible|paid|sold|frozen)|account (?:is |has been )?frozen|(?:is|are) empty$|nothing to \w+|(?:only|just) \d+ (?:\w+ )?(?:left|available|remaining|in stock)|\bclosed$|not (?:visible|clickable|interactable|attached)|(?<!token |session |key |certificate |link |cookie )\bexpired$|already (?:been |being )?\w{2,20}(?:ed|en|id|nt|ld|pt)|(?:cannot|can'?t|can not|unable to) (?:delete|cancel|modify|update|change|remove|refund|return|book|close|merge|transfer|apply|process|complete|add|edit|reschedule|upgrade|issue|create|place|submit|assign) [^\n]{1,80}?[ :,](?:because|since|while|until|there (?:are|is)|as (?:it|there|the)|due to|after)|(?:was|is|been|has) declined|not read yet|has not been read|read it first|would be overwritten|unrelated histories|failed to push|non-fast-forward|nothing to commit|still (?:open|in progress|running|referenced)|does not (?:belong to|add up|have enough|qualify|cover))\b/i,
    code: 'precondition_failed',
    example: 'Error: non-pending order cannot be cancelled',
    counter: 'The shop is open and the order is pending',
  },
  {
    id: 'limit',
    pattern:
      /\b(?:exceed(?:s|ed|ing)? (?:the |your |our )?available|exceed(?:s|ed|ing)? (?:the |your |our |its |their |allowed |maximum |max |account |daily |monthly |weekly |transaction |spending |refund |credit |approval |per-\w+ )*(?:limit|maximum|allowance|threshold|cap|budget|quota|amount|balance)|(?:limit|maximum|cap|allowance|budget|quota)\b[^.\n]{0,60}? (?:(?:is|was|has been|have been) )?(?:exceeded|reached|hit)|over (?:the |your )?(?:limit|budget)|reached (?:the |its |your |their )?(?:\w+ ){0,3}(?:limit|maximum|cap|quota)|max(?:imum)? (?:number|amount|count) (?:of )?[^\n]{1,60}? reached|above (?:the |your )?(?:limit|threshold|maximum)|(?:limit|maximum|max) (?:of|is) [^\n]{0,40}\d|more than (?:the )?(?:allowed|permitted|maximum)|no space left|disk quota|requires (?:manager|supervisor|manual) approval|at most \d+|up to \d+ (?:items|bags|passengers|seats|per))\b/i,
    code: 'limit_exceeded',
    example: 'Refund of 900 exceeds the limit of 500',
    counter: 'The speed limit sign was replaced',
  },
  {
    id: 'policy',
    pattern:
      /\b(?:violat(?:es|ed|ion of) (?:our |the |\w+ )*(?:polic(?:y|ies)|terms|rules?|guidelines?)|against (?:our |the |company )?(?:policy|rules)|policy (?:violation|does not|prohibits|forbids)|content (?:filter(?:ed)?|policy|moderation)|flagged (?:as|by)|safety (?:system|filter|settings)|(?:may|can|must) only\b|(?:rule|policy) violation|only (?:be )?(?:possible|allowed|permitted|available|valid|eligible) (?:within|for|if|when|until|before|after|on|in|to|between)|not allowed (?:by|under|for|to|in|on|with)|(?:is|are) (?:prohibited|not permitted|not allowed|forbidden)|compliance|sanction(?:s|ed)|blocked(?= by| due to| because|:|$)|(?:is|are) protected|protected (?:branch|resource|field|file))\b/i,
    code: 'policy_violation',
    example: 'This request violates our usage policies',
    counter: 'The insurance policy number is 17',
  },
  {
    id: 'not-found',
    pattern:
      /\b(?:not found|(?:does|do|did) ?(?:not|n['’]?t) exists?|(?:could|can)(?: not|not|n['’]?t) (?:be )?(?:found|find|locate|retrieve)|unable to (?:find|locate|retrieve)|no such\b|no longer exists|not exist(?:ing)?|unknown (?:id|user|order|customer|product|account|item|record|reservation|city|location|symbol|ticker|airport|code|object|entity|resource)|no [\w -]{1,40} (?:named|called)|no (?:\w+ ){0,3}(?:found|exists?) (?:with|for|matching|by|under)|no (?:\w+ ){1,3}(?:with|for|matching) (?:id|name|number|code|this|that|the given)|manifest unknown|no records? (?:of|for|with|matching)|(?:does|did|do) not match any|no [\w-]{2,30}(?: [\w-]{2,30})? (?:was |were |is |are )?(?:found|available|exists?)|missing (?:record|resource|entity)|isn'?t (?:in|on) (?:the|our|your))\b|^(?:404 ?)?page not found/i,
    code: 'not_found',
    plain: true,
    example: 'Error: user not found',
    counter: 'The user was found',
  },
  {
    id: 'state',
    pattern:
      /\balready\b|\b(?:was |been |is |not )?(?:rejected|declined|accepted)\b|\b(?:cannot|can'?t|can not) (?:delete|cancel|modify|update|change|remove|refund|return|book|close|merge|transfer|apply|process|complete|add|reschedule|upgrade|issue|place|submit|assign)\b/i,
    code: 'precondition_failed',
    example: "error: cannot delete branch 'x' used by worktree",
    counter: 'The request was fine',
  },
];
