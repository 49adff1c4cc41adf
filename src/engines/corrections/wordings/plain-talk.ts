import { oneOf } from "../../../reading/language/patterns.js";
import { act, onScreen, points, product, thing, work } from "../words.js";
import { notNow, question, re, unsure, type Wording } from "./wording.js";

/*
 * Rules in the words of talk. None of their words says "rule", so two things have to come together: what is to
 * be done or left, and a ground on which it holds beyond this moment. The ground is a word for all cases, the
 * place where it holds, an occasion that comes again, or a reason in the present tense.
 */

const place = oneOf(
  "(?:in|for|of|on|across) (?:this|our) (?:repo(?:sitory)?|project|code ?base|monorepo|team|company|shop|org)",
  "(?:in|on) (?:this|our|my) (?:container|machine|network|setup|environment|sandbox|laptop|server)",
  "around here, for us, to us, with us, in our (?:house|world), on our (?:team|side), over here",
);
const allCases = oneOf(
  "every, each, any, anything, everything, anywhere, anyone, whoever, whatever, whichever, always",
  "never, at all",
  "nowhere, in general, by default, when in doubt, if in doubt, no matter (?:what|how)",
  "without exception, per test",
  "per file, per commit, per pr, a habit, for a reason, the whole (?:suite|team|repo|project|code ?base)",
);
const occasion = oneOf(
  "(?:if|when|whenever|once|unless|before|after|every time|as soon as) you (?!see|get|look|have a|want|click|open)",
  "(?:if|when|whenever) (?:there's|there is) an? ",
  "(?:if|when|whenever) (?:it|something|a test) (?:complains|fails)",
);
/** Why, in the present tense: what holds now holds the next time. */
const reason = [
  "(?:[,;:(–—-]+ ?|[.!] |\\b)(?:because |since |as |otherwise |or else |so that )?",
  "(?:they|it|we|our [\\w-]+|the [\\w-]+(?: [\\w-]+)?|that|this|otherwise [\\w -]{2,25}|\\w+)(?:'s|'re| )",
  "(?:is|are|isn't|aren't|gets?|has|have|hasn't|takes?|breaks?|do|does|don't|doesn't|can't|cannot|won't|needs?",
  "|makes?|comes?|goes?|runs?|uses?|works?|reads?|checks?|fails?|rel(?:y|ies)|belongs?|costs?|handles?|owns?)\\b",
].join("");

const imperative = `(?:please |just |only |also )*(?:${act})\\b`;
const forbids = [
  "(?:please )?(?:don't|do not|dont|never|avoid|no(?= (?!need\\b)\\w)|leave|stay (?:away from|out of)",
  "|(?:keep )?(?:your )?hands off)\\b",
].join("");
const outOfBounds = oneOf(
  "hands off, off[- ]limits, (?:a )?no[- ](?:go|no), not allowed, forbidden, taboo, banned, must not",
  "mustn't, verboten",
  "no need to, won't (?:get|be) (?:merged|accepted|approved), not ours, frozen, read[- ]only",
);
const addressed = [
  "\\byou(?:'ll| will|'d| would)? (?:only|always|must|should|need to|needn't|have to|want to|had better|better)\\b",
].join("");

const asks = re(
  "^(?:is|are|does|do|did|has|have|was|were|can|could|what|why|how|which|who|where|when (?:did|do|will))\\b",
);
const tells = re(
  "\\b(?:i|we) (?:can|could|might|may|would|will|'ll|want(?:ed)?|tried|think|just|now)\\b|\\bi(?:'ll|'d)\\b",
);
const never = [question, notNow, unsure, product, onScreen, points, asks, tells];
const workItem = oneOf(
  "changes?, files?, modules?, dependenc(?:y|ies), packages?, migrations?, commits?, prs?",
  "branch(?:es)?, tests?",
  "components?, releases?, deploys?, librar(?:y|ies), flags?, env vars?, scripts?, pull requests?, features?",
);
const tongues = oneOf(
  "english, german, french, spanish, dutch, portuguese, italian, polish, japanese, chinese",
);

/** A form that speaks of the work and has a ground; each lookahead asks for one of the parts. */
const withGround = (form: string, ground: string) => re(`^(?=.*${work})(?=.*\\b${ground}\\b)(?:${form})`);

