import { stemWord } from "./stem-word.js";
import { hasPaired, pairedRun } from "./unspaced.js";

/** Letters with their marks, digits, and what binds an identifier. */
const identifier = /[\p{L}\p{M}\p{N}_$]+/gu;

/** How an emoji is to be drawn, and no letter: left in, every emoji with it would share a word. */
const drawing = /[\uFE00-\uFE0F\u20E3]/g;

/**
 * Where an identifier falls apart: snake_case, camelCase, an acronym before a word (`HTTPServer`), letters
 * beside digits.
 */
const seam =
  /[_$]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=[\p{L}\p{M}])(?=\p{N})|(?<=\p{N})(?=\p{L})/u;

/**
 * Operators that a rule about code can be about. A single `=`, `+` or `.` stands everywhere and says nothing.
 */
const operator = /===|!==|\.\.\.|==|!=|<=|>=|=>|->|::|\*\*|&&|\|\||\?\?|\?\.|:=|\+=|-=|\+\+|--|\/\/|<<|>>/g;

/** An emoji, without the skin or the persons that are joined to it; a flag is two letters of its own. */
const emoji = /\p{RI}\p{RI}|\p{Extended_Pictographic}/gu;

export interface CodeTokens {
  /**
   * What is looked up: stemmed words, whole identifiers, operators, emoji, pairs of letters where a script
   * has no spaces. In order, repeated as they stand.
   */
  readonly words: readonly string[];
  /** The words before stemming, for comparing by parts of words. */
  readonly parts: readonly string[];
}

/**
 * The tokens of prose, code, paths and names in any script. No text is too odd: without a letter or digit
 * there are just none.
 */
export function codeTokens(text: string): CodeTokens {
  const words: string[] = [];
  const parts: string[] = [];
  const normal = text.replace(drawing, "").normalize("NFKC");
  for (const [name] of normal.matchAll(identifier)) addIdentifier(name, words, parts);
  for (const [sign] of normal.matchAll(operator)) words.push(sign);
  for (const [picture] of normal.matchAll(emoji)) words.push(picture);
  return { words, parts };
}

function addIdentifier(name: string, words: string[], parts: string[]): void {
  const pieces = /^(?:[a-z]+|[A-Z][a-z]+)$/.test(name)
    ? [name]
    : name.split(seam).filter((piece) => piece.length > 0);
  for (const piece of pieces) addPart(piece.toLowerCase(), words, parts);
  if (pieces.length > 1) words.push(name.toLowerCase());
}

/**
 * A run without spaces and what stands beside it, such as a name within a Japanese sentence, are different
 * parts.
 */
function addPart(part: string, words: string[], parts: string[]): void {
  if (!hasPaired(part)) {
    parts.push(part);
    words.push(stemWord(part));
    return;
  }
  for (const run of part.split(pairedRun).filter((each) => each.length > 0)) {
    parts.push(run);
    if (!hasPaired(run)) words.push(stemWord(run));
    else for (const pair of pairs(run)) words.push(pair);
  }
}

function pairs(part: string): readonly string[] {
  const letters = [...part];
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, place) => `${letters[place]}${letter}`);
}
