import { leftOutStep } from "../left-out-step.js";
import { product, thing } from "../words.js";
import { question, re, unsure, type Wording } from "./wording.js";

/** What is so, or what to use, instead of what the agent took for it. */
export const correctedFacts: readonly Wording[] = [
  {
    kind: "correction",
    because: "says that it is so on purpose",
    says: [
      re(
        "\\b(?:we|i|they|it'?s?|that'?s?|this)\\b.{0,60}\\b(?:on purpose|intentional(?:ly)?|by design",
        "|deliberate(?:ly)?)\\b",
      ),
      re(
        "^intentional\\b|\\bwe (?:explicitly|deliberately|specifically|purposely|consciously) (?!said",
        "|asked|want to (?:know|see))\\w+",
      ),
    ],
    unless: [
      question,
      /\b(?:was|is|are|were) (?:it|this|that) (?:on purpose|intentional|by design)/iu,
      re(
        "\\b(?:not|isn't|wasn't|if|whether)\\b.{0,30}\\b(?:on purpose|intentional|by design|deliberate",
        "|explicitly",
        "|specifically|consciously)",
      ),
      unsure,
    ],
  },
  {
    kind: "correction",
    because: leftOutStep,
    evenAsked: true,
    says: [
      re(
        "^(?:did|have) (?:you|we) (?:actually |already |also |even |not )?(?:run|ran|rerun|write",
        "|written|add|update|check|format|lint)\\w* ",
        "(?:the |any |all |our )?(?:\\w+ )?(?:tests?|lint(?:er)?|test suite|formatter|fmt|changelog",
        "|build|type ?check)\\b[^,]{0,20}$",
      ),
      re(
        "^(?:you|we) (?:didn't|did not|haven't|have not|forgot to|never) (?:\\w+ or )?(?:run|ran",
        "|write|written|add|update|change|check|format",
        `|lint|commit|push)\\w*\\b.{0,40}\\b${thing}(?![\\w-])`,
      ),
      /^you forgot (?:to|the|about)\b.{6,}/iu,
      re(
        "^(?:please )?(?:don't|do not) (?:call|claim|say|report|declare|mark)\\b.{4,60}\\b(?:done",
        "|fixed|working|root cause|complete|passing)\\b",
      ),
    ],
    unless: [/\bwhen\b|\bif\b|\b(?:this|that|these|those|last|my|line)\b/iu],
  },
  {
    kind: "correction",
    because: "names the command or tool to use",
    says: [
      re(
        "\\byou (?:just |only |really |simply )*(?:should|need to|have to|must|can) (?:just |only ",
        "|simply )*(?:run|use|call|do) ",
        "(?:`[^`]{4,}`|(?:npm|pnpm|yarn|bun|git|go|cargo|make|mise|docker|gh|uv|pip|python3?|npx",
        "|just) \\S+.{2,})",
      ),
      re(
        "^(?:please |you (?:can|should|could|must) )?(?:also )?use (?:your|the) (?:lsp|[\\w-]+ (?:tool",
        "|skill|mcp)|sub-?agents?|mcp\\b|browser tools?)\\b",
      ),
    ],
    unless: [/\bthe (?:same|other|new|old) (?:tool|skill)\b/iu, /^(?:what|why|how|did|does|is)\b/iu],
  },
  {
    kind: "correction",
    because: "says what to use and what not",
    says: [
      re(
        `^(?:no|nope|nah|nein|non)\\b[,.! –—-]+(?:please |just )?(?:use|run|it's|try|take) (?:the`,
        ` )?\`?${thing}(?![\\w-])`,
      ),
      re(
        "^(?:please )?(?:you (?:should|must|need to|have to|can) |we (?:should|must) |let's |i want",
        " you to )?",
        "(?:use|run|stick (?:to|with)|go with|install with|format with|switch to)\\b[^.?!]{1,60}",
        "(?:,? (?:and )?not |,? instead of |,? rather than |,? never |,? over )[^.?!]{2,}",
      ),
      re(`^instead of [^,.?!]{3,40},? (?:please |just )?(?:use|run|call|go with|stick to)\\b.{4,}`),
      re(
        "^(?:please )?(?:use|run) [`'\"]?[\\w.:-]+[`'\"]? (?:to|for) (?:run|running|build|building",
        "|test|testing|lint|format|install|installing|all|every|manag)\\w*\\b.{3,}",
      ),
    ],
    unless: [question, unsure, re(`^(?!.*\\b${thing}(?![\\w-])).*$`)],
  },
  {
    kind: "correction",
    because: "says how a task of the project is done",
    says: [
      /\bonly works? (?:when|if|with|after|once|from|in|inside)\b[^?]*[,;] (?:so |then |and )*(?:start|run|use|call|go)\b.{4,}/iu,
      re(
        "^(?:the |our |all )?(?:tests?|unit tests|e2e tests|build|linter|lint|app|server|docs|site",
        "|migrations?|release)",
        " (?:is|are|can be|gets?|should be|must be|has to be|have to be) (?:only )?(?:run|built",
        "|started|deployed",
        "|executed|launched|generated|made|done|linted) (?:with|via|using|by|through|from|inside|in)\\b.{3,}",
      ),
      re(
        "^to (?:run|build|test|start|deploy|lint|format|release) [^,]{2,40},? (?:you (?:have to|need",
        " to|must|should) |please )?(?:use|run|call|do)\\b.{3,}",
      ),
    ],
    unless: [question, unsure],
  },
  {
    kind: "correction",
    because: "says what is true instead",
    evenOnce: true,
    says: [
      re(
        "^(?:.{0,60}\\b(?:is|'s|are|'re|s) (?:not (?:correct|true|right|accurate)|incorrect|wrong",
        "|not how[^,.:;]{0,40})",
        "|you(?:'re| are) (?:not (?:correct|right)|wrong|mistaken|incorrect)",
        "|(?:that|this) (?:isn't|is not) (?:how|what|where|why)\\b[^,.:;]{2,40})",
        "(?: about [^,.:;]{2,30})?[,.:;–—-]+ ?(?:\"|(?:.{0,40}\\b(?:is|are|does|do|don't|doesn't|has",
        "|have|uses?|comes?",
        "|runs?|lives?|happens?|receives?|should|means?|keeps?|supports?|needs?|exists?|belongs?",
        "|can)\\b)).{8,}",
      ),
    ],
    unless: [
      question,
      re("\\b(?:it|this|that) should \\w+|, i (?:can|see|get", "|still|just)\\b"),
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
        "\\b(?:is|are|was|were|has been|have been|is being|are being) (?:deprecated|phased out",
        "|renamed|replaced",
        "|superseded|discontinued|obsolete|retired)\\b[^?]{0,40}\\b(?:in favou?r of|use|by|to",
        "|instead|with)\\b [^?]{3,}",
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
        "^(?!this|that|it|those|these|they|which)(?:the [^,.?]{2,60}|[a-z`'\"][^,?]{2,60}) (?:is|are",
        "|should be|must be|is called) ",
        "(?:now |just |actually |only |really |called |named )*[`'\"]?[\\w./:@-]+[`'\"]?(?: \\w+)?",
        "(?:,| and| but)? ?not (?:the |a |an |in |on |at )?[`'\"@\\w][^?]{1,80}$",
      ),
      /^it(?:'s| is) `[^`]+`,? (?:and )?not `[^`]+`/iu,
      /\bthis should be [`'"]?\S+[`'"]? now\b/iu,
      re(`^(?:please )?\`?${thing}\`?,? (?:and )?not [\`\\w@./-]+$`),
      re(
        "^(?:the|our) (?:correct|right|proper) (?:way|command|path|branch|name|folder|file",
        "|tool)\\b.{0,30}\\bis\\b.{4,}",
      ),
    ],
    unless: [
      question,
      unsure,
      re(
        "\\bnot (?:sure|that|so|a problem|an issue|yet|working|used|needed|the case|even|really|only|just",
        "|clear|in scope|correct|good|great|nice|ideal|worth|bad|too|very|enough|possible|always",
        "|tested|shown",
        "|there|set|visible|been|be|have|get|related|supported|found|available|called|defined|present)\\b",
      ),
      /\b(?:why|seems?|currently|now it|fails?|failing|error)\b/iu,
      /^(?:\w+[,!. ]+){0,2}(?:those|these|this|that|they) (?:is|are)\b/iu,
      product,
    ],
  },
];
