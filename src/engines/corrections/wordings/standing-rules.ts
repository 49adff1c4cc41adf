import { act, ownAct, product, ruleFile, workAct } from "../words.js";
import { milestone, must, occasion, question, re, type Wording } from "./wording.js";

/** Rules that say themselves that they stay. */
export const standingRules: readonly Wording[] = [
  {
    kind: "rule",
    because: "asks to write it where agents read their rules",
    evenAsked: true,
    isPlain: true,
    says: [
      re(
        `\\b(?:add|put|write|note|save|store|record|document|mention|include|update|adjust`,
        `|extend)\\b[^.?!]{0,60}`,
        `\\b${ruleFile}(?![\\w/])[^.?!]{0,12}(?:\\b(?:that|to|so|saying|which|but|and|we|you|always`,
        `|never)\\b|:).{12,}`,
      ),
      re(
        `\\b(?:add|put|write|note|save|store|record|document|mention|include)\\b[^.?!]{0,12}`,
        `\\b(?:that|how|to|a rule|the rule|the fact|instructions?)\\b.{12,}\\b(?:to|in`,
        `|into)\\b.{0,16}\\b${ruleFile}`,
      ),
      re(
        `\\b(?:guidance|instructions?|a note|notes?|a section|a rule|something)\\b.{0,20}\\b(?:to|in`,
        `|into|for)\\b.{0,12}`,
        `\\b${ruleFile}\\b.{0,6}\\b(?:for|about|on|that)\\b(?! (?:this|it|that)\\b).{8,}`,
      ),
    ],
    unless: [
      /\b(?:reflect|match|describe|document|explain) (?:the|this|these|our|your|what|how)\b/iu,
      /\bfor the new\b|^(?:does|is|do|are|did)\b|\bmemory (?:leak|usage|limit|store)/iu,
      /\b(?:add|more|extra) memory\b/iu,
    ],
  },
  {
    kind: "rule",
    because: "asks to keep it in mind beyond this session",
    evenAsked: true,
    isPlain: true,
    says: [
      re(
        "\\b(?:create|make|save|write|add|store|keep|take) (?:yourself )?(?:an?|another) (?:memory|note",
        "(?: for yourself| to self| to yourself)",
        "|mental note|reminder for yourself)\\b.{0,4}\\b(?:to|that|about|of|:)\\b.{8,}",
      ),
      re("^(?:please )?(?:memori[sz]e|internali[sz]e)\\b.{8,}|^commit (?:that|this|it) to memory\\b.{6,}"),
      re(
        "\\b(?:update|change|fix|extend|adjust) (?:your|the|our) [\\w/:-]+ (?:skill|slash command",
        "|sub-?agent|agent prompt)\\b.{0,8}",
        "\\b(?:to|so|that)\\b.{6,}",
      ),
      re(
        "\\b(?:for|in) (?:this (?:session )?and )?(?:all|every|any|each)(?: the| our)? (?:future",
        "|following|later|coming|other) (?:sessions?",
        "|conversations?|chats?|tasks?)\\b|\\b(?:for|in) all (?:our )?sessions\\b",
      ),
      re("^(?:please )?make it a (?:rule|habit|policy) (?:that|to)\\b.{6,}"),
      re("^(?:please )?(?:write|note|jot) (?:it |that |this )?down (?:somewhere )?that\\b.{8,}"),
      re(
        "\\b(?:put|write|keep|save|note) (?:that|this|it) (?:down )?in(?:to)? your (?:notes|rules",
        "|instructions)\\b.*",
      ),
      re(
        "^(?:please |always )*(?:keep|log|record|append|add|update|maintain",
        "|track)\\b[^.?]{2,50}\\b[\\w/-]+\\.(?:md|txt)\\b[^?]{0,20}",
        "\\b(?:up[- ]to[- ]date|as (?:you|we) (?:go|work)|after (?:each|every)\\b.{3,}|every time|along",
        " the way|in sync)\\b.*",
      ),
      re(
        "^(?:please |always )*(?:keep|maintain) [\\w/-]+\\.(?:md|txt) (?:up[- ]to[- ]date|current|in",
        " sync)\\b.*",
        "|^after (?:each|every) [\\w ]{3,30},? (?:please )?(?:append|add|update|log|record|write) ",
        "(?:.{2,50} )?[\\w/-]+\\.(?:md|txt)\\b.*",
      ),
    ],
    unless: [/\b(?:users?|customers?|the player|in the (?:output|ticket|middleware|table|form))\b/iu],
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
      re(
        "\\b(?:from now on|going forward|moving forward),? (?:the|a|an|this|that) (?!agents?|tests?",
        "|commits?|prs?)\\w+",
      ),
      product,
    ],
  },
  {
    kind: "correction",
    because: "says it again",
    goesOn: true,
    isPlain: true,
    says: [
      re(
        "\\b(?:i|we)(?:'ve| have)? (?:already |just |repeatedly |explicitly )*(?:told you|asked you",
        " (?:not )?to",
        "|said (?:not )?to|said (?:don't|never|always|no )|asked for)\\b.{4,}",
      ),
      /\b(?:as|like) i(?:'ve| have)? (?:already |just )?(?:said|told you|mentioned)(?: \w+)?[,:] .{12,}/iu,
      /^for the (?:last|second|third|hundredth|umpteenth) time[,:;!.–—-] ?.{12,}/iu,
      /\bi(?:'ve| have)? (?:already )?(?:said|told you|mentioned) (?:this|that|it|so) (?:before|already|twice)(?=[,.:;!]|$)/iu,
      re(
        "\\bi(?:'ve| have)? (?:already )?(?:said|mentioned|told you|explained|asked)(?: (?:this|that|it",
        "|you))?",
        " (?:so many|many|several|a few|multiple|two|three) times\\b.{8,}",
      ),
      /\bi (?:already |clearly )?(?:mentioned|said|told you) that i (?:want|prefer|need|don't want)\b.{8,}/iu,
      /\bi keep (?:telling|asking|reminding|saying)\b.{8,}/iu,
      /\b(?:how many times|once again you|you (?:did|are doing) (?:it|that) again|again you)\b.{8,}/iu,
      /\byou (?:keep|kept) (?:on )?(?!getting|seeing|running into)\w+ing\b.{6,}/iu,
      re(
        "^stop (?:using|making|committing|creating|writing|deleting|adding|putting|removing|doing|asking",
        "|running|pushing|changing|guessing|assuming|editing|touching|trying|mocking|leaving|ignoring",
        "|skipping|wasting|apologi[sz]ing|inventing|rewriting|reformatting|hardcoding",
        "|over-?engineering)\\b.{4,}",
      ),
      re(
        "\\byou (?:always|constantly|repeatedly|again) (?:forget|ignore|skip|try|use|add|miss|break|change",
        "|do|run|commit|write|leave|overwrite)\\b.{4,}",
      ),
    ],
    unless: [
      /\bi know i\b|\bdid i (?:say|tell)|\bi told (?:him|her|them)\b/iu,
      /\bwe (?:told|asked) the\b/iu,
    ],
  },
  {
    kind: "rule",
    because: "says always or never of what the agent does",
    says: [
      re(
        `^(?:${must}|${occasion}|(?:we|you) )?(?:also |please )*`,
        `(?:always|never|don't ever|do not ever|under no circumstances) (?:please )?(?:should |must`,
        ` )?${workAct}.{3,}`,
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
      re(
        "^(?:when|if) (?:tests?|the (?:tests?|build|lint)|something|in doubt",
        "|you(?:'re| are) (?:unsure|not sure))",
        "\\b[^,]{0,30}, (?:please )?(?:ask|show|tell|stop|check|read|don't|do not)\\b.{4,}",
      ),
      re(`^(?:${must})?(?:also )?${workAct}.{2,80}\\bbefore (?:${milestone})\\b`),
      re(
        `^before (?:${milestone})\\b[^,.]{0,50},? (?:please |you (?:should|must|need to) |make sure`,
        ` (?:you |to )?)*`,
        `${act}\\b.{3,}`,
      ),
      re(
        "^(?:when|if) (?:an?|any|the|your)? ?(?:tests?|build|lint\\w*|ci|pipeline|checks?",
        "|hooks?)\\b[^,]{0,40}, ",
        "(?!.*\\bfix it\\b)[^?]*\\b(?:tell me|ask me|let me know|do not|don't|never)\\b.{4,}",
      ),
      re(
        "^(?:when|whenever|every time|each time|any ?time|after) you (?:add|change|edit|touch|modify",
        "|create|write|rename|remove|delete|update|move|commit|push|merge|bump|introduce) [^,]{3,60}\\b",
        `you (?:have to|must|need to|should|always) (?:also |then )*${act}\\b.{3,}`,
      ),
      re(
        "^(?:after|when|whenever|every time|each time|any ?time) (?:you(?:'re| are)?|making|changing",
        "|editing|adding",
        "|writing|modifying|touching|creating)\\b [^,]{3,60}, (?:please |you (?:should|must|need to) ",
        `|make sure (?:you |to )?|also )*${act}\\b.{3,}`,
      ),
      re(`^after (?:every|each|any) [^,]{3,60}, (?:please |also )*${act}\\b.{3,}`),
      re(`^${workAct}.{2,60}\\b(?:every|each|any) ?time (?:you|we|i)\\b`),
      re(
        `^(?:[^,?]{3,40}, )?(?:stage\\b|${workAct}).{2,60}\\bafter (?:every|each) (?:[\\w-]+ ){0,2}`,
        "(?:change|edit|commit|step|fix|task|merge|command|prompt|feature|session)\\b",
      ),
    ],
    unless: [
      question,
      /\b(?:when|after) you(?:'re| are|'ve| have)? (?:done|ready|finished|finish|fixed)\b/iu,
      /\bafter (?:that|this)\b|\busers?\b|, (?:please )?fix (?:that|this|it)\b/iu,
      /\bbefore (?:every|each|any) (?:request|call|test|render|query|save|write|read|insert)/iu,
    ],
  },
  {
    kind: "rule",
    because: "asks to remember it",
    says: [
      re(
        "^(?:remember|keep in mind|bear in mind|don't forget|do not forget)(?: also)?,? (?:that |to ",
        "|you |we |not to )\\S.{5,}",
      ),
      /^remember:? (?:always|never|don't|no |use )\S?.{5,}/iu,
    ],
    unless: [
      /\b(?:commit|push|pr|merge|the (?:change|fix|issue|bug|error|problem)s?)\W{0,3}$/iu,
      /\b(?:we|you|i) (?:talked|discussed|had|did|saw|said|were|changed|decided|wrote|made)\b|\bthe user\b/iu,
      question,
    ],
  },
];
