import type { Check } from "../check/check.js";
import { doing, type RuleText, tailOf } from "./rule-text.js";

const negation = "(?:never|do not|don't|must not|mustn't|should not|no|avoid|not to)";
const start = "(?:^|[;:,.—–(]\\s*|\\s--?\\s|\\band )(?:you |please |agents? )?";
const branches =
  "(?:the )?⟨(main|master|develop|dev|staging|production|release)⟩(?:\\s*(?:,|or|/|and)\\s*⟨(main|master|develop|dev|staging|production|release)⟩)?(?: branch(?:es)?)?";
const toBranch = new RegExp(
  `${start}${negation}\\s+(?:directly |ever )?(?<force>force[- ]?)?(?<verb>push(?:ing)?|commit(?:ting)?|merg(?:e|ing))(?<more>(?:\\s*(?:or|/|and)\\s*(?:push|commit|merge))*)(?: directly| code| changes| anything)*\\s+(?:to|into|on|in)\\s+${branches}(?<rest>.*)$`,
  "i",
);
const inWords: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${start}${negation}\\s+force[- ]?push(?:ing|es)?(?<rest>.*)$`, "i"), "git push --force"],
  [
    new RegExp(
      `${start}${negation}\\s+(?:skip|skipping|bypass|bypassing|disable)\\s+(?:the |any |pre-?commit |git |commit )*hooks?(?<rest>.*)$`,
      "i",
    ),
    "* --no-verify",
  ],
  [
    new RegExp(
      `${start}${negation}\\s+amend(?:ing)?(?: (?:existing |previous |any |published )*commits?)?(?<rest>.*)$`,
      "i",
    ),
    "git commit --amend",
  ],
  [
    new RegExp(
      `${start}${negation}\\s+(?:commit|git commit)(?: (?:changes|code|anything))?(?<rest>(?:,| unless| without| until).*)$`,
      "i",
    ),
    "git commit",
  ],
  [
    new RegExp(
      `${start}${negation}\\s+push(?: (?:changes|code|anything))?(?: to (?:the )?remote)?(?<rest>(?:,| unless| without| until).*)$`,
      "i",
    ),
    "git push",
  ],
];

/** Rules about branches and history that name no command. */
export function gitWords(rule: RuleText): readonly Check[] | "condition" | undefined {
  const text = rule.text
    .replace(/⟦(\d+)⟧/g, (_, at: string) => {
      const span = rule.spans[Number(at)];
      return span?.sort === "branch" ? `⟨${span.text}⟩` : `⟦${at}⟧`;
    })
    .replace(/\b(?:to|into|on|or|the|\/)\s+(main|master|develop)\b/gi, (whole, name: string) =>
      whole.replace(name, `⟨${name.toLowerCase()}⟩`),
    );
  const onBranch = toBranch.exec(text);
  if (onBranch !== null) {
    const tail = tailOf(onBranch.groups?.rest ?? "");
    if (tail === "narrow") return "condition";
    const branch = [...new Set([onBranch[4], onBranch[5]].filter((each) => each !== undefined))];
    const force = onBranch.groups?.force === undefined ? "" : " --force";
    const verbs = `${onBranch.groups?.verb} ${onBranch.groups?.more}`.match(/push|commit|merg/gi) ?? [];
    return [...new Set(verbs)].map((verb) => ({
      never: { run: `git ${verb.toLowerCase() === "merg" ? "merge" : verb.toLowerCase()}${force}`, branch },
      ...doing(tail === "ask" ? "ask" : undefined),
    }));
  }
  for (const [pattern, run] of inWords) {
    const { groups } = pattern.exec(text) ?? {};
    if (groups === undefined) continue;
    const tail = tailOf(groups.rest ?? "");
    if (tail === "narrow") return "condition";
    if (tail === "none" && (run === "git commit" || run === "git push")) continue;
    return [{ never: { run }, ...doing(tail === "ask" ? "ask" : undefined) }];
  }
  return undefined;
}

const attribution =
  /co-authored-by|(?:ai|claude|copilot|llm|assistant)[- ](?:attribution|signatures?|credits?|references?|mentions?)|generated (?:with|by)|attribution to (?:ai|claude)/i;
const madeByAgent =
  "/^Co-Authored-By:.*(?:claude|codex|copilot|gemini|cursor|anthropic|openai|\\bAI\\b)|Generated (?:with|by) \\W*(?:Claude|Codex|Copilot|Gemini|Cursor)/im";
const soft = /\b(?:prefer|when possible|where possible|ideally|try to)\b/i;
const denies = /\b(?:no|never|not|don't|without|avoid|omit|exclude)\b/i;

/** Titles of pull requests alone: commits may be named as they like. */
function isOfTitles(text: string): boolean {
  const rest = text.replace(/conventional[- ]commits?/gi, "");
  return /\btitles?\b/i.test(rest) && !/\b(?:commits|messages?)\b/i.test(rest);
}

/** What a commit's message looks like. */
export function commitRule({
  text,
  spans,
  heading,
}: RuleText & { readonly heading: string }): readonly Check[] | undefined {
  const whole = text.replace(/⟦(\d+)⟧/g, (_, at: string) => spans[Number(at)]?.text ?? "");
  if (
    attribution.test(whole) &&
    /commit|trailer|message|co-authored|attribution/i.test(`${whole} ${heading}`)
  ) {
    const deny = denies.exec(whole);
    return deny !== null && deny.index < whole.search(attribution)
      ? [{ commit: { not: madeByAgent } }]
      : undefined;
  }
  const named =
    /\bconventional[- ]commits?\b|\bconventional commit[- ](?:style|format|messages?|specification)/i.exec(
      whole,
    );
  if (named === null || isOfTitles(whole) || denies.test(whole.slice(0, named.index + named[0].length + 10)))
    return undefined;
  const asks =
    /^(?:[^.]{0,40}\b)?(?:use|uses|using|follow|follows|following|must|format|write|style|adhere|prefix|should|required?)\b/i.test(
      whole,
    ) || /^conventional commits?\b/i.test(whole);
  return asks &&
    !/\b(?:changelog|release notes|version bump|semantic-release|parsed|generate[sd]?)\b/i.test(whole)
    ? [{ commit: { like: "conventional" }, ...doing(soft.test(whole) ? "warn" : undefined) }]
    : undefined;
}
