/** How a person words a rule or a correction that stays. */
export interface Wording {
  readonly kind: "correction" | "rule";
  /** Why it counts, for the person who reviews it. */
  readonly because: string;
  /** Holds in a long prompt too, and with "for now" in the sentence. */
  readonly isPlain?: true;
  /** Holds even if the sentence names one thing or one moment. */
  readonly evenOnce?: true;
  /** Holds even if the sentence is a question that wants an answer. */
  readonly evenAsked?: true;
  /** What to do instead is often in the sentence after it. */
  readonly goesOn?: true;
  /** Any of these. */
  readonly says: readonly RegExp[];
  /** None of these. */
  readonly unless: readonly RegExp[];
}

/** A pattern in several lines, in either case. */
export function re(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join(""), "iu");
}

const you = "(?:you|claude|codex|gemini|agents?|the agent|the assistant|we|everyone)";
export const must = [
  `(?:${you} (?:should|must|need to|have to|are to) `,
  `|make sure (?:that )?(?:${you} |to )?|be sure to )`,
].join("");
const working =
  "(?:you|we|writing|running|adding|creating|making|working|editing|committing|using|fixing|testing)";
export const occasion = [
  `(?:when|whenever) ${working}\\b[^,]{2,60},? `,
  "before (?:you|committing|pushing|opening|making|changing|any)\\b[^,]{2,60},? ",
  "after (?:you|every|each|any|changing|editing|making|finishing)\\b[^,]{2,60},? ",
  "for (?:(?:all|any|every|each|new)\\b[^,]{2,50}|[\\w ]{2,25}),? ",
  "in (?:this|our|the) (?:repo|repository|project|code ?base|monorepo|team)\\b[^,]{0,30},? ",
].join("|");
export const milestone = [
  "(?:committing|pushing|merging|every|each|any|claiming|saying|reporting|declaring|calling it|marking)",
  "(?:opening|creating|submitting|raising|making) (?:an?|the|any|your)",
  "(?:proposing|suggesting|planning|designing) (?!(?:this|that|it|the)\\b)\\w+",
  "you (?:commit|push|merge|open|submit|claim|say|report)",
  "(?:commit|push|merge)s?",
].join("|");
export const unsure = re(
  "\\b(?:maybe|i think|i guess|i wonder|wondering|might|perhaps|should we|do we|not sure)\\b",
);
export const question = /\?\s*$/u;
/** "Don't change anything, just tell me": how far to go now. */
export const notNow = re(
  "^(?:please )?(?:don't|do not|dont|never|let's not) (?:\\w+ )?(?:change|fix|modify|edit",
  "|implement|touch|do",
  "|write|add|make|start|update|remove|create|run|commit|push|refactor|rewrite|install) ",
  "(?:anything|any code|code|any changes|changes|(?:any|every)thing|the code|more|too|to",
  " (?:many|much))\\b",
);
