import { unspacedLetters } from "../../../text/words-of.js";

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
/** Scripts without spaces have about two letters to a word. */
const lettersPerWord = 2;

/** Words of a text in any script. */
export function wordCount(text: string): number {
  const spaced = text
    .replace(unspaced, " ")
    .split(/\s+/u)
    .filter((token) => /[\p{L}\p{N}]/u.test(token));
  return spaced.length + Math.floor(unspacedLetters(text) / lettersPerWord);
}
