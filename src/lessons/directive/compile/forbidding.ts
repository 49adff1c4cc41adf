import type { Check, Then } from "../check/check.js";
import { packageManagers } from "../check/commands.js";
import { doing, type RuleText, tailOf } from "./rule-text.js";
import { type Span, spansIn } from "./spans.js";

/** Spans that a rule lists, with what may stand between them. */
const list = "⟦\\d+⟧(?:(?:\\s*(?:,|/|or|and|nor)\\s*){1,2}(?:the |a |raw |bare )?⟦\\d+⟧)*";
const clauseStart =
  "(?:^|[;:,.—–(]\\s*|\\s--?\\s)(?:and |but |please |so )*(?:(?:you|we|agents?|claude|the agent) )?";
const negation =
  "(?:must never|should never|never ever|never|do not|don't|must not|mustn't|should not|shouldn't|may not|avoid)";
const adverb = "(?:ever |directly |manually |hand-?|accidentally |just |simply )?";
const verbs = {
  run: "run|running|execute|executing|invoke|invoking|call|calling|use|using",
  write:
    "edit|editing|modify|modifying|change|changing|touch|touching|write to|write|overwrite|update|updating|alter|edit or delete|modify or delete|edit or modify",
  text: "use|using|add|adding|call|calling|import|importing|write|writing|introduce|introducing|leave|rely on|insert|include",
  stage: "commit|committing|stage|staging|check in|git add",
};
const filling =
  "(?:(?:the|a|an|any|raw|bare|plain|inline|direct|files? (?:in|under|inside)|anything (?:in|under)|generated|auto-generated) )*";
const noun =
  "(?: (?:commands?|types?|keyword|files?|folders?|director(?:y|ies)|functions?|calls?|statements?|flags?|options?|fields?|tags?|operator|macros?|methods?|blocks?|attributes?|props?|packages?|librar(?:y|ies)))?";
const scopes =
  "(?<scope> (?:in|outside(?: of)?|within) (?:non-test|non test|production|prod|library|application) (?:code|files|paths)| in ⟦\\d+⟧(?: files)?| outside(?: of)? (?:tests?(?: files| code)?|⟦\\d+⟧))?";

type Verb = keyof typeof verbs | "none";

const forbiddenList = (start: string, verb: string) =>
  new RegExp(`${start}\\s*${adverb}${verb}${filling}(?<list>${list})${noun}${scopes}(?<rest>.*)$`, "iu");

const patterns: readonly (readonly [Verb, RegExp])[] = [
  ...(Object.keys(verbs) as (keyof typeof verbs)[]).map(
    (verb) => [verb, forbiddenList(`${clauseStart}${negation}`, `(?:${verbs[verb]})\\s+`)] as const,
  ),
  ["none", forbiddenList(`${clauseStart}(?:${negation}|no)`, "")],
];

/** The same without the negation: below a heading, or behind a mark, that denies all of it. */
const deniedPatterns: readonly (readonly [Verb, RegExp])[] = [
  ...(Object.keys(verbs) as (keyof typeof verbs)[]).map(
    (verb) => [verb, forbiddenList("^", `(?:${verbs[verb]})\\s+`)] as const,
  ),
  ["none", new RegExp(`^\\s*(?:raw )?(?<list>${list})${noun}${scopes}(?<rest>.*)$`, "iu")],
];

/** What a clause forbids: commands, files and texts that stand in it as code. */
export function forbidding(rule: RuleText, denied: boolean): readonly Check[] | "condition" | undefined {
  let narrow = false;
  for (const [verb, pattern] of denied ? [...deniedPatterns, ...patterns] : patterns) {
    const { groups } = pattern.exec(rule.text) ?? {};
    if (groups === undefined) continue;
    const tail = tailOf((groups.rest ?? "").replace(verb === "stage" ? intoGit : /^/, ""));
    if (tail === "narrow") narrow = true;
    else {
      const soft = /\bavoid\b/i.test(rule.text.slice(0, rule.text.indexOf("⟦"))) ? "warn" : undefined;
      const checks = checksOf(verb, spansIn(groups.list ?? "", rule), {
        ...doing(tail === "ask" ? "ask" : soft),
        ...scopeOf(groups.scope, rule),
        isRun: /\b(?:run|running|execut\w+|invok\w+)\s[^⟦]*⟦/i.test(rule.text),
      });
      if (checks.length > 0) return checks;
    }
  }
  return narrow ? "condition" : undefined;
}