export const plainTalk: readonly Wording[] = [
  {
    kind: "rule",
    because: "says what to do or leave, and on which ground it stays so",
    says: [
      withGround(`(?:[^,;]{2,40}, )?(?:so )?(?:${forbids}|${imperative}).{6,}`, place),
      withGround(`${forbids}.{6,}`, allCases),
      withGround(`(?:${occasion}).{3,60}, .{0,20}(?:${imperative}|\\b(?:also|must|have to|need)\\b)`, "you"),
      re(
        `^(?:if|when) you (?:need|want|add|change|touch|rename|remove)\\b[^,?]{3,50}, (?:please )?(?:`,
        `ask|tell me|check)\\b`,
      ),
      re(`^(?=.*${work})${forbids}[^,;.–]{4,80}${reason}`),
      re(
        `^(?=.*${work})[^,;.?]{4,80}\\b(?:is|are|has|have) [^?]{2,60}[,;–-]? ?\\bso (?:please )?(?:`,
        `${forbids}|${outOfBounds}|use|only|keep)\\b`,
      ),
      re(
        `^(?=.*${work})(?!(?:it|they)\\b)[^,;?]{3,60}\\b(?:is|are) (?:strictly |absolutely )?`,
        `${outOfBounds}\\b`,
      ),
      re(`^(?=.*${work})${addressed}[^,;?]{4,70}\\b(?:first|before|every|each|always)\\b.*`),
      re(`^(?:when|if) in doubt,? .{6,}`),
      // Things in the plural, without "the": it is about all of them.
      re(
        `^(?:[^,?]{3,50}, )?(?!(?:the|these|those|my|your|some|many|most|both|two|they|you|we)\\b)(?:`,
        `[\\w-]+ ){0,2}[\\w-]{3,}s(?: in \\w+| that [\\w ]{3,30})? are `,
        "(?:not (?:great|good|ok(?:ay)?|acceptable|idiomatic|welcome|a good idea)|bad(?: practice)?|e",
        "vil|overkill|",
        `an anti-?pattern|a smell|${outOfBounds})\\b`,
      ),
      withGround(
        "(?:if|when|whenever|everything|anything|\\S+ (?:doesn't|does not|won't|can't) )\\b.{5,}",
        place,
      ),
      re(`^(?=.*${work})we \\w+ (?!.*\\b(?:can|could|will)\\b)[^,?]{3,50}\\b(?:only|never)\\b(?:,|$).*`),
      re(
        `^(?:[^,?]{3,40}, )?(?:and )?you (?:only|never) (?!\\w+ed\\b|get|got|see|said|did|told|ran|kn`,
        `ow)\\w+.{0,60}$`,
      ),
      re(
        "^(?:you|we) (?:can|may|should) (?:safely )?assume\\b(?=.*\\b(?:everywhere|always|installed|a",
        "vailable)\\b).{5,}",
      ),
      re(
        "^before (?:touching|changing|editing|adding|removing)\\b[^?]{3,40}\\b(?:read|look|check|ask|",
        "see)\\b.{3,}",
      ),
      re(
        "^if you(?:'re| are) (?:stuck|unsure|not sure|lost|in doubt)\\b[^?]{0,50}, (?:please )?(?:sto",
        "p|ask|tell|leave)\\b.*",
      ),
      re("^[^?]{8,60}, (?:no|without) exceptions?$"),
      re(
        `^(?:the |all )?(?:${thing}) (?:always )?(?:belongs?|lives?|stays?|goes?|sits?) (?:next to|be`,
        `side|with|in|under|inside)\\b.{4,}`,
      ),
      re("^(?:please )?(?:don't|do not) bother (?:with|to|about)\\b.{5,}"),
      re(
        "\\b(?:edit|chang|modif|fix|by hand|manual)\\w*\\b[^?]*\\b(?:overwritten|regenerated|lost|rev",
        "erted)\\b",
      ),
      re("^you always \\w+ [^,?]{3,50}[,;–-] ?(?:but |and )?(?:we|use|don't|stick|keep)\\b.{4,}"),
      re(
        `^(?=.*${work})(?:the|our|all|my) [^,;.?]{4,80}\\b(?:is|are|has|have|runs?|comes?|lives?)\\b[`,
        `^,?]{2,60},`,
        " (?:so )?(?:please )?(?:don't|do not|never|always|only)\\b.{8,}",
      ),
      re(`^(?:heads[- ]up|careful|beware|be aware|watch out|note)\\b[:,– -]+(?=.*${work}).{20,}`),
    ],
    unless: never,
  },
  {
    kind: "rule",
    because: "says what each change of a kind needs",
    says: [
      re(
        `(?:^|[,;] (?:so |and |but )?)(?:any|every|each|all|an?|new|breaking|changes?)(?: new| breaki`,
        `ng| single)? `,
        `${workItem}\\b[^,?]{0,40} (?:needs?|requires?|must (?:have|go|be)|(?:has|have) to (?:go|be|h`,
        `ave)|goes? through|go through)\\b.{4,}`,
      ),
      re(
        `^(?=.*${work})[^?]{4,60}\\b(?:is|are|gets?|must be) (?:never|always|only) (?:ever )?(?:commi`,
        `tted|checked in|edited|pushed|merged|deployed|mocked|run|changed by hand|touched|written)\\b`,
      ),
      re(
        `^it(?:'s| is) (?:really |very )?(?:important|essential|crucial)(?: (?:to|for) (?:us|me))? th`,
        `at (?!this|it|that)\\b.{6,}${work}`,
      ),
      re(
        "^this is an? [\\w -]{0,30}(?:repo|project|library|package|monorepo|code ?base|sdk)\\b,? so\\b.{6,}",
      ),
      re(
        "^i(?:'m| am) (?!in a|on my|busy|tired|off|about|going|leaving|late|not|done|stuck)[\\w -]{3,",
        "30}, so (?:please )?(?:don't|do not|always|never|use|keep|no|avoid)\\b.{6,}",
      ),
      re(`^${thing}(?: always| only)? in ${tongues}\\b.*`),
    ],
    unless: [question, unsure, onScreen, asks, tells, re("\\bneeds? to (?:show|appear|refresh)\\b")],
  },
  {
    kind: "rule",
    because: "says who takes care of what",
    says: [
      re(
        `^(?=.*${work})(?:the |our |all |anything |everything )?(?:[\\w./*-]+ ){1,4}(?:is|are) (?:own`,
        `ed|managed|maintained|written|generated|handled|reviewed|checked|published|controlled) by (?`,
        `:the |our )?[\\w-]+`,
      ),
      re(
        `^i (?:do|handle|take care of|write|make|run|deal with) (?:all )?(?:the |my )?[\\w ]{2,30} (?`,
        `:myself|by hand|on my own)\\b`,
      ),
      re(
        `^(?=.*${work})[^?]{3,60}, (?:the )?[\\w-]+ (?:takes care of|handles|does|manages|owns) (?:it`,
        `|them|that|those)\\b`,
      ),
      re(
        `^who(?:ever)? (?:touches|changes|adds|breaks|edits|merges)\\b.{3,40} (?:also |has to |must |`,
        `should )?\\w+s?\\b.{4,}`,
      ),
    ],
    unless: [...never.filter((each) => each !== points && each !== tells), re("\\bwas\\b")],
  },
  {
    kind: "rule",
    because: "says what is usual here",
    says: [
      re(
        "^(?:the |our )(?:convention|rule|policy|standard|naming(?: scheme)?|format|pattern|style|usu",
        "al way)\\b[^?]{0,40}\\b(?:for|of|with|around)\\b[^?]{2,40}\\bis\\b.{3,}",
      ),
      re(
        "\\bthat(?:'s| is) (?:just )?how (?:we|the (?:whole|rest|other|team|project)|everything|all|i",
        "t is done)\\b.{2,}",
      ),
      re(
        `^[\\w\`.-]+(?: \\w+)? is (?:the|our) (?:law|entry ?point|single source|only (?:way|place)|st`,
        `andard|way to go|way we)\\b.{2,}`,
      ),
      re(
        "^we(?:'re| are) an? [\\w -]{3,40}(?:company|team|shop|project|library|org\\w*|house)\\b ?[,–",
        "—:;-] ?.{4,}",
      ),
      re(
        "\\bwe(?:'ve| have)(?: got)? (?:an? |our (?:own )?)?[\\w./ -]{2,40} for (?:that|a reason|exac",
        "tly that|those|such)\\b(?! somewhere)",
      ),
      re("\\bcould you (?:please )?make it a habit\\b.{6,}"),
      re(
        `^our (?!users?|customers?|clients?)[\\w-]+(?: [\\w-]+)? (?:get|are|have|go|live|need|start|e`,
        `nd|use|follow|must)\\b[^?]{4,60}\\b(?:before|otherwise|only|always|never|not|instead|with|in`,
        `)\\b`,
      ),
      re(`^(?=.*${work})(?:only |exactly |keep it to )*(?:one|a single|at most \\w+) \\w+ per \\w+\\b.*`),
    ],
    unless: [
      /\?\s*$(?<!habit.*)/iu,
      unsure,
      onScreen,
      re("^(?:is|are|does|do|did|what|why|how|which)\\b"),
      re("\\b(?:can|could) you (?!(?:please )?make it a habit)"),
    ],
  },
  {
    kind: "correction",
    because: "objects to what the agent does again and again",
    goesOn: true,
    evenAsked: true,
    says: [
      re("^(?:every time|whenever|each time) you\\b.{4,60}\\byou \\w+.{3,}"),
      re(
        "^you (?:ran|run|wrote|used|added|changed|deleted|committed|pushed|installed|reformatted|rewr",
        "ote|removed|did|put|left|broke|made|created)\\b(?! the (?:wrong|same|other))[^?]{3,60}\\baga",
        "in\\W*$",
      ),
      re(
        "^(?:i (?:get|am|'m) (?:\\w+ )?(?:nervous|annoyed|confused|irritated|lost|worried)|it (?:bugs",
        "|annoys|confuses|irritates|bothers|drives) me(?: \\w+)?|i (?:hate|can't stand|dread) it) whe",
        "n you\\b.{4,}",
      ),
      re(
        `^your (?:${thing}|answers|summaries|functions|replies|messages|explanations|plans) (?:are|is`,
        `) (?:still |way |much |far |a bit )*too \\w+`,
      ),
      re(
        "^i(?:'d| would) (?:really )?(?:appreciate|love|like) it if you\\b(?=.*\\b(?:instead of|rathe",
        "r than|yourself|without|every|always|before)\\b).{8,}",
      ),
      re(`^why (?:are|do|did|would) you (?:always |keep |still )?\\w+(?:ing)?\\b[^?]{2,40}\\? `),
    ],
    unless: [onScreen],
  },
];
