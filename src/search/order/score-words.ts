import type { Config } from "../../base/config/settings.js";
import type { WordQuery } from "./term-key.js";
import { type LivingSegment, postingsOf, type WordSegment } from "./word-segment.js";

export type WordSettings = Pick<Config["retrieval"], "gramWeight">;

/** BM25's k1, how soon a repeated word stops counting, and b, how much a long text counts less for one. */
export const wordSaturation = 1.2;
const wordLengthShare = 0.75;

/** A segment with each text's length as BM25 counts it. */
export interface MeasuredSegment extends LivingSegment {
  readonly hasDead: boolean;
  readonly wordNorms: Float64Array;
  readonly gramNorms: Float64Array;
}

type Norms = "wordNorms" | "gramNorms";

/**
 * How much of the query each text has, one array per segment: BM25 over words plus a share of BM25 over parts
 * of words, divided by what a text of average length with every term once would get. So 1 means about the
 * whole query, whatever its length, and a text that repeats a rare term can have more.
 */
export function scoreWords(
  segments: readonly MeasuredSegment[],
  query: WordQuery,
  living: number,
  settings: WordSettings,
): readonly Float64Array[] {
  const sums = segments.map(({ alive }) => new Float64Array(alive.length));
  const { gramWeight } = settings;
  const words = addTerms(segments, sums, query.words, "wordNorms", 1, living);
  const grams = gramWeight === 0 ? 0 : addTerms(segments, sums, query.grams, "gramNorms", gramWeight, living);
  const whole = words + grams;
  if (whole > 0)
    for (const sum of sums)
      for (let text = 0; text < sum.length; text += 1) sum[text] = (sum[text] ?? 0) / whole;
  return sums;
}

/**
 * Adds one field's terms to the sums; returns what the whole of them is worth, terms that no text has
 * included.
 */
function addTerms(
  segments: readonly MeasuredSegment[],
  sums: readonly Float64Array[],
  keys: readonly number[],
  norms: Norms,
  weight: number,
  living: number,
): number {
  let whole = 0;
  for (const key of keys) {
    const places = segments.map(({ segment }) => postingsOf(segment, key));
    const having = places.reduce((sum, place, which) => sum + livingAt(segments[which], place), 0);
    const rarity = weight * Math.log(1 + (living - having + 0.5) / (having + 0.5));
    whole += rarity;
    for (const [which, place] of places.entries()) {
      const [measured, sum] = [segments[which], sums[which]];
      if (place !== undefined && measured !== undefined && sum !== undefined) {
        addPostings(measured.segment, place, measured[norms], rarity * (wordSaturation + 1), sum);
      }
    }
  }
  return whole;
}

/**
 * Removed texts must not make a term look more common than it is, or an index would answer otherwise than a
 * fresh one.
 */
function livingAt(
  measured: MeasuredSegment | undefined,
  place: readonly [number, number] | undefined,
): number {
  if (measured === undefined || place === undefined) return 0;
  const [from, to] = place;
  if (!measured.hasDead) return to - from;
  let living = 0;
  for (let at = from; at < to; at += 1) living += measured.alive[measured.segment.texts[at] ?? 0] ?? 0;
  return living;
}

function addPostings(
  { texts, counts }: WordSegment,
  [from, to]: readonly [number, number],
  norms: Float64Array,
  factor: number,
  sum: Float64Array,
): void {
  // No defaults for places that are always there: this loop is most of a search by words.
  for (let at = from; at < to; at += 1) {
    const text = texts[at] as number;
    const count = counts[at] as number;
    sum[text] = (sum[text] as number) + (factor * count) / (count + (norms[text] as number));
  }
}

/** BM25's norm of each text: the saturation, larger for texts longer than the average. */
export function normsOf(lengths: Uint32Array, average: number): Float64Array {
  const norms = new Float64Array(lengths.length);
  const scale = (wordSaturation * wordLengthShare) / Math.max(1, average);
  const base = wordSaturation * (1 - wordLengthShare);
  for (let text = 0; text < lengths.length; text += 1) norms[text] = base + scale * (lengths[text] ?? 0);
  return norms;
}
