import { affirmations, unspacedAffirmations } from "./data/negation.js";
import { numerals, phraseWordings, synonymPairs, units } from "./data/synonyms.js";
import { withFirstUse } from "./patterns.js";
import { unspacedLetters } from "./scripts.js";
import { stem } from "./stem.js";

/** A word or a sign of a sentence, with what a comparison of meanings has to know of it. */
export interface Token {
  readonly kind: "word" | "run" | "comma" | "break";
  /** The word in lower case, as written. */
  readonly text: string;
  /** What is compared: its stem, a number with its unit, an identifier as it is. */
  readonly key: string;
  /** A number, a name or an identifier: another one means another thing. */
  readonly hard: boolean;
  readonly capital: boolean;
}

/** Longer than any rule, so that a text of any size costs little. */
const readAtMost = 4_000;

interface Patterns {
  readonly wordings: readonly (readonly [RegExp, string])[];
  readonly synonyms: ReadonlyMap<string, string>;
  readonly unspaced: RegExp;
  readonly pieces: RegExp;
}

/** A command that compares no texts would spend a tenth of its start on them. */
const patterns = withFirstUse<Patterns>(() => ({
  wordings: [
    [/[‘’ʼ]/g, "'"],
    [wholePhrases(Object.values(affirmations).flat()), " "],
    [new RegExp(unspacedAffirmations.join("|"), "gu"), " "],
    [/\bnon-(?=\p{L})/giu, "non"],
    [/\b(do|does|did|is|are|was|were|must|should|would|could|has|have|need)n'?t\b/gi, "$1 not"],
    ...phraseWordings.map(([word, phrases]) => [wholePhrases(phrases), word === "" ? " " : word] as const),
  ],
  synonyms: new Map(synonymPairs.map(([short, long]) => [stem(short), stem(long)])),
  unspaced: new RegExp(`[${unspacedLetters}]+`, "gu"),
  pieces: new RegExp(
    [
      `([${unspacedLetters}]+)`,
      `((?<![\\p{L}\\p{N}-])--?[a-z][\\w-]*|[@.]?${letter}+(?:(?:\\.|::|/|')${letter}+)*[+#]{0,2}%?)`,
      "(,|，|、)",
      "([.;:!?()。！？；：—–|]|\\s-\\s)",
      "(`)",
    ].join("|"),
    "giu",
  ),
}));

function wholePhrases(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])(?:${phrases.join("|")})(?![\\p{L}\\p{M}\\p{N}_])`, "giu");
}

const letter = "[\\p{L}\\p{M}\\p{N}_$]";

/** The words of a text with what tells them apart, and the signs between them. */
export function readTokens(text: string): readonly Token[] {
  const { wordings, unspaced, pieces } = patterns();
  const readable = wordings
    .reduce((rest, [pattern, by]) => rest.replace(pattern, by), text.slice(0, readAtMost).normalize("NFKC"))
    .replace(unspaced, " $& ");
  const tokens: Token[] = [];
  let inCode = false;
  for (const [, run, word, comma, end, tick] of readable.matchAll(pieces)) {
    if (tick !== undefined) inCode = !inCode;
    else if (run !== undefined)
      tokens.push({ kind: "run", text: run, key: run, hard: false, capital: false });
    else if (comma !== undefined || end !== undefined)
      tokens.push(sign(comma === undefined ? "break" : "comma"));
    else if (word !== undefined) tokens.push(...wordTokens(word, inCode, startsSentence(tokens)));
  }
  return withUnits(tokens);
}

function sign(kind: "comma" | "break"): Token {
  return { kind, text: "", key: "", hard: false, capital: false };
}

function startsSentence(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  return last === undefined || last.kind === "break";
}

function wordTokens(word: string, inCode: boolean, first: boolean): readonly Token[] {
  const text = word.toLowerCase().replace(/'s$/, "");
  const capital = /^\p{Lu}/u.test(word);
  const number = numberKey(text);
  if (number !== undefined) return [{ kind: "word", text, key: number, hard: true, capital }];
  const parts = word.split("/");
  if (parts.length > 1 && !/[._$]/.test(word))
    return parts.flatMap((part) => wordTokens(part, inCode, first));
  if (/^(?:e\.g|i\.e|etc|vs)$/.test(text)) return [];
  const identifier = inCode || /[_$@.#+\d]|::|^-|\p{Ll}\p{Lu}/u.test(word);
  const root = stem(text);
  const key = /[^\p{L}\p{M}]/u.test(text) ? text : (patterns().synonyms.get(root) ?? root);
  return [{ kind: "word", text, key, hard: identifier || (capital && !first), capital }];
}

/** "3", "v2.1", "30s", "80%": the number, and the unit if it is known. */
function numberKey(text: string): string | undefined {
  const [, digits, unit = ""] = /^v?(\d+(?:[.,]\d+)*)([a-z%]*)$/.exec(text) ?? [];
  const number = digits ?? numerals.get(text);
  if (number === undefined || (unit !== "" && !units.has(unit))) return undefined;
  return `#${number}${units.get(unit) ?? ""}`;
}

/** "30 seconds" and "30s" are one token. */
function withUnits(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    if (before !== undefined && isBareNumber(before) && units.has(token.text)) return [];
    const unit = after !== undefined && isBareNumber(token) ? units.get(after.text) : undefined;
    return [unit === undefined ? token : { ...token, key: `${token.key}${unit}` }];
  });
}

function isBareNumber({ key }: Token): boolean {
  return /^#[\d.,]+$/.test(key);
}
