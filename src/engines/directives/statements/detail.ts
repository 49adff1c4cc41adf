import { oneLine } from "../../../text/one-line.js";

/** A reason is kept to be read by people; nobody reads more in a list. */
const longest = 500;
const leading = /^[\s*_`"'”’>)\]},.;:|–—-]+/;
const naming =
  /^[*_`]{0,4}(?:reason|evidence|because|why|justification|note)\b[*_`]{0,4}\s{0,5}[=:]?[*_`]{0,4}\s{0,5}/i;
const quotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["‘", "’"],
  ["«", "»"],
]);

/**
 * What stands behind an id and says why: `reason=…`, quoted or not, or words behind a dash or in brackets.
 */
export function detailOf(segment: string): string | undefined {
  // A name in front of it decides where it begins, so that the quotes behind "reason=" are not taken for
  // leftovers.
  const text = oneLine(segment.slice(0, 4 * longest), 4 * longest).replace(leading, "");
  const opened = text.startsWith("(") || text.startsWith("[");
  const bare = (opened ? text.slice(1) : text).replace(naming, "");
  const said = oneLine(unquoted(withoutEnd(bare, opened)), longest);
  return /[\p{L}\p{N}]/u.test(said) ? said : undefined;
}

function unquoted(text: string): string {
  const closing = quotes.get(text.charAt(0));
  const end = closing === undefined ? -1 : text.indexOf(closing, 1);
  return end > 1 ? text.slice(1, end) : text;
}

/**
 * Without the marks that end a cell, a bracket or bold type, and without an "and" in front of the next
 * statement.
 */
function withoutEnd(text: string, opened: boolean): string {
  const marks = opened ? " |*_`,;])." : " |*_`,;";
  let end = text.length;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(/(?:^|[\s,;])(?:and|plus)$/i, "");
}
