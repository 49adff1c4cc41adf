import { codeTokens } from "../../language/words.js";
import { gramKeys, wordKey } from "./term-key.js";

/**
 * What a query looks for. Each term counts once, however often the query says it: pasted code repeats itself
 * without meaning it.
 */
export interface WordQuery {
  readonly words: readonly number[];
  readonly grams: readonly number[];
}

/**
 * A longer text is a document and no query: what it is about is said before, and each term costs a look-up.
 */
const longest = 32_768;

/** Ascending keys, so that sums are added in the same order for every text and every layout of the index. */
export function wordQuery(text: string): WordQuery {
  const { words, parts } = codeTokens(text.slice(0, longest));
  return { words: ascending(words.map(wordKey)), grams: ascending(parts.flatMap((part) => gramKeys(part))) };
}

function ascending(keys: readonly number[]): readonly number[] {
  return [...new Set(keys)].sort((a, b) => a - b);
}
