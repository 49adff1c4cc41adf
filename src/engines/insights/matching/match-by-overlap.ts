import { unspacedLetters } from "../../../text/words-of.js";
import type { Match, MatchCandidate, MatchSettings } from "./match.js";
import { contradicts, statementOf } from "./statement.js";

/** Fewer words in common are a topic, not a statement. */
const leastShared = 3;
/** A pair of letters of a script without spaces says about half as much as a word. */
const pairWeight = 0.5;
/** The best match must lead the second by this: a penalty for the wrong insight is worse than none. */
const matchMargin = 0.1;
/** 0.7 − 0.6 is less than 0.1 in floating point. */
const rounding = 1e-9;

/** The insight with the most words in common, if it has enough of them and leads the second clearly. */
export function matchByOverlap(
  text: string,
  candidates: readonly MatchCandidate[],
  { matchOverlap }: MatchSettings,
): Match {
  const wanted = statementOf(text);
  const overlaps = new Map<string, number>();
  for (const { lesson, text: own } of candidates) {
    const statement = statementOf(own);
    const overlap = contradicts(wanted, statement) ? 0 : overlapOf(wanted.words, statement.words);
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
  const said = shared.reduce((sum, word) => sum + (unspacedLetters(word) > 0 ? pairWeight : 1), 0);
  return said < leastShared ? 0 : (2 * shared.length) / (a.size + b.size);
}
