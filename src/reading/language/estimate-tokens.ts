/**
 * Raises the estimate until 99 of 100 English texts and lines of code of twenty tokens or more are not
 * under-counted: without it the hundredth was at 0.99 of the true number. On average they come out a quarter
 * too high, see docs/decisions/0046-one-room-for-language.md.
 */
const safetyFactor = 1.05;

/**
 * A line with such a letter is in a language whose plain words, too, fall into more parts than English ones.
 */
const accented = /[À-ɏḀ-ỿ]/;

const small = 1;
const capital = 2;
const figure = 3;
const space = 4;
const sign = 5;
const other = 0;

/** What each character of ASCII is. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return small;
  if (/[A-Z]/.test(character)) return capital;
  if (/\d/.test(character)) return figure;
  if (/[\t-\r ]/.test(character)) return space;
  return /[!-~]/.test(character) ? sign : other;
});
const isConsonant = Uint8Array.from({ length: 128 }, (_, code) =>
  /[b-df-hj-np-tv-xz]/i.test(String.fromCharCode(code)) ? 1 : 0,
);
/** So many consonants form no word: of them a vocabulary holds only pairs. */
const unspeakable = 5;

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

/**
 * Tokenizers end a token where letters, figures and signs meet, and mostly where a capital follows a small
 * letter.
 */
function tokensOfLine(line: string): number {
  const { length } = line;
  let tokens = 0;
  let before = other;
  let isAccented: boolean | undefined;
  for (let at = 0; at < length; ) {
    const code = line.charCodeAt(at);
    if (code > 0x7f) {
      const point = line.codePointAt(at) ?? 0;
      tokens += tokensPerLetter(point);
      at += point > 0xffff ? 2 : 1;
      before = other;
      continue;
    }
    const kind = kinds[code] ?? other;
    const end = kind === small || kind === capital ? endOfWord(line, at, kind) : endOfRow(line, at, kind);
    if (kind === small || kind === capital) {
      isAccented ??= accented.test(line);
      tokens += tokensOfWord(line, at, end, before === figure, isAccented);
    } else if (kind === figure) tokens += before === space ? 2 : 1;
    else if (kind === sign) tokens += 1 + (end - at - 1) / 2;
    else if (kind === other) tokens += 1;
    // A space belongs to the word after it, but is a token of its own before a figure.
    else if (code !== 0x20 || end > at + 1) tokens += 1 + Math.floor((end - at) / 64);
    before = kind === space && (code !== 0x20 || end > at + 1) ? other : kind;
    at = end;
  }
  return tokens;
}

/** A word ends before a capital; of capitals before a small letter the last begins the next word. */
function endOfWord(line: string, from: number, kind: number): number {
  let end = from + 1;
  if (kind === capital && kinds[line.charCodeAt(end)] === capital) {
    while (kinds[line.charCodeAt(end)] === capital) end += 1;
    return kinds[line.charCodeAt(end)] === small ? end - 1 : end;
  }
  while (kinds[line.charCodeAt(end)] === small) end += 1;
  return end;
}

/** Figures go three by three, spaces and signs in rows. */
function endOfRow(line: string, from: number, kind: number): number {
  const last = kind === other ? from + 1 : kind === figure ? from + 3 : line.length;
  let end = from + 1;
  while (end < last && kinds[line.charCodeAt(end)] === kind) end += 1;
  return end;
}

function tokensOfWord(
  line: string,
  from: number,
  end: number,
  followsFigure: boolean,
  isAccented: boolean,
): number {
  const length = end - from;
  // Letters after a figure are mostly a part of a hash or an id, which no vocabulary holds.
  if (followsFigure) return Math.max(1, 0.75 * length);
  if (isUnspeakable(line, from, end)) return 0.55 * length;
  const isCapital = kinds[line.charCodeAt(from)] === capital;
  if (isCapital && kinds[line.charCodeAt(end - 1)] === capital) return 1 + Math.max(0, length - 2) / 3;
  const extra = isCapital ? 0.3 : 0;
  return extra + 1 + (isAccented ? Math.max(0, length - 3) * 0.38 : Math.max(0, length - 6) / 5);
}

function isUnspeakable(line: string, from: number, end: number): boolean {
  let row = 0;
  for (let at = from; at < end; at += 1) {
    row = isConsonant[line.charCodeAt(at)] === 1 ? row + 1 : 0;
    if (row === unspeakable) return true;
  }
  return false;
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
function tokensPerLetter(point: number): number {
  return ranges.find(([last]) => point <= last)?.[1] ?? beyond;
}
