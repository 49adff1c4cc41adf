import { type FailureWeights, type FailureWords, leastLikeness, likeness } from "./words.js";

/** A key of a failure that was seen before. */
export interface KnownKey {
  readonly key: string;
  /** Its place among all keys, the oldest first. */
  readonly order: number;
  readonly words: FailureWords;
}

/** The keys that were seen before, by their words. */
export interface KeyIndex {
  readonly withCallWord: (word: string) => readonly string[];
  readonly withCauseWord: (word: string) => readonly string[];
  readonly known: (key: string) => KnownKey | undefined;
}

/** Keys that a new one is compared with. */
const mostCompared = 200;

/**
 * The earlier key that a new failure is most like, the older of two; undefined when none is like enough. Only
 * keys with a word of the call and one of the causing line can be: those with the rarest words come first.
 */
export function nearestKey(
  words: FailureWords,
  index: KeyIndex,
  weights: FailureWeights,
): KnownKey | undefined {
  let best: { readonly found: KnownKey; readonly like: number } | undefined;
  for (const key of comparedKeys(words, index)) {
    const found = index.known(key);
    if (found === undefined) continue;
    const like = likeness(words, found.words, weights);
    if (like < leastLikeness || like < (best?.like ?? 0)) continue;
    if (best === undefined || like > best.like || found.order < best.found.order) best = { found, like };
  }
  return best?.found;
}

function comparedKeys(words: FailureWords, index: KeyIndex): ReadonlySet<string> {
  const lists = [...words.call.map(index.withCallWord), ...words.cause.map(index.withCauseWord)];
  const keys = new Set<string>();
  for (const list of lists.sort((one, other) => one.length - other.length))
    for (const key of list) if (keys.size < mostCompared) keys.add(key);
  return keys;
}
