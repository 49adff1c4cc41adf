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
export function tokensPerLetter(letter: string): number {
  const point = letter.codePointAt(0) ?? 0;
  return ranges.find(([last]) => point <= last)?.[1] ?? beyond;
}
