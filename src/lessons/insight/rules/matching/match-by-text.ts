import type { Config } from "../../../../base/config/settings.js";
import { contradicts } from "../../../../reading/language/compare.js";
import { numerals } from "../../../../reading/language/data/synonyms.js";
import { type Meaning, meaningOf } from "../../../../reading/language/meaning.js";
import { deniesWhatFollows } from "../../../../reading/language/negation.js";
import { countUnspaced, hasUnspaced } from "../../../../reading/language/scripts.js";
import { countWords, wordsOf } from "../../../../reading/language/words.js";
import { normaliseInsight } from "../normalise-insight.js";

/** An insight of the judged role that was seen or shown in the run. */
export interface MatchCandidate {
  readonly lesson: string;
  readonly text: string;
}

export type Match =
  | { readonly lesson: string; readonly by: "finding" | "substring" | "overlap" }
  | { readonly lesson: null; readonly reason: "unknown_finding" | "ambiguous" | "no_match" };

export type MatchSettings = Pick<Config["insights"], "matchOverlap">;

/** The insight that a text means: the one it quotes, else the one it shares most words with. */
export function matchByText(
  text: string,
  candidates: readonly MatchCandidate[],
  settings: MatchSettings,
): Match {
  const match = matchBySubstring(text, candidates);
  return match.lesson === null && match.reason === "no_match"
    ? matchByOverlap(text, candidates, settings)
    : match;
}

/** A shorter text stands in many others by chance. */
const leastWords = 3;
const leastUnspacedLetters = 8;

/**
 * The insight whose text is the given one, holds it or stands in it, word for word. Of several the one that
 * shares the longest part; two that share equally much are ambiguous.
 */
function matchBySubstring(text: string, candidates: readonly MatchCandidate[]): Match {
  const wanted = normaliseInsight(text);
  const shared = new Map<string, number>();
  for (const { lesson, text: own } of candidates) {
    const length = sharedLength(wanted, normaliseInsight(own));
    if (length > (shared.get(lesson) ?? 0)) shared.set(lesson, length);
  }
  const longest = Math.max(...shared.values());
  const [first, second] = [...shared].filter(([, length]) => length === longest);
  if (first === undefined) return { lesson: null, reason: "no_match" };
  return second === undefined ? { lesson: first[0], by: "substring" } : { lesson: null, reason: "ambiguous" };
}

function sharedLength(a: string, b: string): number {
  if (a === b) return a.length;
  const [part, whole] = a.length <= b.length ? [a, b] : [b, a];
  return isStatement(part) && holds(whole, part) ? part.length : 0;
}

/** Long enough, and not of empty words alone. */
function isStatement(text: string): boolean {
  if (countUnspaced(text) >= leastUnspacedLetters) return true;
  return countWords(text) >= leastWords && wordsOf(text).size > 1;
}

/** Whole words, and not denied: "never trust the client" does not hold "trust the client". */
function holds(whole: string, part: string): boolean {
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const before = whole.slice(0, at);
    const after = whole.slice(at + part.length);
    if (!joins(before, part) && !joins(part, after) && !deniesWhatFollows(lastWords(before))) return true;
  }
  return false;
}

/** Whether a word or a number goes on from one text into the next. Without spaces that cannot be known. */
function joins(before: string, after: string): boolean {
  const edges = `${before.slice(-1)}${after.slice(0, 1)}`;
  if (/^[\p{L}\p{N}\p{M}_]{2}$/u.test(edges)) return !hasUnspaced(edges);
  return /\d$/.test(before) && /^[.,]\d/.test(after);
}

/** The words right before, within the same clause; of a script without spaces the last characters. */
function lastWords(before: string): string {
  const clause =
    before
      .slice(-80)
      .split(/[.,;:!?。，；：！？]/u)
      .at(-1) ?? "";
  const words = clause.trim().split(/\s+/u).slice(-wordsLookedBack).join(" ");
  return hasUnspaced(words) ? words.slice(-4) : words;
}

/** "Do not always …" denies over one word; "do not forget to …" takes four to read. */
const wordsLookedBack = 4;

/** Fewer words in common are a topic, not a statement. */
const leastShared = 3;
/** A pair of letters of a script without spaces says about half as much as a word. */
const pairWeight = 0.5;
/** The best match must lead the second by this: a penalty for the wrong insight is worse than none. */
const matchMargin = 0.1;
/** 0.7 − 0.6 is less than 0.1 in floating point. */
const rounding = 1e-9;

/** The insight with the most words in common, if it has enough of them and leads the second clearly. */
function matchByOverlap(
  text: string,
  candidates: readonly MatchCandidate[],
  { matchOverlap }: MatchSettings,
): Match {
  const wanted = statementOf(text);
  const overlaps = new Map<string, number>();
  for (const { lesson, text: own } of candidates) {
    const statement = statementOf(own);
    const overlap = excludes(wanted, statement) ? 0 : overlapOf(wanted.words, statement.words);
    overlaps.set(lesson, Math.max(overlap, overlaps.get(lesson) ?? 0));
  }
  const [best, second] = [...overlaps].sort((a, b) => b[1] - a[1]);
  if (best === undefined || best[1] === 0 || best[1] + rounding < matchOverlap)
    return { lesson: null, reason: "no_match" };
  const leads = best[1] - (second?.[1] ?? 0) + rounding >= matchMargin && best[1] > (second?.[1] ?? 0);
  return leads ? { lesson: best[0], by: "overlap" } : { lesson: null, reason: "ambiguous" };
}

/**
 * Dice: twice the shared words by all words of both. Measured against the smaller set, three words would
 * match every long text that holds them; the cosine lies between and still favours short texts. That a short
 * text stands in a long one word for word is the substring's case.
 */
function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word));
  const weight = shared.reduce((sum, word) => sum + (hasUnspaced(word) ? pairWeight : 1), 0);
  return weight < leastShared ? 0 : (2 * shared.length) / (a.size + b.size);
}

interface Statement {
  readonly words: ReadonlySet<string>;
  readonly meaning: Meaning;
  readonly numbers: ReadonlySet<string>;
}

function statementOf(text: string): Statement {
  const words = wordsOf(text);
  return { words, meaning: meaningOf(text), numbers: numbersOf(text, words) };
}

/** Whether two texts, however many words they share, cannot be the same statement. */
function excludes(a: Statement, b: Statement): boolean {
  return numbersDiffer(a.numbers, b.numbers) || contradicts(a.meaning, b.meaning);
}

/** One text may name more numbers than the other, such as a place, but not others. */
function numbersDiffer(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  return [...few].some((number) => !many.has(number));
}

/** Also those within words, "IPv4", but not the line of a place: "a.ts:42", "a.ts#L42", "line 42". */
function numbersOf(text: string, words: ReadonlySet<string>): ReadonlySet<string> {
  const plain = text.normalize("NFKC").toLowerCase();
  const figures = [...plain.matchAll(/(?<![\d:.,-]|#l|\blines? )\d{1,20}(?:[.,]\d{1,20}){0,8}/g)].map(
    ([figure]) => figure.replace(/,(?=\d{3}(?!\d))/g, ""),
  );
  const spelled = [...words].flatMap((word) => numerals.get(word) ?? []);
  return new Set([...figures, ...spelled]);
}
