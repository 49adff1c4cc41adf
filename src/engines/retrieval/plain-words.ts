import { hasUnspaced, unspacedRun } from "./unspaced.js";

/**
 * The words of a text in order, compared without case: what "verbatim" means for a phrase. Without spaces
 * each letter is one.
 */
export function plainWords(text: string): readonly string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}_$]+/gu) ?? [];
  return words.flatMap((word) => (hasUnspaced(word) ? lettersOf(word) : [word]));
}

/** How many words a phrase is long. A word in scripts without spaces has about two letters. */
export function phraseLength(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (hasUnspaced(word) ? 0.5 : 1), 0);
}

function lettersOf(word: string): readonly string[] {
  const runs = word.split(unspacedRun).filter((run) => run.length > 0);
  return runs.flatMap((run) => (hasUnspaced(run) ? [...run] : [run]));
}
