import type { TextRule } from './rule.js';

/** Persons who said no, then rights and credentials, then money. */
export const ACCESS: readonly TextRule[] = [
  {
    id: 'denied-by-user',
    pattern:
      /\b(?:user|human|operator) (?:has )?(?:den(?:ied|ies)|rejected|declined|refused|did not (?:approve|allow|confirm)|doesn'?t want to proceed)|\b(?:rejected|denied|declined) by (?:the )?(?:user|human|operator)\b|\bpermission for this tool use was denied|\btool (?:execution|use|call) (?:was )?(?:not approved|denied|rejected)\b(?! by (?:the |a )?(?:policy|sandbox|hook|admin|rule|settings))|\bexecution-denied\b/i,
    code: 'denied_by_user',
    plain: true,
    example: 'Tool execution was not approved.',
    counter: 'Access denied for user admin',
  },
  {
    id: 'cancelled',
    pattern:
      /^\[?(?:operation|request|tool|tool call|tool execution|call|task|command|query|execution|action|the operation|the request)\s?(?:was |has been |is )?(?:cancell?ed|aborted|interrupted)\b(?! (?:due to|because of|by|after) (?:an? )?time)|\b(?:cancell?ed|aborted|interrupted) by (?:the )?user\b|\bthis operation was aborted\b|^(?:AbortError|CancelledError|KeyboardInterrupt)\b|\[request interrupted/i,
    code: 'cancelled',
    example: '[Operation Cancelled] Reason: user pressed escape',
    counter: 'Order 17 cannot be cancelled',
  },
  {
    id: 'credentials',
    pattern:
      /\b(?:invalid|incorrect|wrong|bad|missing|expired|revoked|unknown|no) (?:or (?:missing|expired|invalid) )?(?:x-)?(?:api[ _-]?(?:key|token)|access[ _-]?(?:key|token)|auth(?:entication|orization)?[ _-]?(?:token|header|credentials?)|bearer token|security token|credentials?|client secret|password|username(?: or |\/)password|jwt|session token)\b(?! (?:field|column|policy))/i,
    code: 'unauthenticated',
    plain: true,
    example: 'Incorrect API key provided: sk-...',
    counter: 'The api key column holds text',
  },
  {
    id: 'key-needed',
    pattern:
      /(?<!unexpected |illegal |invalid |near )\b(?:api[ _-]?(?:key|token)|access[ _-]?token|token|credentials?|authentication|authorization|login|sign[ -]?in|password|passphrase)\b[^.\n]{0,40}\b(?:is|are|was|were)? ?(?:rejected|refused|incorrect|wrong|required|needed|missing|not (?:valid|provided|found|set|configured)|invalid|expired|revoked|malformed|disabled|suspended)\b|\b(?:must|need to|please) (?:re-?)?(?:be )?(?:log(?:ged)? in|sign(?:ed)? in|authenticate|provide (?:a |an |your )?(?:valid )?api[ _-]?key)|\b(?:log|sign) ?in (?:to continue|first|again)\b|\bunable to locate credentials\b/i,
    code: 'unauthenticated',
    plain: true,
    example: 'An API key is required to use this endpoint',
    counter: 'Your API key has 300 calls left',
  },
  {
    id: 'unauthenticated',
    pattern:
      /\b(?:unauthenticated|not authenticated|not logged in|authentication (?:failed|failure|error|required)|login failed|password authentication failed|invalid login|noauth authentication|could not authenticate|permission denied \(publickey|could not read (?:username|password)|token (?:has )?expired|session (?:has )?expired|request (?:had|has) (?:invalid|missing) authentication|signature does not match|signature we calculated does not match|terminal prompts disabled)\b|^(?:401\b.{0,20})?unauthori[sz]ed\b(?! (?:to|operation|for))|\(unauthori[sz]ed\)/i,
    code: 'unauthenticated',
    plain: true,
    example: 'fatal: Authentication failed for https://example.org/x.git',
    counter: 'Authentication guide: how to log in',
  },
  {
    id: 'not-subscribed',
    pattern:
      /\b(?:not subscribed to|(?:subscription|premium|paid plan|upgrade|licen[cs]e|membership) (?:is )?(?:required|needed|expired|inactive)|disabled for your (?:subscription|plan|account)|(?:not (?:available|included|supported|allowed) (?:in|on|with|for|by) (?:your |the )?(?:current |free )?(?:plan|tier|subscription|region|country|account))|upgrade (?:your plan|to (?:a )?(?:paid|pro|premium|higher))|(?:requires|available only (?:on|to|for|in|with)|only available (?:on|to|for|in|with)) (?:a |an |the )?(?:paid|pro|premium|enterprise|business|higher|subscribers?|members?|paying)\b|(?:requires?|needs?) (?:a |an |the )?(?:\w+ ){0,2}(?:approval|signature|consent|sign-?off)|approval (?:is )?required|(?:access|request|connection|traffic) (?:is |was |has been )?blocked|(?:you|account|user|ip|client) (?:has |have )?(?:been |is )?(?:blocked|banned)|account (?:has been |is )?(?:suspended|disabled|blocked|locked|deactivated)|restricted (?:endpoint|resource|area|account|access|to)|ip (?:address )?(?:is )?(?:blocked|not allowed|not whitelisted)|unavailable for legal reasons)\b/i,
    code: 'restricted',
    plain: true,
    example: 'You are not subscribed to this API.',
    counter: 'Subscription plans: free, pro, enterprise',
  },
  {
    id: 'outside-allowed',
    pattern:
      /\b(?:path|file|directory|access|command|domain|host|url|tool)\b[^.\n]{0,80}\b(?:outside (?:of )?(?:the )?(?:allowed|permitted|workspace|sandbox|working)|not (?:in|on) (?:the |your |our )?(?:workspace|(?:allow|white)[ -]?list|allowed)|is (?:blocked|forbidden) by|not (?:white|allow)listed)|\b(?:denied|blocked|disallowed) by (?:the |a )?(?:policy|hook|sandbox|security|administrator|robots|settings|rule)/i,
    code: 'restricted',
    plain: true,
    example: 'Access denied - path outside allowed directories: /etc/passwd not in /srv',
    counter: 'The path is outside the town',
  },
  {
    id: 'permission-denied',
    pattern:
      /\b(?:permission[s]? denied|access (?:is |was |has been )?denied|(?:access|permission) to (?:the )?\S[^\n]{0,80} (?:(?:is|was) )?(?:denied|refused|not granted)|operation not permitted|(?:is|are|in) read[- ]only\b|read[- ]only (?:file ?system|mode|transaction|database|replica|access)|forbidden|not authori[sz]ed|(?:does|do) not have authori[sz]ation|unauthori[sz]ed (?:to|operation|for)|insufficient (?:\w+ )?(?:permissions?|privileges?|scopes?|rights|access)|not accessible (?:by|to|for|with)|dubious ownership|unsafe repository|must be (?:the )?owned by|(?:do(?:es)? not|don'?t|doesn'?t) have (?:the )?(?:\w+ ){0,3}(?:permissions?|access|rights|privileges?|scopes?)|(?:lacks?|missing) (?:the )?(?:required )?(?:\w+ )?(?:permissions?|scopes?|privileges?)|(?:you are|user is|is) not allowed to(?! be\b)|^(?:error: )?not allowed to(?! be\b)|not permitted to|pull access denied|only (?:the |an? )?(?:\w+ )?(?:owners?|admins?|administrators?|root|superusers?|members?|creators?|authors?|maintainers?) (?:can|may|is|are)|must be (?:an? |the )?(?:owner|admin|administrator|superuser|root)|no (?:rights|access|permissions?|privileges?|authority) (?:to|for|on)|not (?:the owner|permitted)|does not own|requires? (?:root|admin|administrator|superuser|elevated) (?:privileges?|rights|access|permissions?)|superuser privileges?|are you root\?|EACCES|EPERM|write a readonly database)\b/i,
    code: 'permission_denied',
    plain: true,
    example: 'cat: /etc/shadow: Permission denied',
    counter: 'Permissions: read, write',
  },
  {
    id: 'credits',
    pattern:
      /\b(?:insufficient[_ ](?:quota|credits?|funds|balance)|(?:out of|no more|not enough|ran out of) (?:credits?|quota|tokens left|funds|api calls)|credit balance (?:is )?too low|payment required|(?:monthly|daily|weekly|current|usage|free|plan)? ?quota (?:has been |was |is )?(?:exceeded|exhausted|reached|used up)|exceeded (?:your|the) (?:\w+ ){0,3}quota|billing (?:hard )?(?:limit|not active|account (?:is )?(?:disabled|not))|(?:card|payment|payment method) (?:was |has been )?declined|(?:balance|funds?|credits?)\b[^.\n]{0,40} (?:is |are )?(?:not (?:enough|sufficient)|insufficient|too low|lower than|less than|below|exhausted|depleted))\b/i,
    code: 'insufficient_credits',
    plain: true,
    example: 'You exceeded your current quota, please check your plan and billing details.',
    counter: 'Your quota is 500 calls a day',
  },
];
