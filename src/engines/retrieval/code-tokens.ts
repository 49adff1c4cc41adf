import { stemWord } from "./stem-word.js";

/** Letters with their marks, digits, and what binds an identifier. */
const identifier = /[\p{L}\p{M}\p{N}_$]+/gu;

/** Where an identifier falls apart: snake_case, camelCase, an acronym before a word (`HTTPServer`), letters beside digits. */
const seam =
  /[_$]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=[\p{L}\p{M}])(?=\p{N})|(?<=\p{N})(?=\p{L})/u;

/** Operators that a rule about code can be about. A single `=`, `+` or `.` stands everywhere and says nothing. */
const operator = /===|!==|\.\.\.|==|!=|<=|>=|=>|->|::|\*\*|&&|\|\||\?\?|\?\.|:=|\+=|-=|\+\+|--|\/\/|<<|>>/g;

/** Scripts that put no space between words: there, every two neighbours are a token. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export interface CodeTokens {
  /** What is looked up: stemmed words, whole identifiers, operators, pairs of unspaced characters. In order, repeated as they stand. */
  readonly words: readonly string[];
  /** The words before stemming, for comparing by parts of words. */
  readonly parts: readonly string[];
}

/** The tokens of prose, code, paths and names in any script. No text is too odd: without a letter or digit there are just none. */
export function codeTokens(text: string): CodeTokens {
  const words: string[] = [];
  const parts: string[] = [];
  const normal = text.normalize("NFKC");
  for (const [name] of normal.matchAll(identifier)) addIdentifier(name, words, parts);
  for (const [sign] of normal.matchAll(operator)) words.push(sign);
  return { words, parts };
}

function addIdentifier(name: string, words: string[], parts: string[]): void {
  const pieces = /^(?:[a-z]+|[A-Z][a-z]+)$/.test(name) ? [name] : name.split(seam).filter((piece) => piece.length > 0);
  for (const piece of pieces) addPart(piece.toLowerCase(), words, parts);
  if (pieces.length > 1) words.push(name.toLowerCase());
}

function addPart(part: string, words: string[], parts: string[]): void {
  parts.push(part);
  if (!unspaced.test(part)) words.push(stemWord(part));
  else for (const pair of pairs(part)) words.push(pair);
}

function pairs(part: string): readonly string[] {
  const letters = [...part];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, place) => `${letters[place]}${letter}`);
}
