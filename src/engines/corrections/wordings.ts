import { act, ownAct, product, ruleFile, thing, workAct } from "./words.js";

/** How a person words a rule or a correction that stays. */
export interface Wording {
  readonly kind: "correction" | "rule";
  /** Why it counts, for the person who reviews it. */
  readonly because: string;
  /** Holds in a long prompt too, and with "for now" in the sentence. */
  readonly isPlain?: true;
  /** Holds even if the sentence names one thing or one moment. */
  readonly evenOnce?: true;
  /** Any of these. */
  readonly says: readonly RegExp[];
  /** None of these. */
  readonly unless: readonly RegExp[];
}

function re(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join(""), "iu");
}

const you = "(?:you|claude|codex|gemini|agents?|the agent|the assistant|we|everyone)";
const must = `(?:${you} (?:should|must|need to|have to|are to) |make sure (?:that )?(?:${you} |to )?|be sure to )`;
const working =
  "(?:you|we|writing|running|adding|creating|making|working|editing|committing|using|fixing|testing)";
const occasion = [
  `(?:when|whenever) ${working}\\b[^,]{2,60},? `,
  "before (?:you|committing|pushing|opening|making|changing|any)\\b[^,]{2,60},? ",
  "after (?:you|every|each|any|changing|editing|making|finishing)\\b[^,]{2,60},? ",
  "for (?:all|any|every|each|new)\\b[^,]{2,50},? ",
  "in (?:this|our|the) (?:repo|repository|project|code ?base|monorepo|team)\\b[^,]{0,30},? ",
].join("|");
const milestone = [
  "(?:committing|pushing|merging|every|each|any|claiming|saying|reporting|declaring|calling it|marking)",
  "(?:opening|creating|submitting|raising|making) (?:an?|the|any|your)",
  "you (?:commit|push|merge|open|submit|claim|say|report)",
  "(?:commit|push|merge)s?",
].join("|");
const unsure = /\b(?:maybe|i think|i guess|i wonder|wondering|might|perhaps|should we|do we|not sure)\b/iu;
const question = /\?\s*$/u;

