import type { TextRule } from './rule.js';

/** What a search can be for, in the plural or as a mass: "no user found" may be a missing record, "no users found" is an empty list. */
const FOUND =
  '(?:(?:search )?results?|match(?:es)?|matching \\w+|hits?|records?|rows?|entries|items|documents?|docs|files|articles?|products|orders|users|customers|messages|emails|events|flights|hotels|rooms|pages|images|issues|tickets|tasks|notes|comments|contacts|repositories|commits|tables|data|content|information|resources|tools|nodes|entities|relations|memories|answers?|recipes|movies|songs|tracks|videos|papers|books|jobs|listings|places|locations|routes|trains|stocks|news|output|changes|updates|notifications|appointments|slots|references|symbols|definitions|usages|occurrences|\\w{2,30}s(?= (?:(?:was|were|are|is|have been|has been) )?(?:found|returned|available|matched|match|exist|to show|to display|for|matching|with|that)\\b))';

/** What one is glad not to find: the answer of a check, not of a search. */
const GOOD_NEWS =
  '(?:errors?|issues? (?:were |was )?(?:found|detected)|problems?|warnings?|conflicts?|vulnerabilit(?:y|ies)|differences?|violations?|worries|doubts?|threats?|duplicates?)\\b';

/** A question was answered with nothing. The whole answer has to be this. */
export const EMPTY: readonly TextRule[] = [
  {
    id: 'nothing-found',
    pattern: new RegExp(
      String.raw`^(?:(?:sorry|unfortunately|info|note|notice|warning|error|success|ok|search completed?|query (?:returned|ok))[,.:!]? ?)?(?:there (?:are|were|is) |we |i |the (?:search|query) |your (?:search|query) |(?:search|query|it) )?(?:(?:found|returned|has|produced|yielded|got) )?(?:no|zero|0|not any|couldn'?t find any|could not find any|did not find any|didn'?t find any|unable to find any|cannot find any)(?! (?:such|tool|function|method|command|module|permission|access|api|credentials?|space|route|license)\b) (?:(?:good|more|new|such|relevant|exact|available|matching|related|upcoming|open|active|further|direct|suitable|other|valid|search|wikipedia|web|google|arxiv|duckduckgo|pubmed|bing|youtube) ){0,4}(?!${GOOD_NEWS})${FOUND}\b(?: (?:was|were|are|is|have been|has been))?(?: ?(?:found|returned|available|matched|match|exist|to (?:show|display)|for|in|matching|with|that|on|at|from|by|between|under|of|yet|here|currently|at this time))?[^\n]{0,160}[.!]?$`,
      'i',
    ),
    empty: true,
    example: 'No results found for "zebra crossing".',
    counter: 'No such file or directory',
  },
  {
    id: 'found-nothing',
    pattern:
      /^(?:(?:the |your )?(?:search|query|request|lookup|filter|grep)\b[^\n]{0,120}? )?(?:nothing (?:was )?(?:found|matched|to (?:show|display|list)|matches)|found nothing|returned nothing|(?:returned|yielded|produced|gave|had) (?:no|0|zero|an empty) (?:\w+ )?(?:results?|matches|rows|records|hits|documents|list|set|response|answer|output)|did not (?:match|return|find) (?:any|anything)[^\n]{0,80}|none found|empty (?:set|result|results|result set|list|response)|no[ne]* (?:matched|matching)|0 (?:rows?|results?|matches|hits|records?) ?(?:returned|found|affected|selected|in set)?)\b[^\n]{0,120}$/i,
    empty: true,
    example: 'Your search did not match any documents.',
    counter: 'Nothing was written to the file because the disk is full',
  },
  {
    id: 'no-output',
    pattern:
      /^[([<]*(?:no (?:output|content|stdout|result|data)|(?:tool|command|bash|script|the command|the tool|program|process|code)(?: \w+)? (?:ran|executed|completed|finished|succeeded|exited)(?: successfully)?(?:,? (?:but|and))? (?:with(?:out)?|produced|returned|there (?:was|is)|had)? ?(?:no|any|empty)? ?(?:output|stdout|errors?|result)(?: or errors?)?|empty|none|zero_results|no_results|\(empty\)|empty string|empty file|file is empty)[)\]>]*[.!]?$/i,
    empty: true,
    example: '(Bash completed with no output)',
    counter: 'The command completed with exit code 2',
  },
];
