import type { TextRule } from './rule.js';

/** The same call may work later. */
export const TRANSIENT: readonly TextRule[] = [
  {
    id: 'rate-limit',
    pattern:
      /\b(?:rate[- _]?limit(?:s|ed|ing)?\b(?! (?:is|are) \d)|too many requests|toomanyrequests|throttl(?:ed|ing)|(?:request|api|call)s? (?:limit|quota) (?:per|for) (?:second|minute|hour)|slow ?down, you|exceeded the (?:rate|number of requests)|limit of requests|requests? per (?:second|minute) (?:limit )?(?:exceeded|reached)|secondary rate|resource (?:has been )?exhausted|(?:usage|request|message) limit (?:reached|hit).{0,40}(?:reset|try again|wait))/i,
    code: 'rate_limited',
    plain: true,
    example: 'Rate limit exceeded, retry after 30 seconds',
    counter: 'The limit of this account is 5,000 EUR',
  },
  {
    id: 'overloaded',
    pattern:
      /\b(?:overloaded|at (?:full )?capacity|capacity (?:is )?(?:exceeded|reached)|server (?:is )?(?:too )?busy|too many (?:open )?(?:connections|clients|files)|too busy|remaining connection slots|insufficient (?:capacity|resources)|cannot allocate memory|resource temporarily unavailable|high (?:load|demand|traffic))\b/i,
    code: 'overloaded',
    plain: true,
    example: 'Overloaded: the model is currently at capacity',
    counter: 'The method is overridden',
  },
  {
    id: 'timeout',
    pattern:
      /\b(?:timed[- ]?out|time[- ]?out (?:of [\w. ]{1,20} )?(?:exceeded|expired|reached|occurred|error|was|after|while|waiting|when|during|of \d|\d)|(?:request|read|connect(?:ion)?|gateway|operation|command|query|socket|execution|response|statement|lock wait|upstream|i\/o|idle|handshake|tool|server|network) ?-?time-?out|exceeded (?:the )?(?:\S+ ){0,2}(?:time ?limit|time ?out|deadline)|deadline (?:has )?(?:been )?exceeded|took too long|not [^\n]{0,60}(?:in|within) the (?:allotted|allowed|given|available) time|timing out|(?:failed to|did not|does not|is not|not) respond(?:ing)?|(?:due to|because of|signal:|reason:) (?:an? )?time-?out|no response (?:from|received)|exceeded (?:the )?max(?:imum)? (?:run ?time|execution time|time|duration)|time limit exceeded|statement timeout|lock wait timeout|ETIMEDOUT)\b|\btimeout \d+ ?m?s exceeded|^time-?out(?:error)?(?:\W{1,3}(?:after|while|waiting|expired|\d)|\W{0,2}$)/i,
    code: 'timeout',
    plain: true,
    example: 'Command timed out after 30 seconds',
    counter: 'The timeout option sets the limit in seconds',
  },
  {
    id: 'connection',
    pattern:
      /\b(?:connection (?:was |has been |is |to [^\n]{1,80}? (?:was )?)?(?:refused|reset|closed|aborted|lost|dropped|error|failed|broken|terminated|interrupted)|lost connection|(?:unable to|could not|failed to) get (?:a |any )?(?:response|reply)|empty reply|(?:remote|end|server|peer|host) hung up|(?:ssl|tls|gnutls)\w* (?:\w+ )?(?:error|failure)|(?:target|page|context|browser|session|tab|socket|stream|pipe|channel|transport|client|websocket)\b[^\n.]{0,40} (?:has been |was |is |already )?(?:closed|disconnected)|disconnected (?:before|while|during|from)|(?:error|failed|failure) (?:while )?sending (?:the |http )?request|eof while reading|premature (?:close|end)|connection failure|unexpected[_ ]EOF[_ ]while[_ ]reading|eof occurred in violation|disconnect\/reset|(?:could|can)(?: not|n'?t|not) (?:connect|reach|be reached|resolve (?:the )?(?:host|proxy|name|address))|(?:failed|unable) to (?:connect|reach|resolve (?:the )?(?:host|proxy|name|address)|establish (?:a )?(?:new )?connection)|failed to establish a new connection|no route to host|network (?:is )?(?:unreachable|down|error|failure)|(?:name or service not known|nodename nor servname|temporary failure in name resolution|getaddrinfo|no such host|name resolution)|unknown host\b|host (?:is )?(?:unreachable|down|not found)|socket hang ?up|fetch failed|failed to fetch$|server (?:has )?(?:disconnected|closed the connection)|remote end closed connection|max retries exceeded|dial tcp|connectex|unexpected EOF while reading|peer closed|session (?:was )?terminated|not connected|net::ERR_[A-Z_]{3,40}|urlopen error|ECONN[A-Z]{3,8}|ENOTFOUND|EAI_AGAIN|can'?t connect to|error in the http2? framing layer|disconnected unexpectedly|transport (?:error|closed))\b/i,
    code: 'connection_failed',
    plain: true,
    example: 'curl: (7) Failed to connect to localhost port 8080: Connection refused',
    counter: 'Connection settings were saved',
  },
  {
    id: 'unavailable',
    pattern:
      /\b(?:(?:service|server|system|api|site|resource|host|database|model|tool|endpoint|backend|source|upstream|provider|gateway) (?:is |are |was )?(?:currently |temporarily )?(?:unavailable|down|not (?:available|responding|reachable|answering)|offline|under maintenance)|temporarily unavailable|currently unavailable|(?:unavailable|(?:could|can) ?not|can'?t|unable|not|failed)\b[^\n]{0,60} (?:at (?:the|this) (?:moment|time)|right now)|temporary (?:failure|error|problem)|bad gateway|service unavailable|under maintenance|maintenance mode|is starting up|not ready yet|(?:is |are )?(?:currently |still )(?:loading|starting|initiali[sz]ing|being \w+ed)|temporarily unable|technical difficulties|(?:partial|major|service) outage|(?:service|performance) (?:is )?degraded|degraded (?:service|performance)|unable to (?:service|handle|process) (?:your |the )?requests?|device or resource busy|text file busy|database (?:table )?is locked|deadlock|could not serialize access|could not obtain lock|lock(?:ed)? by another (?:process|transaction)|(?:unable to|could not|cannot|can'?t|failed to) (?:acquire|obtain|get|take) (?:the |an? )?(?:\w+ )?(?:lock|access)|acquiring the state lock|temporarily (?:down|disabled|out of service))\b/i,
    code: 'unavailable',
    plain: true,
    example: 'The service is temporarily unavailable',
    counter: 'The item is available in two sizes',
  },
  {
    id: 'try-later',
    pattern:
      /\b(?:(?:please )?(?:re)?try (?:again |your request |it )?(?:later|in (?:a (?:few|moment|minute|bit)|some time|\d+))|retry later|retry[- ]after\b|try again (?:shortly|soon|in a)|(?:, |please )retry\b)/i,
    code: 'unavailable',
    example: 'Something broke, please try again later',
    counter: 'Please fix the error and try again',
  },
  {
    id: 'server-error',
    pattern:
      /\b(?:internal (?:server )?error|server (?:side )?error|unexpected server|upstream (?:server )?(?:error|failure|request failed)|backend (?:error|failure)|service error|internal failure|database error|(?:page|browser|tab|worker|server|process|kernel|application|service) (?:has |was )?(?:crashed|died|(?:terminated|exited|stopped|quit) unexpectedly)|server encountered an error)\b/i,
    code: 'internal',
    plain: true,
    example: 'Internal Server Error',
    counter: 'The internal phone list has 20 names',
  },
];
