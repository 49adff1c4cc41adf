/** Scripts that put no space between words, with the sign that makes a Japanese vowel long. */
const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u30fc";

/** Korean puts spaces, and its particles to the word: pairs find the word without them. */
const paired = `${unspaced}\\p{Script=Hangul}`;

const oneUnspaced = new RegExp(`[${unspaced}]`, "u");
const onePaired = new RegExp(`[${paired}]`, "u");

/** A run of such letters, with marks that belong to them. Splitting by it keeps the runs. */
export const unspacedRun = new RegExp(`([${unspaced}][${unspaced}\\p{M}]*)`, "u");
export const pairedRun = new RegExp(`([${paired}][${paired}\\p{M}]*)`, "u");

export function hasUnspaced(text: string): boolean {
  return oneUnspaced.test(text);
}

/** Whether words of this script are compared by pairs of neighbouring letters. */
export function hasPaired(text: string): boolean {
  return onePaired.test(text);
}
