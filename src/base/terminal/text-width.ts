import { stripVTControlCharacters } from "node:util";
import fastTruncatedWidth from "fast-string-truncated-width";

/**
 * The columns that a text takes on a terminal: styles and combining marks none, East Asian wide characters
 * and emoji two.
 */
export function textWidth(text: string): number {
  return fastTruncatedWidth(text).width;
}

/** The text if it takes at most these columns, else its beginning with an ellipsis and without styles. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  const plain = stripVTControlCharacters(text);
  const { index } = fastTruncatedWidth(plain, { limit: columns - 1 });
  return `${plain.slice(0, index).trimEnd()}…`;
}
