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
}

/** Keys that a new one is compared with. */
const mostCompared = 50;

/** The keys with a word of the call and one of the causing line, those with the rarest words first. */
export function comparedKeys(words: FailureWords, index: KeyIndex): readonly string[] {
  const calls = words.call.map(index.withCallWord);
  const causes = words.cause.map(index.withCauseWord);
  const [inCalls, inCauses] = [new Set(calls.flat()), new Set(causes.flat())];
  const rarestFirst = [...calls, ...causes].sort((one, other) => one.length - other.length).flat();
  const both = new Set(rarestFirst.filter((key) => inCalls.has(key) && inCauses.has(key)));
  return [...both].slice(0, mostCompared);
}

interface Compared<Key> {
  readonly known: (key: string) => Key | undefined;
  readonly weights: FailureWeights;
}

/** Of some keys the one that a failure is most like, the older of two; undefined when none is like enough. */
export function nearestKey<Key extends KnownKey>(
  words: FailureWords,
  keys: readonly string[],
  { known, weights }: Compared<Key>,
): Key | undefined {
  let best: { readonly found: Key; readonly like: number } | undefined;
  for (const key of keys) {
    const found = known(key);
    if (found === undefined) continue;
    const like = likeness(words, found.words, weights);
    if (like < leastLikeness || like < (best?.like ?? 0)) continue;
    if (best === undefined || like > best.like || found.order < best.found.order) best = { found, like };
  }
  return best?.found;
}
