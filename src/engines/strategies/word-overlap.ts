export { wordsOf } from "../../text/words-of.js";

/**
 * How much two sets of words have in common, 0 to 1 (the cosine of the two sets). Texts without words are
 * like nothing.
 */
export function wordOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / Math.sqrt(a.size * b.size);
}
