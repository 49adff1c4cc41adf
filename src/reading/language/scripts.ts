import { withFirstUse } from "./patterns.js";

/** Scripts that put no space between words. */
const unspacedScripts = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"];
/** The sign that makes a Japanese vowel long: Unicode counts it to no script, because two share it. */
const longVowel = "\u30fc";

/** Letters of these scripts, for use inside the brackets of a regular expression. */
export const unspacedLetters = `${unspacedScripts.map((name) => `\\p{Script=${name}}`).join("")}${longVowel}`;
const pairedLetters = `${unspacedLetters}\\p{Script=Hangul}`;

/** Thai begins here, the first of these scripts: a text without such a character has no letter of theirs. */
const mayHoldThem = /[\u0e00-\uffff]/;

const oneUnspaced = withFirstUse(() => new RegExp(`[${unspacedLetters}]`, "u"));
const allUnspaced = withFirstUse(() => new RegExp(`[${unspacedLetters}]`, "gu"));
/** A run of such letters with the marks that belong to them. Splitting by it keeps the runs. */
const unspacedRun = withFirstUse(() => new RegExp(`([${unspacedLetters}][${unspacedLetters}\\p{M}]*)`, "u"));
const onePaired = withFirstUse(() => new RegExp(`[${pairedLetters}]`, "u"));
const pairedRun = withFirstUse(() => new RegExp(`([${pairedLetters}][${pairedLetters}\\p{M}]*)`, "u"));

export interface Run {
  readonly text: string;
  /** Whether the writing does not mark where its words end. */
  readonly unspaced: boolean;
}

export function hasUnspaced(text: string): boolean {
  return mayHoldThem.test(text) && oneUnspaced().test(text);
}

/** How many letters of a text belong to scripts without spaces. */
export function countUnspaced(text: string): number {
  return mayHoldThem.test(text) ? (text.match(allUnspaced())?.length ?? 0) : 0;
}

/**
 * A text cut where a script without spaces meets another one, as in a Japanese sentence with an English name.
 * Korean puts spaces, but its particles stick to the word: `korean: true` treats it as unspaced too.
 */
export function runsOf(text: string, { korean = false } = {}): readonly Run[] {
  const plain = text === "" ? [] : [{ text, unspaced: false }];
  if (!mayHoldThem.test(text)) return plain;
  const one = korean ? onePaired() : oneUnspaced();
  if (!one.test(text)) return plain;
  return text
    .split(korean ? pairedRun() : unspacedRun())
    .filter((run) => run !== "")
    .map((run) => ({ text: run, unspaced: one.test(run) }));
}

/**
 * Each pair of neighbouring letters; a single letter stands for itself. Pairs stand for words where a script
 * has no spaces: a dictionary would cut differently in another release of the runtime, and what was learned
 * must come out the same.
 */
export function letterPairs(run: string): readonly string[] {
  const letters = [...run];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
}
