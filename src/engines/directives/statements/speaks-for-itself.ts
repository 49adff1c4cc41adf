const marks = " \t*_`\"'“”‘’";
/** Words in front of an example, among them those of the gate's own answer. */
const given = /(?:e\.g\.|i\.e\.|\b(?:example|format|template|instead of|such as|contract|write|or))\s?:?$/i;

/**
 * Whether a keyword behind these words is said, and not spoken of: it begins the line, a sentence, a cell, a
 * bracket or a list item. "I did not write KEYWORD:id" and "NOT VERIFIED:id" say nothing; what is lost that
 * way is asked for again.
 */
export function speaksForItself(lead: string, followsStatement: boolean): boolean {
  if (lead.endsWith("~~")) return false;
  let end = lead.length;
  while (end > 0 && marks.includes(lead.charAt(end - 1))) end -= 1;
  const said = lead.slice(Math.max(0, end - 40), end);
  if (/[\p{L}\p{N}\p{M}]-?$/u.test(said)) {
    return /^\d{1,3}$/.test(lead.trim()) || (followsStatement && /(?:^|[\s,;])(?:and|or|plus)$/i.test(said));
  }
  return !given.test(said);
}