/** Where a commit goes to anyway. */
const intoGit = /^\s+to (?:git|github|version control|source control|the repo(?:sitory)?)\b/i;

interface Scope {
  readonly in?: string;
  readonly notIn?: string[];
}

function scopeOf(text: string | undefined, rule: RuleText): Scope {
  if (text === undefined) return {};
  const [span] = spansIn(text, rule);
  if (span === undefined) return { notIn: ["tests"] };
  return /outside/i.test(text) ? { notIn: [span.text] } : { in: globOf(span.text) };
}

/** A folder stands for all that is in it; a file's name alone for the file in any folder. */
export function globOf(path: string): string {
  const bare = path.replace(/^\.\//, "").replace(/\/+$/, "/");
  if (/^\*?\.(?:[A-Z]\w*\.)?\w+$/.test(bare) && !bare.startsWith(".env"))
    return `**/*${bare.replace(/^\*/, "")}`;
  if (bare.endsWith("/")) return `${bare}**`;
  return bare.includes("/") ? bare : `**/${bare}`;
}

interface Manner extends Scope {
  readonly then?: Then;
  /** What is run is a command, even where it looks like a text. */
  readonly isRun: boolean;
}

function checksOf(verb: Verb, spans: readonly Span[], { then, isRun, ...scope }: Manner): readonly Check[] {
  const manner = doing(then);
  const mixed = new Set(spans.map(({ sort }) => sort)).size > 1;
  return spans.flatMap((span): readonly Check[] => {
    const { text, sort } = span;
    if (sort === "option" && verb !== "write") return [{ never: { run: `* ${text}` }, ...manner }];
    if (sort === "command" && ["run", "none"].includes(verb)) return [{ never: { run: text }, ...manner }];
    if (sort === "program" && ["run", "none"].includes(verb) && !mixed)
      return [{ never: { run: text }, ...manner }];
    if (sort === "path" && verb === "write") return [{ never: { write: globOf(text) }, ...manner }];
    if (sort === "path" && verb === "stage") return [{ never: { run: `git add ${text}` }, ...manner }];
    if (sort === "text" && (["text", "none"].includes(verb) || (verb === "run" && !isRun)))
      return [{ never: { text: literalOf(text), ...scope }, ...manner }];
    return [];
  });
}

const pair = new RegExp(
  `(?:^|[;:.—–]\\s*|\\s)(?<verb>use|using|prefer|call|write|import)\\s+(?:the )?(?<good>⟦\\d+⟧)${noun}(?: \\([^)]{0,80}\\))?\\s*(?:,|—|–|-|;)?\\s*(?:instead of|rather than|over|and not|never use|never|not|don't use|do not use)\\s+(?:the |a |raw |bare |using )?(?<list>${list})${noun}(?<rest>.*)$`,
  "iu",
);
const pairTurned = new RegExp(
  `${clauseStart}${negation}\\s+(?:use|run|call)\\s+(?<list>${list})${noun}\\s*(?:[,;.—–:]|-)+\\s*(?:always )?use\\s+(?<good>⟦\\d+⟧)(?<rest>.*)$`,
  "iu",
);

/** "Use A instead of B": B is forbidden, and A the way out. */
export function replacing(rule: RuleText): readonly Check[] | "condition" | undefined {
  const groups = (pair.exec(rule.text) ?? pairTurned.exec(rule.text))?.groups;
  if (groups === undefined) return undefined;
  const tail = tailOf((groups.rest ?? "").replace(/^\s*instead\b/i, ""));
  const soft = /\b(?:prefer|recommended|consider|when possible|where possible|ideally)\b/i.test(rule.text);
  const [good] = spansIn(groups.good ?? "", rule);
  const bad = spansIn(groups.list ?? "", rule);
  if (good === undefined || bad.length === 0) return undefined;
  if (tail === "narrow") return "condition";
  const manner = doing(tail === "ask" ? "ask" : soft ? "warn" : undefined);
  const runs = (span: Span) => span.sort === "command" || span.sort === "program";
  const checks = bad.flatMap((span): readonly Check[] => {
    if (runs(span) && runs(good)) return [{ never: { run: span.text }, instead: good.text, ...manner }];
    if (span.sort === "text" && ["text", "word"].includes(good.sort) && !hasSample(span.text))
      return [{ never: { text: literalOf(span.text) }, instead: good.text, ...manner }];
    return [];
  });
  return checks.length === 0 ? undefined : checks;
}

/** `Optional[X]` means each `Optional[`: a capital in brackets stands for anything. */
function literalOf(text: string): string {
  return text.replace(/([[<(])(?:[A-Z]|\.{3}|…)[\]>)]$/, "$1");
}

/** An example with a value of its own stands for others like it. */
function hasSample(text: string): boolean {
  return /["'].{2,}["']|\d{3,}/.test(text);
}

const families: readonly (readonly string[])[] = [[...packageManagers]];
const manager = "(?<name>npm|pnpm|yarn|bun|uv)";
const onlyManager = [
  new RegExp(
    `(?:^|[:.]\\s+)(?:always|only|exclusively)\\s+use\\s+(?:only\\s+)?${manager}(?<rest>\\s.*|[.;,].*|)$`,
    "i",
  ),
  new RegExp(
    `(?:^|[:.]\\s+)(?:must\\s+)?use\\s+(?:only\\s+)?${manager}\\s+(?:only|exclusively)(?<rest>.*)$`,
    "i",
  ),
  new RegExp(`(?:^|[:.]\\s+)(?:must\\s+)?use\\s+only\\s+${manager}(?<rest>\\s.*|[.;,].*|)$`, "i"),
  new RegExp(`^${manager}\\s+(?:only|exclusively)(?<rest>.*)$`, "i"),
  new RegExp(
    `(?:^use|package manager(?: is)?:?)\\s+${manager}\\s*(?:,|\\(|—|–|-)?\\s*\\(?(?:not|never|and not|do not use|don't use)\\s+(?:use\\s+)?(?:npm|pnpm|yarn|bun|pip)\\b(?:\\s*(?:or|and|/|,)\\s*(?:npm|pnpm|yarn|bun|poetry|pip))*(?<rest>.*)$`,
    "i",
  ),
];
/** What the package manager is used for says nothing narrower. */
const purpose =
  /^\s*(?:\([^)]*\)|as (?:the|your|our) package manager|for (?:all )?(?:package|dependenc\w+|python|installs?|scripts)[\w ,/]*|to (?:manage|install|run) [\w ,]*|everywhere)/i;

/** "Use pnpm only": the others of its family are not used for the project. */
export function packageManagerRule(rule: RuleText): readonly Check[] | "condition" | undefined {
  const text = rule.text.replace(/⟦(\d+)⟧/g, (_, at: string) => rule.spans[Number(at)]?.text ?? "");
  for (const pattern of onlyManager) {
    const { groups } = pattern.exec(text) ?? {};
    if (groups?.name === undefined) continue;
    let rest = groups.rest ?? "";
    for (let before = ""; before !== rest; ) [before, rest] = [rest, rest.replace(purpose, "")];
    const tail = tailOf(rest);
    if (tail === "narrow") return "condition";
    return othersThan(groups.name.toLowerCase()).map((run) => ({
      never: { run },
      instead: groups.name?.toLowerCase(),
      ...doing(tail === "ask" ? "ask" : undefined),
    }));
  }
  return undefined;
}

function othersThan(name: string): readonly string[] {
  if (name === "uv") return ["pip install"];
  return (families.find((family) => family.includes(name)) ?? []).filter((each) => each !== name);
}
