import { topiclessWords } from "./data/function-words.js";
import { unspacedLetters } from "./scripts.js";

/** Enough to tell words apart, and short enough that endings do not count. */
const beginning = 4;
const unspaced = new RegExp(`[${unspacedLetters}]`, "u");

/**
 * The beginnings of a text's words, or its letters in scripts without spaces: a hundred times cheaper to make
 * than a meaning, for choosing what is worth comparing.
 */
export function roughWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (unspaced.test(word)) for (const letter of word) words.add(letter);
    else if (!topiclessWords.has(word)) words.add(word.slice(0, beginning));
  }
  return words;
}

/** Texts that say the same or the opposite share at least this part of the rough words of the shorter one. */
const sharedAtLeast = 1 / 3;

/** Whether two texts may say the same or the opposite. A no is certain but for rare synonyms. */
export function mayBeSimilar(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  return shared > 0 && shared >= small.size * sharedAtLeast;
}
