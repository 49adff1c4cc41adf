import { product, thing, workAct } from "../words.js";
import { notNow, question, re, unsure, type Wording } from "./wording.js";

/** How the agent is to work, or the team works. */
export const waysOfWorking: readonly Wording[] = [
  {
    kind: "rule",
    because: "says how the team works",
    says: [
      re(
        "\\bwe (?:don't|do not|never|no longer|always|only|usually|normally|generally|typically|prefer to",
        "|try to|try not to|want to avoid|avoid|tend to) (?:really |ever |want to )*(?:use|commit",
        "|push|merge|rebase",
        "|squash|mock|run|write|put|keep|add|test|name|prefix|import|hardcode|edit|touch|check in|follow",
        "|gitignore|ignore|track|vendor|pin|deploy|release|leave|format|do|allow|store|create)(?:ing)?\\b",
        `[^.!?]{0,80}\\b${thing}(?![\\w-])`,
      ),
      re(
        "\\bwe (?:use|follow|target|are using|rely on|go with|work with|stick to|stick with)\\b[^.]{1,60}",
        "(?:\\bnot\\b|\\binstead of\\b|\\brather than\\b|\\bnever\\b|\\bin this (?:repo|project)|\\bhere\\b",
        "|\\bfor (?:all|every|our)\\b|\\beverywhere\\b|\\bstrictly\\b|\\bexplicitly\\b)[^.?]*$",
      ),
      re(
        "\\bin (?:this|our) (?:repo|repository|project|code ?base|monorepo|team|org)\\b[^.]{0,20},? ",
        "(?:we|all|every|use|don't|do not|only|prefer|please use|please don't|tests|commits|branches",
        "|you)\\b.{6,}",
      ),
      re(
        "\\b(?:our|the (?:team|project|repo)'s|team|house|my) (?:convention|policy|rule|style|preference",
        "|standard|practice|guideline|workflow)s?\\b.{0,20}\\b(?:is|are|here|says|require)\\b.{6,}",
      ),
      re(
        "\\bwe (?:only|always|never|don't) \\w+ [^.?]{3,60}\\bin (?:this|our) (?:repo|repository",
        "|project|code ?base|monorepo)\\b",
      ),
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
      re(
        "\\b(?:tdd|test[- ]driven|test-first)\\b|\\b(?:write|add|do|set ?up|start",
        " with)\\b.{0,30}\\btests? first\\b",
      ),
      re(
        // A branch, a talk or a plan first is a step of now; how a fix or a test begins is a way of working.
        "^(?:let's |can we |could we |please |you (?:should|must|need to) |make sure (?:you |to",
        " )?)*(?:first )?(?:reproduce|(?:write|create|make|start with) (?:a |the )?(?:failing )?tests?",
        "|look at the docs",
        "|read the docs)\\b.{0,60}\\bfirst\\b(?: (?:please|before .*))?\\W*$",
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
        "^(?:[^.]{0,30}[,(–-] ?)?(?:please |let's |we should |you should |but )*(?:match|follow",
        "|stick (?:to|with)|keep (?:to|with)|be consistent with|adhere to|respect|do|use) ",
        "(?:the |our |with )?(?:existing|normal|usual|established|standard|current|rest of the|surrounding) ",
        "(?:[\\w-]+ ){0,2}(?:style|patterns?|conventions?|workflow|process|approach|structure",
        "|idioms?|code ?base)\\b",
      ),
      /\bstick (?:to|with) (?:the|our) (?:[\w-]+ )?(?:workflow|process|conventions?|style)\b/iu,
      re(
        "\\b(?:overriding|guiding|general|core|golden|number one) (?:directive|principle|rule",
        "|philosophy)\\b.{0,6}\\b(?:is|:)\\b.{6,}",
      ),
    ],
    unless: [/\bdoes (?:it|this|that)\b|^(?:is|are|does|do|why)\b/iu],
  },
  {
    kind: "rule",
    because: "says that it holds everywhere",
    says: [
      re(
        "^(?:we (?:should|must) (?:be )?|you (?:should|must) (?:be )?|let's |please |i'd (?:like",
        "|prefer) )*(?:use|using|prefer|avoid|replace|remove",
        "|fix(?: up)?|write|handle|add|keep|make)\\b.{4,90}\\b(?:wherever|everywhere|whenever",
        " possible|where(?:ver)? possible",
        "|across the (?:code ?base|board|project|repo)|in general|as much as possible|throughout the",
        " (?:code ?base|project))\\b",
      ),
      re(
        "^(?:please )?(?:respond|reply|answer|commit|push|run|test|sign|squash|review|document",
        "|format|lint)\\b.{0,40}",
        `\\b(?:each|every)\\b.{0,30}\\b${thing}(?![\\w-])`,
      ),
      re(
        "^(?:please |you should )*(?:fix|clean|remove|report|flag|mention|address|handle",
        "|update)\\b.{0,10}\\b(?:any|all|every)\\b.{2,50}\\b(?:you|we) (?:notice|see|find|encounter",
        "|come across)\\b",
      ),
    ],
    unless: [question, product],
  },
  {
    kind: "rule",
    because: "states a preference",
    says: [
      /^(?:when|if|whenever) i (?:ask|say|tell|write)\b[^?]{3,60}\bi (?:want|mean|expect|need)\b[^,?]{3,}$/iu,
      /^i(?:'d| would)? (?:always |generally )?prefer (?:that |when |it when )you\b.{6,}/iu,
      re(
        "^(?:i'd |i would |i |we )?(?:strongly |really |generally |always |much )?prefer ",
        "(?!if|that|it|this|the (?:first|second|former|latter)|option|[a-d]\\b|\\d|to |not |we |you",
        " )\\S.{8,}",
      ),
      re(
        "^i (?:hate|don't like|do not like|dislike|never want|don't want|do not want) (?:it when",
        " )?you\\b.{5,}",
      ),
      re(`^i (?:always |generally |usually )?(?:like|want|expect) (?:all|every)\\b.{2,}\\b${thing}`),
      /^favou?r \S.{2,40} over \S/iu,
      re(
        "^(?:for (?:every|all|each|any)\\b[^,]{2,40},? )?i'd (?:like|love) to see",
        " \\S.{3,90}\\b(?:instead of|rather than)\\b",
      ),
    ],
    unless: [question, /\b(?:moved|to move|to rename|renamed)\b/iu],
  },
  {
    kind: "rule",
    because: "forbids a way of working",
    says: [
      re(
        `^(?:[^,.?]{0,40}, )?(?:the |any |all )?(?:${thing}|[\\w./-]+/[\\w./*-]*|\\w+ (?:folder`,
        `|director(?:y|ies)|files?))`,
        "(?![\\w-])[^,.?]{0,20}\\b(?:is|are) (?:strictly )?(?:off[- ]limits|forbidden|banned|not allowed",
        "|taboo)\\b",
      ),
      re(`^leave (?:the )?[\\w ]{3,30} to (?:the )?${thing}(?![\\w-]).*`),
      /^we(?:'re| are) (?:still )?on [\w.]+ ?[\d.]*\b[^?]*\bso (?:please )?(?:no|don't|never|avoid)\b.{4,}/iu,
      /^(?:please )?(?:don't|do not|never) put \w+.{2,40}\b(?:in|into|inside) (?:the )?\w+s$/iu,
      /^(?:please )?no (?:mocks|mocking|emojis?|semicolons|default exports|magic numbers|abbreviations)\b.*/iu,
      re(`^(?:please )?no ${thing}(?![\\w-])(?: please)?(?:[,.!]|$)`),
      re(`^you don't need to ${workAct}.*`),
      re(
        "^(?:please )?(?:don't|do not|dont|never|avoid|let's not|let's avoid|lets not)\\s+",
        `(?:ever |just |simply |please |try to )*(?:${workAct}`,
        `|\\w+ing\\b[^.!?]{0,60}\\b${thing}(?![\\w-])).*`,
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
      re(
        "^[^,;]*\\b(?:it|this|that|them|these|those|here|there)(?:[.,!)]|$| (?:to|in|for|from|with|and",
        "|then|just|please|file|test|one|function|change|part|section|unless|because|as)\\b)",
      ),
      notNow,
      re(
        "^(?:please )?(?:don't|do not|dont) (?:commit|push|merge|deploy|release|publish|open a pr",
        "|create a pr)\\W*$",
      ),
      /\bthe (?:\w+ ){0,2}(?:above|below|function|method|field|button|page|value|old|other)\b/iu,
      /\bworry\b|\bforget\b/iu,
    ],
  },
  {
    kind: "rule",
    because: "states a convention",
    says: [
      re(
        "^(?!this|that|it\\b|they)(?:[\\w.-]+ ){1,3}(?:goes?|go|belongs?) (?:in|into|to",
        "|under)\\b[^,?]{2,40}, ",
        "not (?:in|into|to|under)\\b.{3,}",
      ),
      /^(?:please )?(?:always )?branch (?:off|from) \S{3,}.*/iu,
      re(
        `^(?:nobody|no ?one|everyone|everybody|we all) here (?:ever )?(?:uses?|writes?|does|runs?`,
        `|commits?)\\b.{4,}`,
      ),
      re(`^${thing} (?:is|are) what we (?:use|run|have)\\b.*`),
      re(
        "^(?:[\\w-]+ ){1,4}(?:is|are|goes?|go|lives?|belongs?) [^?]{3,60}\\bin (?:this|our) ",
        "(?:repo(?:sitory)?|project|code ?base|monorepo|team)\\b,? (?:and )?(?:never|not|always",
        "|only)\\b.{3,}",
      ),
      re(
        `^(?:every|each|all|any) (?:new )?[\\w-]+ (?:needs?|must have|gets?|has to have) an? \\w+ in`,
        ` [A-Z\\w./-]{4,}$`,
      ),
      re(`^(?:all )?[\\w-]+ (?:goes?|go) through (?:our|the) (?:\\w+ )?${thing}(?![\\w-]).*`),
      re(
        `^(?:every|each|all) (?:new )?[\\w-]+(?: \\w+)? (?:needs?|must have|has to have) `,
        `(?:an?|its own)\\b.{2,30}\\b${thing}`,
      ),
      /^(?:please )?write (?:all |your |the )?(?:commit messages|comments|docs|docstrings|prs) in\b.{3,}/iu,
      re(
        "^(?:please )?keep (?:all |your |the )?(?:functions|files|methods|prs|commits|classes|components",
        "|diffs?|changes)\\b.{0,20}\\b(?:below|under|short|small|minimal|focused|simple)\\b",
      ),
      re(
        "^(?:all |every |each |any |new |our )?(?:commit messages?|commits?|branch(?: names?|es)?|pr",
        " (?:titles?|descriptions?)",
        "|prs|pull requests|tests|unit tests|integration tests|test names?|test files|comments|doc",
        " ?strings|docs",
        "|file ?names|changelog entries|imports|migrations|dependencies|secrets|pr comments|review comments)",
        "(?: here| in this (?:repo|project))?",
        " (?:should|must|need to|needs to|have to|has to|always|never|go in|belong in|live in|start",
        " with|begin with|follow)\\b.{6,}",
      ),
      re(
        "^(?:please )?use (?:the )?(?:prefix|naming convention|branch (?:name|prefix)|commit",
        " (?:prefix|format|style)",
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
      re(
        "^(?:please )?(?:be|keep (?:it|your (?:answers?|responses?|messages?|replies|summaries",
        "|explanations)))\\b.{0,12}\\b(?:concise|brief|short|shorter|terse|to the point)\\b",
      ),
      re(
        "^(?:please )?(?:no|skip the|don't write|stop writing) (?:long )?(?:summaries|explanations",
        "|apologies|preambles?|recaps?)\\b",
      ),
    ],
    unless: [question],
  },
  {
    kind: "rule",
    because: "says something about the person that stays so",
    says: [
      re(
        "^my (?:github |gitlab |linear |jira |slack |git )?(?:user ?name|user|login|handle|name",
        "|e-?mail|pronouns",
        "|time ?zone|os|shell|editor|branch prefix|initials) (?:is|are) \\S.{1,}",
      ),
      /^i(?:'m| am) (?:on|using|running) (?:a )?(?:mac(?:os)?|windows|linux|wsl|fish|zsh|nixos)\b/iu,
    ],
    unless: [question],
  },
];
