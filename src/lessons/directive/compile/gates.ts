import type { Before, Check } from "../check/check.js";
import { globOf } from "./forbidding.js";
import { type RuleText, tailOf } from "./rule-text.js";
import { type Span, spansIn } from "./spans.js";

const things = "(?:\\s+(?:any |your |the |all |these )?(?:code|changes|work))?";
const gates: readonly (readonly [string, Before["before"]])[] = [
  [
    `(?:you )?commit(?:ting|s)?${things}|(?:each|every|any|a|the|your) (?:git )?commit`,
    { run: "git commit" },
  ],
  [`(?:you )?push(?:ing|es)?${things}|(?:each|every|any|a) push`, { run: "git push" }],
  [
    "(?:opening|creating|submitting|making|raising|filing) (?:a |any |the )?(?:PRs?|pull requests?)|(?:each|every|any|a) (?:PR|pull request)",
    { run: "gh pr create" },
  ],
  [
    "(?:you )?finish(?:ing)?(?: (?:a |any |the |your |each )?(?:task|work|turn))?|complet(?:ing|ion)(?: (?:of )?(?:a |any |the |your |each )?(?:task|work))?|(?:declaring|considering|calling|marking|reporting) (?:a |any |the |it |your |each )?(?:task|work|job)?(?: as)?\\s?(?:done|complete|completed|finished|ready)|(?:ending|the end of) (?:a|the|your|each|every) (?:turn|task|session)|handing (?:off|over)(?: work)?|you(?:'re| are) done",
    "stop",
  ],
];
const gateNames = gates.map(([source]) => source).join("|");
const beforeGate = `before\\s+(?<gate>${gateNames})`;
const afterChange =
  "after\\s+(?:(?:making|any|every|each|all|your|code|finishing|completing)\\s+)*(?:changes?|edits?|editing(?: (?:code|files))?|modifying (?:code|files|⟦\\d+⟧)|editing ⟦\\d+⟧|changing (?:code|files|⟦\\d+⟧)|code changes)";
const list = "⟦\\d+⟧(?:(?:\\s*(?:,|&&|and|then|\\+|/)\\s*){1,3}⟦\\d+⟧)*";
const inWords =
  "(?:the |all |your |full |unit |relevant |complete )*(?:tests?(?: suite)?|linters?|linting|lint|type ?-?check(?:er|s|ing)?|formatters?|builds?)";
const runs = `(?:^|[.;:,—–]\\s*|\\s-\\s)(?:(?:always|please|you|must|should|also|and|then|agents?|you must|you should|make sure to|be sure to)\\s+)*(?:run|execute|re-?run|ensure|verify)\\s+(?:that )?(?:(?<list>${list})|(?<words>${inWords}(?:(?:,| and|, and)\\s+${inWords})*))(?: passes| pass| succeeds)?(?: locally)?(?: to (?:ensure|verify|check|catch|confirm|format|make sure)[\\w\\s/-]{0,60}?)?`;
const mustPass = `(?:^|[.;:]\\s*)(?<list>${list})\\s+(?:must|should|has to|have to)\\s+(?:pass|succeed|be run)(?: locally| cleanly)?`;
const fixes =
  "(?<rest>\\s*(?:,?\\s*and (?:fix|resolve|address|ensure|make sure|verify|confirm|check)\\b.*|.*))$";

const patterns: readonly RegExp[] = [
  new RegExp(`${runs},?\\s+${beforeGate}${fixes}`, "iu"),
  new RegExp(`${mustPass},?\\s+${beforeGate}${fixes}`, "iu"),
  new RegExp(
    `^(?<first>)(?:always\\s+)?${beforeGate}\\s*[:,—–-]*\\s*(?:code|changes)?[:,]?\\s*${runs.replace("(?:^|[.;:,—–]\\s*|\\s-\\s)", "")}${fixes}`,
    "iu",
  ),
  new RegExp(`${runs}\\s+(?<after>${afterChange})${fixes}`, "iu"),
  new RegExp(
    `(?<first>)(?:^|[.;:—–]\\s*|\\s--?\\s)(?<after>${afterChange})\\s*[:,—–-]*\\s*${runs.replace("(?:^|[.;:,—–]\\s*|\\s-\\s)", "")}${fixes}`,
    "iu",
  ),
];

/** "Run X before committing", "after changes run X". */
export function gateRule(rule: RuleText): readonly Check[] | "condition" | undefined {
  const text = withGatesInWords(rule);
  for (const pattern of patterns) {
    const { groups } = pattern.exec(text) ?? {};
    if (groups === undefined) continue;
    const rest = (groups.rest ?? "").replace(
      /^\s*,?\s*and (?:fix|resolve|address|ensure|make sure|verify|confirm|check)\b[^.;]*/i,
      "",
    );
    if (tailOf(groups.first === undefined ? rest : rest.replace(purpose, "")) !== "none") return "condition";
    const at = groups.gate === undefined ? "stop" : gateNamed(groups.gate);
    const since = sinceOf(groups.after, rule);
    if (at === undefined || since === undefined) return "condition";
    return asks(required(groups.list, groups.words, rule), at, since);
  }
  return undefined;
}