/** From the clearest to the least clear: the first that fits a sentence decides. */
export const wordings: readonly Wording[] = [
  {
    kind: "rule",
    because: "asks to write it where agents read their rules",
    isPlain: true,
    says: [
      re(
        `\\b(?:add|put|write|note|save|store|record|document|mention|include|update|adjust|extend)\\b[^.?!]{0,60}`,
        `\\b${ruleFile}(?![\\w/])[^.?!]{0,12}(?:\\b(?:that|to|so|saying|which|but|and|we|you|always|never)\\b|:).{12,}`,
      ),
      re(
        `\\b(?:add|put|write|note|save|store|record|document|mention|include)\\b[^.?!]{0,12}`,
        `\\b(?:that|how|to|a rule|the rule|the fact|instructions?)\\b.{12,}\\b(?:to|in|into)\\b.{0,16}\\b${ruleFile}`,
      ),
      re(
        `\\b(?:guidance|instructions?|a note|notes?|a section|a rule|something)\\b.{0,20}\\b(?:to|in|into|for)\\b.{0,12}`,
        `\\b${ruleFile}\\b.{0,6}\\b(?:for|about|on|that)\\b(?! (?:this|it|that)\\b).{8,}`,
      ),
    ],
    unless: [
      /\b(?:reflect|match|describe|document|explain) (?:the|this|these|our|your|what|how)\b/iu,
      /\bfor the new\b|^(?:does|is|do|are|did)\b|\bmemory (?:leak|usage|limit|store)/iu,
    ],
  },
  {
    kind: "rule",
    because: "says that it holds from now on",
    isPlain: true,
    says: [
      re(
        "^(?:[^,:]{0,40}[,:] ?)?(?:from now on|going forward|from here on(?: out)?|moving forward",
        "|in future(?: sessions)?|for the future|for future (?:sessions|reference|prs|commits|changes|work)",
        "|next time(?! (?:the|a|it|they|someone)\\b)|as a (?:general )?rule|at all times)\\b.{8,}",
      ),
      re(
        ".{12,}\\b(?:from now on|going forward|from here on(?: out)?|moving forward|in future|as a rule",
        "|at all times)[.!]*$",
      ),
    ],
    unless: [
      /\b(?:we|i|it|they) (?:might|may|could|will|would|can)\b/iu,
      /\busers?\b|\bsuppress\b|\bi'll\b|^next time (?:slots?|steps?|zones?|outs?|stamps?)\b/iu,
      /\b(?:from now on|going forward|moving forward),? (?:the|a|an|this|that) (?!agents?|tests?|commits?|prs?)\w+/iu,
      product,
    ],
  },
  {
    kind: "correction",
    because: "says it again",
    isPlain: true,
    says: [
      re(
        "\\b(?:i|we)(?:'ve| have)? (?:already |just |repeatedly |explicitly )*(?:told you|asked you (?:not )?to",
        "|said (?:not )?to|said (?:don't|never|always|no )|asked for)\\b.{4,}",
      ),
      /\b(?:as|like) i(?:'ve| have)? (?:already |just )?(?:said|told you|mentioned)(?: \w+)?[,:] .{12,}/iu,
      /\b(?:how many times|once again you|you (?:did|are doing) (?:it|that) again|again you)\b.{8,}/iu,
      /\byou (?:keep|kept) (?:on )?(?!getting|seeing|running into)\w+ing\b.{6,}/iu,
      re(
        "^stop (?:using|making|committing|creating|writing|deleting|adding|putting|removing|doing|asking",
        "|running|pushing|changing|guessing|assuming|editing|touching|trying|mocking|leaving|ignoring",
        "|skipping|wasting|apologi[sz]ing|inventing|rewriting|reformatting|hardcoding|over-?engineering)\\b.{4,}",
      ),
      re(
        "\\byou (?:always|constantly|repeatedly|again) (?:forget|ignore|skip|try|use|add|miss|break|change",
        "|do|run|commit|write|leave|overwrite)\\b.{4,}",
      ),
    ],
    unless: [/\bdid i (?:say|tell)|\bi told (?:him|her|them)\b/iu, /\bwe (?:told|asked) the\b/iu],
  },
  {
    kind: "rule",
    because: "says always or never of what the agent does",
    says: [
      re(
        `^(?:${must}|${occasion}|(?:we|you) )?(?:also |please )*`,
        `(?:always|never|don't ever|do not ever|under no circumstances) (?:please )?(?:should |must )?${workAct}.{3,}`,
      ),
      re(
        `[,;:(–—-] ?(?:and |but |so |then |please |you (?:should|must) )*(?:always|never) ${ownAct}\\b.{4,}`,
      ),
      re(`\\b(?:we|you|claude|agents?) (?:should|must|need to|have to) (?:always|never) ${workAct}.{3,}`),
    ],
    unless: [product, question],
  },
  {
    kind: "rule",
    because: "says what needs the person's word",
    says: [
      /\bunless i (?:ask|say|tell|explicitly|specifically)\b/iu,
      /\bwithout (?:asking|checking with|telling|consulting)(?: me| first| us)?\b/iu,
      /\bwithout (?:my|explicit|express) (?:permission|approval|ok|okay|consent|confirmation|say-so)/iu,
      re(
        `\\bonly ${act} (?:[^.]{0,40} )?(?:when|if|after|once) (?:i (?:explicitly |specifically )?`,
        "(?:ask|say|tell|confirm|approve|request)|(?:explicitly |specifically )?(?:told|asked)",
        "|you(?:'re| are| were| have been) (?:explicitly )?(?:told|asked))",
      ),
      /\b(?:ask|check with|confirm with) me (?:first )?before\b/iu,
      re(`\\balways ask (?:me|first|before)|\\bask (?:first )?before (?:you )?${act}`),
      /\b(?:should|must) (?:first )?ask\b.{0,60}\b(?:before|told|to run)\b/iu,
    ],
    unless: [product, /\b(?:users?|customers?)\b/iu, question, /\bwhy (?:did|do|are) you\b/iu],
  },
  {
    kind: "rule",
    because: "ties an act to a moment of the work",
    says: [
      re(`^(?:${must})?(?:also )?${workAct}.{2,80}\\bbefore (?:${milestone})\\b`),
      re(
        `^before (?:${milestone})\\b[^,.]{0,50},? (?:please |you (?:should|must|need to) |make sure (?:you |to )?)*`,
        `${act}\\b.{3,}`,
      ),
      re(
        "^(?:after|when|whenever|every time|each time|any ?time) (?:you(?:'re| are)?|making|changing|editing|adding",
        "|writing|modifying|touching|creating)\\b [^,]{3,60}, (?:please |you (?:should|must|need to) ",
        `|make sure (?:you |to )?|also )*${act}\\b.{3,}`,
      ),
      re(`^after (?:every|each|any) [^,]{3,60}, (?:please |also )*${act}\\b.{3,}`),
      re(`^${workAct}.{2,60}\\b(?:every|each|any) ?time (?:you|we|i)\\b`),
      re(`^${workAct}.{2,60}\\bafter (?:every|each) (?:change|edit|commit|step|fix|task|merge)\\b`),
    ],
    unless: [
      question,
      /\b(?:when|after) you(?:'re| are|'ve| have)? (?:done|ready|finished|finish|fixed)\b/iu,
      /\bafter (?:that|this)\b|\busers?\b/iu,
      /\bbefore (?:every|each|any) (?:request|call|test|render|query|save|write|read|insert)/iu,
    ],
  },
  {
    kind: "rule",
    because: "asks to remember it",
    says: [
      /^(?:remember|keep in mind|bear in mind|don't forget|do not forget)(?: also)?,? (?:that |to |you |we |not to )\S.{5,}/iu,
      /^remember:? (?:always|never|don't|no |use )\S?.{5,}/iu,
    ],
    unless: [
      /\b(?:commit|push|pr|merge|the (?:change|fix|issue|bug|error|problem)s?)\W{0,3}$/iu,
      /\b(?:we|you|i) (?:talked|discussed|had|did|saw|said|were|changed|decided|wrote|made)\b|\bthe user\b/iu,
      question,
    ],
  },
  {
    kind: "rule",
    because: "says how the team works",
    says: [
      re(
        "\\bwe (?:don't|do not|never|no longer|always|only|usually|normally|generally|typically|prefer to",
        "|try to|try not to|want to avoid|avoid|tend to) (?:really |ever |want to )*(?:use|commit|push|merge|rebase",
        "|squash|mock|run|write|put|keep|add|test|name|prefix|import|hardcode|edit|touch|check in|follow",
        "|gitignore|ignore|track|vendor|pin|deploy|release|leave|format|do|allow|store|create)(?:ing)?\\b",
        `[^.!?]{0,80}\\b${thing}(?![\\w-])`,
      ),
      re(
        "\\bwe (?:use|are using|rely on|go with|work with|stick to|stick with)\\b[^.]{1,60}",
        "(?:\\bnot\\b|\\binstead of\\b|\\brather than\\b|\\bnever\\b|\\bin this (?:repo|project)|\\bhere\\b",
        "|\\bfor (?:all|every|our)\\b|\\beverywhere\\b|\\bexplicitly\\b)[^.?]*$",
      ),
      re(
        "\\bin (?:this|our) (?:repo|repository|project|code ?base|monorepo|team|org)\\b[^.]{0,20},? ",
        "(?:we|all|every|use|don't|do not|only|prefer|please use|please don't|tests|commits|branches|you)\\b.{6,}",
      ),
      re(
        "\\b(?:our|the (?:team|project|repo)'s|team|house|my) (?:convention|policy|rule|style|preference",
        "|standard|practice|guideline|workflow)s?\\b.{0,20}\\b(?:is|are|here|says|require)\\b.{6,}",
      ),
      /\bwe (?:only|always|never|don't) \w+ [^.?]{3,60}\bin (?:this|our) (?:repo|repository|project|code ?base|monorepo)\b/iu,
      /\b(?:is|are) (?:our|the|a) (?:convention|policy|rule|standard practice) (?:here|in|for)\b/iu,
    ],
    unless: [
      question,
      unsure,
      /\b(?:if|when|because|since) we\b|\bright now we\b|\bcurrently\b/iu,
      /\bin our (?:case|code|test|discussion)\b/iu,
    ],
  },
  {
    kind: "rule",
    because: "says in which order the agent works",
    says: [
      /\b(?:tdd|test[- ]driven|test-first)\b|\b(?:write|add|do|set ?up|start with)\b.{0,30}\btests? first\b/iu,
      re(
        "^(?:let's |can we |could we |please |you (?:should|must|need to) |make sure (?:you |to )?)*(?:first )?(?:(?:break out|cut|create|make",
        "|start|switch to)\\b.{0,20}\\b(?:branch|worktree|plan|test)|talk|discuss|plan|agree|brainstorm|reproduce|write (?:a |the )?(?:failing )?tests?|look at the docs",
        "|read the docs|review|verify|validate)\\b.{0,60}\\bfirst\\b(?: (?:please|before .*))?\\W*$",
      ),
      /\bcommit(?:ting)? (?:in|with) (?:a )?(?:broken|failing|red)\b/iu,
    ],
    unless: [/\b(?:why is|what is|is there)\b/iu, /\bfirst (?:one|commit|test|step|part)\b/iu],
  },
  {
    kind: "rule",
    because: "asks to keep to what is usual here",
    says: [
      re(
        "^(?:[^.]{0,30}[,(–-] ?)?(?:please |let's |we should |you should |but )*(?:match|follow|stick (?:to|with)|keep (?:to|with)|be consistent with|adhere to|respect|do|use) ",
        "(?:the |our |with )?(?:existing|normal|usual|established|standard|current|rest of the|surrounding) ",
        "(?:[\\w-]+ ){0,2}(?:style|patterns?|conventions?|workflow|process|approach|structure|idioms?|code ?base)\\b",
      ),
      /\bstick (?:to|with) (?:the|our) (?:[\w-]+ )?(?:workflow|process|conventions?|style)\b/iu,
      /\b(?:overriding|guiding|general|core|golden|number one) (?:directive|principle|rule|philosophy)\b.{0,6}\b(?:is|:)\b.{6,}/iu,
    ],
    unless: [/\bdoes (?:it|this|that)\b|^(?:is|are|does|do|why)\b/iu],
  },
  {
    kind: "rule",
    because: "says that it holds everywhere",
    says: [
      re(
        "^(?:we (?:should|must) (?:be )?|you (?:should|must) (?:be )?|let's |please |i'd (?:like|prefer) )*(?:use|using|prefer|avoid|replace|remove",
        "|fix(?: up)?|write|handle|add|keep|make)\\b.{4,90}\\b(?:wherever|everywhere|whenever possible|where(?:ver)? possible",
        "|across the (?:code ?base|board|project|repo)|in general|as much as possible|throughout the (?:code ?base|project))\\b",
      ),
      re(
        "^(?:please )?(?:respond|reply|answer|commit|push|run|test|sign|squash|review|document|format|lint)\\b.{0,40}",
        `\\b(?:each|every)\\b.{0,30}\\b${thing}(?![\\w-])`,
      ),
      /^(?:please |you should )*(?:fix|clean|remove|report|flag|mention|address|handle|update)\b.{0,10}\b(?:any|all|every)\b.{2,50}\b(?:you|we) (?:notice|see|find|encounter|come across)\b/iu,
    ],
    unless: [question, product],
  },
  {
    kind: "correction",
    because: "says that it is so on purpose",
    says: [
      /\b(?:we|i|they|it'?s?|that'?s?|this)\b.{0,60}\b(?:on purpose|intentional(?:ly)?|by design|deliberate(?:ly)?)\b/iu,
      /^intentional\b|\bwe (?:explicitly|deliberately|specifically|purposely|consciously) (?!said|asked|want to (?:know|see))\w+/iu,
    ],
    unless: [
      question,
      /\b(?:was|is|are|were) (?:it|this|that) (?:on purpose|intentional|by design)/iu,
      /\b(?:not|isn't|if|whether)\b/iu,
      unsure,
    ],
  },
  {
    kind: "correction",
    because: "reminds of a step that was left out",
    says: [
      re(
        "^(?:did|have) (?:you|we) (?:actually |already |also |even |not )?(?:run|ran|rerun|write|written|add|update|check|format|lint)\\w* ",
        "(?:the |any |all |our )?(?:\\w+ )?(?:tests?|lint(?:er)?|test suite|formatter|fmt|changelog|build|type ?check)\\b[^,]{0,20}$",
      ),
      re(
        "^(?:you|we) (?:didn't|did not|haven't|have not|forgot to|never) (?:\\w+ or )?(?:run|ran|write|written|add|update|change|check|format",
        `|lint|commit|push)\\w*\\b.{0,40}\\b${thing}(?![\\w-])`,
      ),
      /^you forgot (?:to|the|about)\b.{6,}/iu,
      /^(?:please )?(?:don't|do not) (?:call|claim|say|report|declare|mark)\b.{4,60}\b(?:done|fixed|working|root cause|complete|passing)\b/iu,
    ],
    unless: [/\bwhen\b|\bif\b/iu],
  },
  {
    kind: "correction",
    because: "names the command or tool to use",
    says: [
      re(
        "\\byou (?:just |only |really |simply )*(?:should|need to|have to|must|can) (?:just |only |simply )*(?:run|use|call|do) ",
        "(?:`[^`]{4,}`|(?:npm|pnpm|yarn|bun|git|go|cargo|make|mise|docker|gh|uv|pip|python3?|npx|just) \\S+.{2,})",
      ),
      /^(?:please |you (?:can|should|could|must) )?(?:also )?use (?:your|the) (?:lsp|[\w-]+ (?:tool|skill|mcp)|sub-?agents?|mcp\b|browser tools?)\b/iu,
    ],
    unless: [/\bthe (?:same|other|new|old) (?:tool|skill)\b/iu, /^(?:what|why|how|did|does|is)\b/iu],
  },
  {
    kind: "rule",
    because: "states a preference",
    says: [
      re(
        "^(?:i'd |i would |i |we )?(?:strongly |really |generally |always |much )?prefer ",
        "(?!if|that|it|this|the (?:first|second|former|latter)|option|[a-d]\\b|\\d|to |not |we |you )\\S.{8,}",
      ),
      /^i (?:hate|don't like|do not like|dislike|never want|don't want|do not want) (?:it when )?you\b.{5,}/iu,
      re(`^i (?:always |generally |usually )?(?:like|want|expect) (?:all|every)\\b.{2,}\\b${thing}`),
      /^favou?r \S.{2,40} over \S/iu,
      /^(?:for (?:every|all|each|any)\b[^,]{2,40},? )?i'd (?:like|love) to see \S.{3,90}\b(?:instead of|rather than)\b/iu,
    ],
    unless: [question, /\b(?:moved|to move|to rename|renamed)\b/iu],
  },
  {
    kind: "rule",
    because: "forbids a way of working",
    says: [
      re(
        "^(?:please )?(?:don't|do not|dont|never|avoid|let's not|let's avoid|lets not)\\s+",
        `(?:ever |just |simply |please |try to )*(?:${workAct}|\\w+ing\\b[^.!?]{0,60}\\b${thing}(?![\\w-])).*`,
      ),
      re(
        "^(?:you|claude|we) (?:shouldn't|should not|must not|mustn't|may not|don't have to|do not need to) ",
        `(?:be )?(?:${workAct}|\\w+ing\\b[^.!?]{0,60}\\b${thing}(?![\\w-])).*`,
      ),
      re(`^(?:please )?(?:no more|avoid|let's avoid) (?:\\w+ ){0,4}${thing}(?![\\w-]).*`),
      re(`\\blet's (?:avoid|not have) (?:\\w+ ){0,2}${thing}(?![\\w-]).*`),
      /\b(?:don't need|don't care about|no need for|without|no) (?:backwards?|backward)[- ]compat\w*/iu,
    ],
    unless: [
      question,
      /^[^,;]*\b(?:it|this|that|them|these|those|here|there)(?:[.,!)]|$| (?:to|in|for|from|with|and|then|just|please|file|test|one|function|change|part|section|unless|because|as)\b)/iu,
      re(
        "^(?:please )?(?:don't|do not|dont|never|let's not) (?:\\w+ )?(?:change|fix|modify|edit|implement|touch|do",
        "|write|add|make|start|update|remove|create|run|commit|push|refactor|rewrite|install) ",
        "(?:anything|any code|code|any changes|changes|(?:any|every)thing|the code|more|too|to (?:many|much))\\b",
      ),
      /^(?:please )?(?:don't|do not|dont) (?:commit|push|merge|deploy|release|publish|open a pr|create a pr)\W*$/iu,
      /\bthe (?:\w+ ){0,2}(?:above|below|function|method|field|button|page|value|old|other)\b/iu,
      /\bworry\b|\bforget\b/iu,
    ],
  },
  {
    kind: "correction",
    because: "says what to use and what not",
    says: [
      re(
        `^(?:no|nope|nah|nein|non)\\b[,.! –—-]+(?:please |just )?(?:use|run|it's|try|take) (?:the )?\`?${thing}(?![\\w-])`,
      ),
      re(
        "^(?:please )?(?:you (?:should|must|need to|have to|can) |we (?:should|must) |let's |i want you to )?",
        "(?:use|run|stick (?:to|with)|go with|install with|format with|switch to)\\b[^.?!]{1,60}",
        "(?:,? (?:and )?not |,? instead of |,? rather than |,? never |,? over )[^.?!]{2,}",
      ),
      /^(?:please )?(?:use|run) [`'"]?[\w.:-]+[`'"]? (?:to|for) (?:run|running|build|building|test|testing|lint|format|install|installing|all|every|manag)\w*\b.{3,}/iu,
    ],
    unless: [question, unsure, re(`^(?!.*\\b${thing}(?![\\w-])).*$`)],
  },
  {
    kind: "correction",
    because: "says how a task of the project is done",
    says: [
      re(
        "^(?:the |our |all )?(?:tests?|unit tests|e2e tests|build|linter|lint|app|server|docs|site|migrations?|release)",
        " (?:is|are|can be|gets?|should be|must be|has to be|have to be) (?:only )?(?:run|built|started|deployed",
        "|executed|launched|generated|made|done|linted) (?:with|via|using|by|through|from|inside|in)\\b.{3,}",
      ),
      /^to (?:run|build|test|start|deploy|lint|format|release) [^,]{2,40},? (?:you (?:have to|need to|must|should) |please )?(?:use|run|call|do)\b.{3,}/iu,
    ],
    unless: [question, unsure],
  },
  {
    kind: "correction",
    because: "says what is true instead",
    evenOnce: true,
    says: [
      re(
        "^(?:.{0,60}\\b(?:is|'s|are|'re|s) (?:not (?:correct|true|right|accurate)|incorrect|wrong|not how)",
        "|you(?:'re| are) (?:not (?:correct|right)|wrong|mistaken|incorrect)",
        "|(?:that|this) (?:isn't|is not) (?:how|what|where|why)\\b[^,.:;]{2,40})",
        "(?: about [^,.:;]{2,30})?[,.:;–—-]+ ?(?:\"|(?:.{0,40}\\b(?:is|are|does|do|don't|doesn't|has|have|uses?|comes?",
        "|runs?|lives?|happens?|receives?|should|means?|keeps?|supports?|needs?|exists?|belongs?|can)\\b)).{8,}",
      ),
    ],
    unless: [
      question,
      /\b(?:it|this|that) should (?:be )?(?:show|print|return|have|say|list)|, i (?:can|see|get|still|just)\b/iu,
      /\bwrong (?:file|one|place|line|branch|test|commit|name)\b|\bexpected\b/iu,
    ],
  },
  {
    kind: "correction",
    because: "says what no longer holds",
    evenOnce: true,
    says: [
      re(
        "\\bwe (?:don't|do not) (?:have|use|need|support|ship|maintain|keep|run|publish) [^?]{2,60}",
        "\\b(?:any ?more|any longer|these days|here)\\b",
      ),
      /\bwe (?:no longer|stopped) (?:have|use|using|need|support|ship|maintain)\w* .{3,}/iu,
      re(
        "\\b(?:is|are|was|were|has been|have been|is being|are being) (?:deprecated|phased out|renamed|replaced",
        "|superseded|discontinued|obsolete|retired)\\b[^?]{0,40}\\b(?:in favou?r of|use|by|to|instead|with)\\b [^?]{3,}",
      ),
      /\b(?:is|should be|must be) (?:the |our |a )?(?:single )?source of truth\b/iu,
    ],
    unless: [question, unsure, /\b(?:if|once|when|because)\b|\bin this (?:pr|branch|commit)/iu],
  },
  {
    kind: "correction",
    because: "says what a thing is and what it is not",
    says: [
      re(
        "^(?!this|that|it|those|these|they|which)(?:the [^,.?]{2,60}|[a-z`'\"][^,?]{2,60}) (?:is|are|should be|must be|is called) ",
        "(?:now |just |actually |only |really |called |named )*[`'\"]?[\\w./:@-]+[`'\"]?(?: \\w+)?",
        "(?:,| and| but)? ?not (?:the |a |an |in |on |at )?[`'\"@\\w][^?]{1,80}$",
      ),
      /\bthis should be [`'"]?\S+[`'"]? now\b/iu,
      re(`^(?:please )?\`?${thing}\`?,? (?:and )?not [\`\\w@./-]+$`),
      /^(?:the|our) (?:correct|right|proper) (?:way|command|path|branch|name|folder|file|tool)\b.{0,30}\bis\b.{4,}/iu,
    ],
    unless: [
      question,
      unsure,
      re(
        "\\bnot (?:sure|that|so|a problem|an issue|yet|working|used|needed|the case|even|really|only|just",
        "|clear|in scope|correct|good|great|nice|ideal|worth|bad|too|very|enough|possible|always|tested|shown",
        "|there|set|visible|been|be|have|get|related|supported|found|available|called|defined|present)\\b",
      ),
      /\b(?:why|seems?|currently|now it|fails?|failing|error)\b/iu,
      product,
    ],
  },
  {
    kind: "rule",
    because: "states a convention",
    says: [
      re(
        "^(?:all |every |each |any |new |our )?(?:commit messages?|commits?|branch(?: names?|es)?|pr (?:titles?|descriptions?)",
        "|prs|pull requests|tests|unit tests|integration tests|test names?|test files|comments|doc ?strings|docs",
        "|file ?names|changelog entries|imports|migrations|dependencies|secrets|pr comments|review comments)",
        " (?:should|must|need to|needs to|have to|has to|always|never|go in|belong in|live in|start with|follow)\\b.{6,}",
      ),
      re(
        "^(?:please )?use (?:the )?(?:prefix|naming convention|branch (?:name|prefix)|commit (?:prefix|format|style)",
        "|conventional commits|british|american|imperative mood|present tense)\\b.{2,}",
      ),
      re(
        "^(?:please )?(?:use|start|begin|end|prefix|name|sign) .{2,50}\\b(?:for|in|as|of|with) ",
        "(?:the |all |every |your |our )?(?:branch(?: names?|es)|commit messages?|commits|pr titles?|prs",
        "|pull requests|variable names|file names)\\b",
      ),
    ],
    unless: [question, unsure, /\b(?:show|display|render|return|print|visible|click|pass|passing|cover)\b/iu],
  },
  {
    kind: "rule",
    because: "says how the agent should talk",
    says: [
      re(
        "^(?:please )?(?:answer|reply|respond|write|talk|speak)(?: to me)? (?:only )?in ",
        "(?:english|german|french|spanish|plain english|bullet points|one sentence|full sentences)\\b",
      ),
      /^(?:please )?(?:be|keep (?:it|your (?:answers?|responses?|messages?|replies|summaries|explanations)))\b.{0,12}\b(?:concise|brief|short|shorter|terse|to the point)\b/iu,
      /^(?:please )?(?:no|skip the|don't write|stop writing) (?:long )?(?:summaries|explanations|apologies|preambles?|recaps?)\b/iu,
    ],
    unless: [question],
  },
  {
    kind: "rule",
    because: "says something about the person that stays so",
    says: [
      re(
        "^my (?:github |gitlab |linear |jira |slack |git )?(?:user ?name|user|login|handle|name|e-?mail|pronouns",
        "|time ?zone|os|shell|editor|branch prefix|initials) (?:is|are) \\S.{1,}",
      ),
      /^i(?:'m| am) (?:on|using|running) (?:a )?(?:mac(?:os)?|windows|linux|wsl|fish|zsh|nixos)\b/iu,
    ],
    unless: [question],
  },
];

/** Corrections of what was just done. They last no longer than the task. */
export const passingCorrections: readonly Wording[] = [
  {
    kind: "correction",
    because: "objects to what was done",
    says: [
      /^(?:no|nope|nah)\b,? ?(?!(?:this|that|it)(?:'s| is) (?:fine|good|ok)|then it|need|problem|worries|thanks|idea|i think this is fine)\w.{6,}/iu,
      /\b(?:that|this|it|which|part|logic)(?:'s| is| was)? (?:still )?(?:not (?:correct|right|what)|wrong|incorrect|backwards)\b/iu,
      /\bi (?:actually )?mean(?:t)?\b|\bmy point (?:is|was)\b|\bnot what i\b|\byou (?:misunderstood|misread|missed)\b/iu,
      /^i (?:don't|do not) (?:quite |really )?like\b.{3,}|\bi'm (?:also )?(?:challenging|questioning)\b/iu,
      /^(?:revert|undo|bring back|put back|not as|not the|not that)\b.{6,}/iu,
      /^(?:fix the test, |those tests are just|do not |don't )\S.{4,}/iu,
      /\b(?:let's|lets) (?:use|do|call it|go with|rename)\b.{2,60}\b(?:instead|not|rather)\b/iu,
      /\bshould(?:n't| not) be (?:changed|touched|removed|there|here)\b/iu,
    ],
    unless: [/^(?:don't|do not) (?:you|we|i)\b/iu, /\bjust (?:let me know|validate|tell|check|report)\b/iu],
  },
];
