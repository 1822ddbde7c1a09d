import type { TextRule } from './rule.js';

/** What a name can stand for. A name that does not exist is corrected; a record that does not exist is an answer. */
const NAMED =
  'tool|api|function|method|command|subcommand|file|files|director(?:y|ies)|folder|path|table|view|relation|column|field|attribute|propert(?:y|ies)|parameter|argument|option|flag|module|package|library|class|variable|symbol|identifier|endpoint|route|url|database|schema|collection|index|branch|revision|ref|remote(?!:)|pathspec|namespace|resource type|worksheet|sheet|selector|element|plugin|extension|script|engine|driver|skill|agent|model|string to replace|old_str(?:ing)?';

/** The call itself is wrong: names first, then form, then values. */
export const INPUT: readonly TextRule[] = [
  {
    id: 'command-not-found',
    pattern:
      /\bcommand not found\b|: (?:\d+: )?(?:\d+: )?[\w./+-]{1,80}: not found$|\bnot recognized as (?:an internal or external command|(?:the )?(?:a )?name of a)|^(?:fish: )?unknown command\b|\bis not a (?:\w+ )?command\b|\bunknown (?:sub)?command\b|\bexecutable file not found\b|\bmissing script:|\bno such (?:sub)?command\b|^OCI runtime exec failed/im,
    code: 'unknown_name',
    example: 'bash: line 1: foo: command not found',
    counter: 'The command found three files',
  },
  {
    id: 'no-such-file',
    pattern:
      /\bno such file(?: or directory)?\b|\b(?:cannot|could not|unable to) find (?:the )?(?:path|file|directory|folder|module|package|symbol|drive)\b|\b(?:system|it) cannot find the (?:path|file)|\bENOENT\b|\bcannot stat\b|\bno such (?:image|container|table|column|module|function|method|object|property|tool|endpoint|attribute|option|database|index|collection|branch|remote|ref|host key|variable|key)\b|\bunable to find image\b/i,
    code: 'unknown_name',
    plain: true,
    example: "ls: cannot access '/nope': No such file or directory",
    counter: 'No files were changed',
  },
  {
    id: 'name-not-found',
    pattern: new RegExp(
      String.raw`\b(?<!(?:payment|shipping|delivery|contact|travel|sales|support|booking) )(?:${NAMED})s?\b(?: (?:named|called|with (?:name|path)|name))?[ :]{0,2}(?:["'\x60“‘(<\[][^"'\x60”’)>\]\n]{1,120}["'\x60”’)>\]]|[\w./:@%~*#+-]{1,120})?(?: in [^\n.]{1,60}?)? (?:(?:is|was|are|were) )?(?:not found|does ?n[o']t exist|do not exist|not (?:exist(?:ing)?|registered|defined|recogni[sz]ed|known|available in|in the (?:list|index|schema))|could not be found|cannot be found|unknown|undefined)`,
      'i',
    ),
    code: 'unknown_name',
    plain: true,
    example: "Tool 'get_wether' not found. Available tools: get_weather",
    counter: 'User 17 not found',
  },
  {
    id: 'unknown-name',
    pattern: new RegExp(
      String.raw`\bno (?:${NAMED}) (?:named|called|with (?:the )?name)\b|\b(?:(?:unknown|unrecogni[sz]ed|undefined|undeclared|unresolved|no|non-?existent|unavailable) (?:${NAMED}|name|predicate|primary|operator|keyword|action|operation|key)|(?:invalid|illegal|unsupported) (?:option|flag|command|subcommand|tool|function|method|action|column|table|object)(?! ?(?:call|arguments?|input|parameters?|value|type|size)))s?(?: name)?\b:?(?! (?:found|results?|matches|changes|errors?|is required|was found|were found)\b)`,
      'i',
    ),
    code: 'unknown_name',
    plain: true,
    example: 'Unknown tool: get_wether',
    counter: 'No files found',
  },
  {
    id: 'not-a-valid-name',
    pattern:
      /\bis not a (?:valid|known|recogni[sz]ed|registered) (?:tool|function|command|method|option|endpoint|column|name|action|model|git)\b|\b(?:tried|attempted) to call (?:an? )?(?:unavailable|unknown|nonexistent)\b|\bno module named\b|\bcannot import name\b|\b(?:could not|cannot|can'?t|unable to|failed to) resolve (?:import|module|dependency|symbol|reference|type)\b|\bname '[^'\n]{1,80}' is not defined\b|\b[\w$.]{1,80} is not (?:defined|a function)\b|\bhas no (?:attribute|member|method|field|property|column)\b|\bcannot find (?:module|symbol|name|package|type|value|function|macro|crate)\b|\bdid not match any file\(?s?\)? known to\b|\bdid not match any files?\b|\b(?:does|do|did) not have an? (?:column|field|property|attribute|method|tool|option|key|parameter|table|function)\b|\bunknown revision or path\b|\bcould not find a version that satisfies\b|\bno matching (?:distribution|package)\b|\bno rule to make target\b|\bno (?:makefile|package\.json|cargo\.toml|pyproject\.toml|go\.mod|dockerfile|manifest|config(?:uration)?(?: file)?|tsconfig(?:\.json)?) (?:was )?found\b|\bno targets specified\b|\bbad (?:revision|ref|object|interpreter|default revision)\b|\bprovided but not defined\b|\bundefined: \w|\bnot defined\b|^cannot (?:get|post|put|delete|patch) \/|\bparameter cannot be found\b|\bunable to locate package\b|\bno required module provides\b|\bdoesn'?t have a resource type\b|\bnot found in (?:the )?(?:tools?_dict|agent|any workbench|registry|npm registry)\b|\b(?:function|tool) \S{1,120} (?:is )?not found\b|\bnot a git repository\b|\bunable to locate element\b|\bno such element\b|\bno match found for old_str|\bno such tool\b/i,
    code: 'unknown_name',
    plain: true,
    example: 'TypeError: items.foo is not a function',
    counter: 'This is not a valid reason to leave',
  },
  {
    id: 'missing-object',
    pattern:
      /\b(?:relation|column|table|function|type|schema|database|role|operator|collection|bucket|view|sequence|index|object|procedure)\b[^\n]{0,100}? (?:does not|doesn'?t) exist\b|^ERROR:? .{0,20}\bdoes not exist|\binvalid (?:object|column) name\b|\bORA-00(?:904|942)\b|\bindex_not_found_exception\b/i,
    code: 'unknown_name',
    example: 'ERROR: role "reporter" does not exist',
    counter: 'The customer does not exist',
  },
  {
    id: 'syntax',
    pattern:
      /\bsyntax ?error\b|\binvalid (?:syntax|json|xml|yaml|regular expression|regex|expression|reference format|sql)\b|\b(?:parse|parser|scanner|lexer|tokenizer|regex(?:p|ular expression)?) ?error\b|\bnothing to repeat\b|\bwhile (?:scanning|parsing) an?\b|\bparsing (?:error|failed|of)\b|\b(?:failed|unable) to (?:parse|decode|deserialize|tokenize|read (?:json|yaml|xml|toml))\b|\berror tokenizing\b|\b(?:could|can)(?: not|not|n'?t) (?:be )?parsed?\b|\bunexpected (?:token|EOF|end of (?:file|input|json|line|expression)|character|identifier|string|indent|newline|number|symbol|operator|`)|\bunterminated\b|\bunmatched\b|\bunclosed\b|\bunbalanced\b|\bunpars(?:e)?able\b|\bmissing [\x60'"‘]?[\])}]|\bmissing (?:closing|terminating|terminator|right|left)\b|\bEOL while scanning\b|\bexpected an indented block\b|\bexpecting (?:value|property name|',' delimiter)\b|\b(?:malformed|ill-?formed|syntax of the command is incorrect|yaml: line|(?:error|failed|failure) (?:parsing|converting|decoding|unmarshall?ing|deserializing)|cannot (?:unmarshal|deserialize|decode)|not well-?formed|bad substitution|ambiguous redirect|argument parsing failed|incorrect syntax near|error in your sql|not valid json|invalid or unexpected token|unindent does not match|jsondecodeerror|cannot parse|unknown command: `)\b|\binconsistent use of tabs|\bmissing conditional\b|\bnot properly terminated/i,
    code: 'malformed',
    plain: true,
    example: 'sh: 1: Syntax error: redirection unexpected',
    counter: 'The syntax guide explains tokens',
  },
  {
    id: 'schema',
    pattern:
      /\b(?:(?:input |output |request |schema |field |argument |parameter |data )?validation (?:error|failed|failure)s?|\d+ validation errors?|failed validation|(?:does|did) not (?:match|conform to|satisfy) (?:the )?(?:\w+ )?(?:schema|pattern|format|type)|(?:input|arguments?|parameters?) (?:did not|does not|do not) match|invalid (?:tool )?(?:arguments?|args|parameters?|params?|inputs?|input syntax|values?|requests?|request body|body|payload|option|format|date|time|number|type|query|characters?|operation|choice|literal|length|range|length|url|uri|email|ids?|identifier|page|status|state code|syntax)|InputValidationError|ZodError|invalid_type|unprocessable entity|bad request|illegal (?:argument|option|value|character|byte))\b/i,
    code: 'invalid_arguments',
    plain: true,
    example: 'Input validation error: Invalid arguments for tool search',
    counter: 'The form was validated',
  },
  {
    id: 'missing-argument',
    pattern:
      /\b(?:missing (?:\d+ )?(?:the )?(?:required |mandatory |positional |keyword-only )*(?:arguments?|parameters?|params?|fields?|propert(?:y|ies)|values?|inputs?|keys?|operands?|option|file operand|destination|body|query|header|url)|(?:required|mandatory) (?:input )?(?:argument|parameter|field|property|option|key|value|input)s?\b|(?:argument|parameter|field|property|option|value|key|query|operand|path|url|input|id|name|file) (?:\S{1,80} )?(?:is|are|was) (?:required|mandatory|missing|not present|expected)|(?:does|did) not (?:contain|include|specify|provide) (?:an? |any |the )?\w+|may (?:not|only) (?:specify|be (?:used|specified))|(?:cannot|can'?t|must not|may not) be (?:used|specified|combined|set) (?:together|with|at the same)|mutually exclusive|(?:is|are) (?:a )?required (?:argument|parameter|field|property|option|flag)?|must (?:specify|provide|supply|pass|include|contain|have)\b|you must (?:specify|provide)|please (?:provide|specify|supply|enter)|(?:no|not enough|too few|too many|extra|unexpected|insufficient) (?:\w+ )?(?:arguments?|operands?|parameters?)\b|requires (?:at least |exactly |an? )?(?:\w+ )?(?:arguments?|parameters?|value)|got (?:an )?(?:unexpected keyword|multiple values)|option requires|expected (?:at (?:least|most) |exactly )?(?:\d+|one|two|three|no|an?) arguments?|unexpected (?:field|key|property|value|parameter|option|input|attribute)s?|(?:cannot|can'?t) use both|(?:0|zero|no) (?:occurrences|replacements)|found 0 times|no changes (?:to make|detected|were made)|are (?:exactly )?(?:the same|identical)|mandatory input parameters|field required|(?:is|are) required)\b/i,
    code: 'invalid_arguments',
    plain: true,
    example: "TypeError: f() missing 1 required positional argument: 'path'",
    counter: 'All required documents are attached',
  },
  {
    id: 'bad-value',
    pattern:
      /\b(?:(?:must|should|needs? to) (?:be|match|start|end|not be|not contain|contain)\b|expected (?:an? )?(?:\w+ ){0,3}(?:but )?(?:got|received|found|instead)|received (?:an? )?(?:\w+ )?(?:instead|but)|(?:cannot|can'?t|could not) (?:be )?(?:convert(?:ed)?|cast|coerced?|interpreted?|decoded?|bind|specify)|out of (?:range|bounds)|(?:parameters?|arguments?|fields?|values|inputs?)\b[^.\n]{0,40} exceeds?|(?:value|length|size|number|input|page|limit|offset|text|prompt|query|message|content|body|payload|file|entity|request|argument list|line|name|string)\b[^.\n]{0,60}? (?:is |are )?too (?:long|large|short|small|big|many|high|low)|not (?:a )?(?:valid|supported|acceptable|recogni[sz]ed|permitted value)\b|unsupported (?:value|format|type|media|operand|locale|encoding|protocol|method|operation)|method not allowed|maximum context length|unrecogni[sz]ed (?:option|arguments?)|(?:must not be|not allowed to be|can(?:not|'?t) be) (?:empty|blank|null|none|undefined)|(?:query|parameter|argument|field|value|input|name|id|string|text|body|message|path|key|token|prompt|content)\b[^.\n]{0,30} (?:is|are|was) (?:empty|blank|null|none|undefined)|no overload matches|(?:does|do|did) not match\b(?! any)|(?:cannot|can'?t|must not|may not) (?:accept|contain|exceed|start|end|include)|(?:bad|wrong) (?:value|format|type|argument|request|number of arguments)|not in (?:gzip )?format|wrong (?:kind|type)|wrongtype|(?<!version |etag |checksum |hash )\bmismatch\b|mismatched types?|\btoo (?:large|long|short|small|big|many|few|high|low|deep)\b|exceeds (?:the )?maximum (?:allowed )?(?:length|size|tokens|number of (?:tokens|characters|items))|integer expression expected|(?:unary|binary) operator expected|not a valid (?:identifier|\w+)|does not (?:allow|accept|take|support)|divi(?:sion|de) by (?:zero|0)|not an? (?:integer|number|array|object|string|boolean|dict|list)\b|same file|paths must precede expression|multiple (?:matches|occurrences)|(?:matches|occurrences) of the string|no replacement was performed|did not appear verbatim)/i,
    code: 'invalid_arguments',
    example: 'limit must be between 1 and 100',
    counter: 'This should have been enough',
  },
  {
    id: 'wrong-kind-of-file',
    pattern:
      /\b(?:is|are) a directory\b|\bnot a directory\b|\bomitting directory\b|\bnot a regular file\b|\bis not a (?:file|directory|text file|tarball|zip)\b|\bfile name too long\b|\btoo many levels of symbolic links\b|\bcannot execute binary file\b|\bexec format error\b/i,
    code: 'invalid_arguments',
    plain: true,
    example: 'cat: /tmp: Is a directory',
    counter: 'The directory is listed below',
  },
  {
    id: 'usage',
    pattern:
      /^usage: |\busage: \S{1,80} [[<-]|\btry '?\S{1,80} (?:--help|-h)'? for more|\bsee '?\S{1,60} --help|for usage\b|^usage:$/im,
    code: 'invalid_arguments',
    example: 'Usage: ende.py (-e/-d) [file]',
    counter: 'CPU usage is at 40 %',
  },
  {
    id: 'invalid-thing',
    pattern:
      /\b(?:invalid|illegal|wrong) (?!(?:\w+ )?(?:state|status|way)\b)[\w -]{1,40}|\bnon-?(?:integer|numeric|positive|ascii)\b|\btype ?error\b|\bonly [\w ,]{1,40} (?:is|are) (?:accepted|supported|valid)\b/i,
    code: 'invalid_arguments',
    example: "find: invalid mode '+111'",
    counter: 'Invalid order status: shipped',
  },
  {
    id: 'unknown-value',
    pattern:
      /\b(?:unknown|unrecogni[sz]ed|unsupported) (?!(?:error|reason|issue|problem|failure|exception|cause)\b)[\w-]{2,30}\b/i,
    code: 'invalid_arguments',
    example: 'unrecognized genre: 20',
    counter: 'An unknown error happened',
  },
];
