import { unspacedLetters, wordsOf } from "../../../text/words-of.js";
import { normaliseInsight } from "../normalise-insight.js";
import type { Match, MatchCandidate } from "./match.js";
import { negationsIn } from "./negations-in.js";

/** A shorter text stands in many others by chance. */
const leastWords = 3;
const leastUnspacedLetters = 8;

/**
 * The insight whose text is the given one, holds it or stands in it, word for word. Of several the one that
 * shares the longest part; two that share equally much are ambiguous.
 */
export function matchBySubstring(text: string, candidates: readonly MatchCandidate[]): Match {
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
  return saysEnough(part) && holds(whole, part) ? part.length : 0;
}

/** Long enough, and not of empty words alone. */
function saysEnough(text: string): boolean {
  if (unspacedLetters(text) >= leastUnspacedLetters) return true;
  const words = text.split(/[^\p{L}\p{N}\p{M}']+/u).filter((word) => word !== "");
  return words.length >= leastWords && wordsOf(text).size > 1;
}

/**
 * Whole words, with no negation right in front: "never trust the client" does not hold "trust the client".
 */
function holds(whole: string, part: string): boolean {
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const before = whole.slice(0, at);
    const after = whole.slice(at + part.length);
    if (!joins(before, part) && !joins(part, after) && negationsIn(lastWords(before)) === 0) return true;
  }
  return false;
}

/**
 * Whether a word or a number goes on from one text into the next. In a script without spaces nobody can tell.
 */
function joins(before: string, after: string): boolean {
  const edges = `${before.slice(-1)}${after.slice(0, 1)}`;
  if (/^[\p{L}\p{N}\p{M}_]{2}$/u.test(edges)) return unspacedLetters(edges) === 0;
  return /\d$/.test(before) && /^[.,]\d/.test(after);
}

/** The two words before, within the same clause; of a script without spaces the last characters. */
function lastWords(before: string): string {
  const clause =
    before
      .slice(-80)
      .split(/[.,;:!?。，；：！？]/u)
      .at(-1) ?? "";
  const words = clause.trim().split(/\s+/u).slice(-2).join(" ");
  return unspacedLetters(words) > 0 ? words.slice(-4) : words;
}
