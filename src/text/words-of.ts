/** Words that say nothing about what a text is about. */
const empty = new Set(
  "a an and are as at be by do for from in into is it its of on or so that the then this to we with".split(
    " ",
  ),
);
/** Runs of scripts that put no space between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/**
 * The words of a text, once each: camelCase and snake_case are taken apart, case does not count. Where a
 * script has no spaces, each pair of neighbouring characters stands for a word: a dictionary would cut
 * otherwise in another release of the runtime, and what was learned must come out the same.
 */
export function wordsOf(text: string): ReadonlySet<string> {
  const parts = text
    .normalize("NFKC")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u);
  return new Set(parts.flatMap(wordsOfPart).filter((word) => word.length > 0 && !empty.has(word)));
}

function wordsOfPart(part: string): readonly string[] {
  const pairs = [...part.matchAll(unspaced)].flatMap(([run]) => pairsOf([...run]));
  return pairs.length === 0 ? [part] : [...part.split(unspaced), ...pairs];
}

function pairsOf(characters: readonly string[]): readonly string[] {
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** How many characters of a text belong to scripts without spaces. */
export function unspacedLetters(text: string): number {
  return [...text.matchAll(unspaced)].reduce((sum, [run]) => sum + [...run].length, 0);
}