/** "before `git commit`" is "before committing". */
function withGatesInWords({ text, spans }: RuleText): string {
  return text.replace(/\bbefore\s+(?:running |each |every |any )?⟦(\d+)⟧/gi, (whole, at: string) => {
    const [, verb] = /^git (commit|push)$/.exec(spans[Number(at)]?.text ?? "") ?? [];
    return verb === undefined ? whole : `before each ${verb}`;
  });
}

/** Behind a command that was asked for, it says what the command is good for. */
const purpose = /^\s*to \w+[^.;,]*/i;

function gateNamed(text: string): Before["before"] | undefined {
  return gates.find(([source]) => new RegExp(`^(?:${source})$`, "i").test(text.trim()))?.[1];
}

/** After which edits: of any file, or of the one that the rule names. A pattern of files is not one file. */
function sinceOf(after: string | undefined, rule: RuleText): Before["since"] | undefined {
  const [span] = spansIn(after ?? "", rule);
  if (span === undefined) return "edit";
  return span.sort === "path" && /[A-Za-z]\w*[./]/.test(span.text) ? { write: globOf(span.text) } : undefined;
}

const sortWords: readonly (readonly [RegExp, string])[] = [
  [/\btests?\b/i, "@test"],
  [/\blint/i, "@lint"],
  [/\btype/i, "@type"],
  [/\bbuilds?\b/i, "@build"],
  [/\bformatter/i, "@format"],
];

/** The commands that are asked for, as they are written; a single word names a sort of command. */
function required(listed: string | undefined, words: string | undefined, rule: RuleText): readonly string[] {
  if (listed !== undefined) {
    const spans = spansIn(listed, rule);
    return spans.every(isCommand) ? spans.flatMap(({ text }) => text.split(/\s*&&\s*/)) : [];
  }
  return sortWords.filter(([pattern]) => pattern.test(words ?? "")).map(([, sort]) => sort);
}

/** A command that is asked for need not be known: its rule says that it is run. */
function isCommand({ text, sort }: Span): boolean {
  return (
    sort === "command" ||
    (sort === "program" && !/^(?:git|npm|pnpm|yarn|bun|node|python3?|cd)$/.test(text)) ||
    (/^[a-z./][\w./:-]*(?: [\w./:@<>{}=*'"-]+)+$/.test(text) && sort !== "path")
  );
}

function asks(commands: readonly string[], at: Before["before"], since: Before["since"]): readonly Check[] {
  return commands.filter((ran) => !handsOver.test(ran)).map((ran) => ({ before: at, ran, since }));
}

/** A block that ends in the commit shows where its steps lead: what a gate is about is no step before it. */
const handsOver = /^(?:git (?:add|commit|push)|gh pr create)\b/;

const leads: readonly RegExp[] = [
  new RegExp(
    `^(?:always |you must |must |please |commands? to |steps? |checks? |required |checklist |do this |run (?:these|this|the following)?\\s*(?:commands?)?\\s*)*${beforeGate}\\s*(?:\\((?:required|mandatory|always)\\)|,?\\s*(?:always |you must |must |please )*(?:run|execute)(?: (?:all of these|in order|(?:these|the|all|our|a)(?: (?!(?:if|when|for)\\b)[\\w-]+){0,2}))?(?: (?:commands?|checks?|steps?))?)?\\s*[:!.]*$`,
    "i",
  ),
  /^(?<after>after\s+(?:(?:making|any|every|each|all|your|code)\s+)*(?:changes?|edits?|code changes)),?\s*(?:always |you must |must |please )*(?:run|execute)?(?: (?:these|the following))?(?: (?:commands?|checks?|steps?))?\s*[:!.]*$/i,
];

/** A point or a shell line below "Before every commit": each is a command that has to be run. */
export function gateByLead(
  rule: RuleText,
  above: readonly string[],
  shell: boolean,
): readonly Check[] | undefined {
  const at = above.map(leadGate).find((each) => each !== undefined);
  if (at === undefined) return undefined;
  if (shell) return asks(shellCommands(rule), at, "edit");
  const found = /^(?:(?:always |please |and )?run\s+|execute\s+)?(⟦\d+⟧)(.*)$/i.exec(rule.text);
  const [span] = spansIn(found?.[1] ?? "", rule);
  if (span === undefined || !isCommand(span)) return undefined;
  const rest = found?.[2] ?? "";
  const tail = tailOf(
    rest.replace(
      /^\s*(?:to (?:ensure|verify|check|catch|confirm|format|run|fix)|and (?:fix|verify|ensure|confirm|check)|passes|must pass|→)\b[^.;]*/i,
      "",
    ),
  );
  return tail === "none" ? asks([span.text], at, "edit") : undefined;
}

function leadGate(lead: string): Before["before"] | undefined {
  for (const pattern of leads) {
    const { groups } = pattern.exec(lead) ?? {};
    if (groups !== undefined) return groups.gate === undefined ? "stop" : gateNamed(groups.gate);
  }
  return undefined;
}

function shellCommands({ spans }: RuleText): readonly string[] {
  return spans.flatMap((span) => (isCommand(span) ? span.text.split(/\s*&&\s*/) : []));
}
