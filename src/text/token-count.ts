import { tokensPerLetter } from "./tokens-per-letter.js";

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
  if (text === "") return 0;
  const lines = text.split("\n");
  const tokens = lines.reduce((sum, line) => sum + tokensOfLine(line), lines.length - 1);
  // Sums of fractions end a hair above or below a whole number; a hair is no token.
  return Math.ceil(tokens * safetyFactor - 1e-6);
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
