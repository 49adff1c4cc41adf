/**
 * Raises the estimate until 99 of 100 English texts and lines of code of twenty tokens or more are not
 * under-counted: without it the hundredth was at 0.99 of the true number. On average they come out a quarter
 * too high, see docs/decisions/0018-token-estimator.md.
 */
const safetyFactor = 1.05;

/**
 * Tokenizers end a token where letters, figures and signs meet, and mostly where a capital follows a small
 * letter.
 */
const pieces = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d{1,3}|[\t-\r ]+|[!-/:-@[-`{-~]+|./gsu;
/**
 * A line with such a letter is in a language whose plain words, too, fall into more parts than English ones.
 */
const accented = /[À-ɏḀ-ỿ]/;
/** Letters that form no word: of them a vocabulary holds only pairs. */
const unspeakable = /[b-df-hj-np-tv-xz]{5}/i;

interface Reading {
  readonly accented: boolean;
  /** Whether a figure or a single space came just before. */
  readonly before: "figure" | "space" | "other";
}

/**
 * About how many tokens a model reads in the text: rather too many than too few. It is the sum over the
 * lines, rounded up, so another line never lowers it. No vocabulary is loaded, and the text may be of any
 * size.
 */
export function estimateTokens(text: string): number {
  return text === "" ? 0 : roundedUp(tokensBeforeRounding(text));
}

/** Sums of fractions end a hair above or below a whole number; a hair is not a token. */
export function roundedUp(tokens: number): number {
  return Math.ceil(tokens - 1e-6);
}

/** The same before it is rounded up: what two texts have, and what they have as one, differ by a line break. */
export function tokensBeforeRounding(text: string): number {
  const lines = text.split("\n");
  return lines.reduce((sum, line) => sum + tokensOfLine(line), lines.length - 1) * safetyFactor;
}

function tokensOfLine(line: string): number {
  let tokens = 0;
  let reading: Reading = { accented: accented.test(line), before: "other" };
  for (const [piece] of line.matchAll(pieces)) {
    tokens += tokensOfPiece(piece, reading);
    reading = { ...reading, before: piece === " " ? "space" : /^\d/.test(piece) ? "figure" : "other" };
  }
  return tokens;
}

function tokensOfPiece(piece: string, { accented, before }: Reading): number {
  const first = piece.charCodeAt(0);
  const length = piece.length;
  if (first > 0x7f) return tokensPerLetter(piece);
  // A space belongs to the word after it, but is a token of its own before a figure.
  if (piece === " ") return 0;
  if (/^\s/.test(piece)) return 1 + Math.floor(length / 64);
  if (/^\d/.test(piece)) return before === "space" ? 2 : 1;
  if (!/^[A-Za-z]/.test(piece)) return 1 + (length - 1) / 2;
  // Letters after a figure are mostly a part of a hash or an id, which no vocabulary holds.
  if (before === "figure") return Math.max(1, 0.75 * length);
  if (unspeakable.test(piece)) return 0.55 * length;
  if (!/[a-z]/.test(piece)) return 1 + Math.max(0, length - 2) / 3;
  const capital = first < 0x61 ? 0.3 : 0;
  return capital + 1 + (accented ? Math.max(0, length - 3) * 0.38 : Math.max(0, length - 6) / 5);
}

/**
 * What a letter outside ASCII costs, by the last code point of a range: tokens of the dearer of two public
 * vocabularies, measured on running text and rounded up. Scripts that the older one has never learned cost
 * nearly a token for each byte.
 */
const ranges: readonly (readonly [last: number, tokens: number])[] = [
  [0x00bf, 1], // signs of Latin-1
  [0x024f, 0.85], // Latin with accents
  [0x036f, 1.5], // phonetic letters, combining accents
  [0x03ff, 1.2], // Greek
  [0x045f, 0.7], // Cyrillic
  [0x052f, 1.2], // Cyrillic outside Slavic languages
  [0x058f, 2.2], // Armenian
  [0x05ff, 1.3], // Hebrew
  [0x06ff, 1.3], // Arabic
  [0x08ff, 2], // Syriac and others
  [0x097f, 1.25], // Devanagari
  [0x09ff, 1.7], // Bengali
  [0x0b7f, 2.1], // Gurmukhi, Gujarati, Odia
  [0x0bff, 1.7], // Tamil
  [0x0dff, 2.3], // Telugu, Kannada, Malayalam, Sinhala
  [0x0e7f, 1.1], // Thai
  [0x109f, 2.3], // Lao, Tibetan, Burmese
  [0x10ff, 2.2], // Georgian
  [0x1dff, 3], // Ethiopic, Khmer and others
  [0x1eff, 1.3], // Vietnamese
  [0x1fff, 3], // old Greek
  [0x206f, 1], // dashes, quotation marks
  [0x2fff, 2.2], // arrows, mathematics, boxes, signs
  [0x303f, 1], // Chinese and Japanese punctuation
  [0x30ff, 1.1], // kana
  [0x4dbf, 3], // rare signs and characters
  [0x9fff, 1.55], // Chinese characters
  [0xabff, 3], // Yi and others
  [0xd7a3, 1.25], // Hangul
  [0xfeff, 3], // surrogates, private use, old forms
  [0xffef, 1.5], // full-width forms
  [0xffff, 3],
];
/** Emoji and rare scripts: four bytes. */
const beyond = 4;

/** The tokens of one letter or sign that is not ASCII, on average. */
function tokensPerLetter(letter: string): number {
  const point = letter.codePointAt(0) ?? 0;
  return ranges.find(([last]) => point <= last)?.[1] ?? beyond;
}
