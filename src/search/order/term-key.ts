import { codeTokens } from "../../reading/language/words.js";

/**
 * Prime and offset of 32-bit FNV-1a, and a second pair of odd numbers so that the two hashes are independent.
 */
const first = { offset: 0x811c9dc5, prime: 0x01000193 };
const second = { offset: 0x9e3779b9, prime: 0x85ebca6b };

/**
 * Words and parts of words share one index; another start keeps `abcd` the word apart from `abcd` the part.
 */
const gramOffset = 0x2545f491;

/**
 * Long enough to be specific, short enough to survive another ending: the best of 3, 4 and 5 on three sets of
 * real queries.
 */
const gramLength = 4;

/**
 * A term as a number of 53 bits, so that an index is a sorted array of numbers and loads without parsing.
 * Among a million terms the chance of two alike is about 1 in 18,000; it would cost one wrong match.
 */
export function wordKey(word: string): number {
  return hashedTermKey(word, 0, word.length, 0);
}

/**
 * The keys of a word's parts of four characters, its beginning and end marked. A shorter word is one part.
 */
export function gramKeys(part: string): readonly number[] {
  const marked = `<${part}>`;
  const last = Math.max(1, marked.length - gramLength + 1);
  return Array.from({ length: last }, (_, start) =>
    hashedTermKey(marked, start, Math.min(marked.length, start + gramLength), gramOffset),
  );
}

function hashedTermKey(text: string, from: number, to: number, salt: number): number {
  let high = first.offset ^ salt;
  let low = second.offset ^ salt;
  for (let place = from; place < to; place += 1) {
    const unit = text.charCodeAt(place);
    high = Math.imul(high ^ unit, first.prime);
    low = Math.imul(low ^ unit, second.prime);
    low ^= low >>> 15;
  }
  return (high >>> 0) * 0x200000 + ((low ^ (low >>> 13)) >>> 11);
}

/**
 * What a query looks for. Each term counts once, however often the query says it: pasted code repeats itself
 * without meaning it.
 */
export interface WordQuery {
  readonly words: readonly number[];
  readonly grams: readonly number[];
}

/** A longer text is a document, not a query, and each term costs a look-up. */
const longest = 32_768;

/** Ascending keys, so that sums are added in the same order for every text and every layout of the index. */
export function wordQuery(text: string): WordQuery {
  const { words, parts } = codeTokens(text.slice(0, longest));
  return { words: ascending(words.map(wordKey)), grams: ascending(parts.flatMap((part) => gramKeys(part))) };
}

function ascending(keys: readonly number[]): readonly number[] {
  return [...new Set(keys)].sort((a, b) => a - b);
}
