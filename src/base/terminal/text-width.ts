import { stripVTControlCharacters } from "node:util";

/** East Asian wide characters, full-width forms, and emoji. */
const wideRanges = [
  "\\u1100-\\u115f",
  "\\u2e80-\\u303e",
  "\\u3041-\\ua4cf",
  "\\uac00-\\ud7a3",
  "\\uf900-\\ufaff",
  "\\ufe30-\\ufe6f",
  "\\uff00-\\uff60",
  "\\uffe0-\\uffe6",
  "\\u{1f300}-\\u{1faff}",
  "\\u{20000}-\\u{3fffd}",
];
const wide = new RegExp(`[${wideRanges.join("")}]`, "u");
const noWidth = /[\p{Mn}\p{Me}\p{Cf}]/u;

/**
 * The columns that a text takes on a terminal: styles and combining marks none, East Asian wide characters
 * and emoji two. Emoji made of several joined characters come out too wide, which costs a table some blanks.
 */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of stripVTControlCharacters(text)) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (noWidth.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** The text if it takes at most these columns, else its beginning with an ellipsis and without styles. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let [beginning, left] = ["", columns - 1];
  for (const character of stripVTControlCharacters(text)) {
    left -= widthOf(character);
    if (left < 0) break;
    beginning += character;
  }
  return `${beginning.trimEnd()}…`;
}
