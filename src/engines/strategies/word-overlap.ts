/** Words that say nothing about what a text is about. */
const empty = new Set(
  "a an and are as at be by do for from in into is it its of on or so that the then this to we with".split(" "),
);

/** The words of a text, once each: camelCase and snake_case are taken apart, case does not count. */
export function wordsOf(text: string): ReadonlySet<string> {
  const parts = text
    .normalize("NFKC")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return new Set(parts.filter((word) => word.length > 0 && !empty.has(word)));
}

/** How much two sets of words have in common, 0 to 1 (the cosine of the two sets). Texts without words are like nothing. */
export function wordOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / Math.sqrt(a.size * b.size);
}
