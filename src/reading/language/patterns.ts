/**
 * Lists of words become regular expressions here, so that a list can be read, sorted and extended as a list.
 * A list is a text of entries with a comma and a space between them; an entry is a word, a phrase or the
 * source of a small pattern.
 */
export function entriesOf(...lists: readonly string[]): readonly string[] {
  return lists
    .join(", ")
    .split(/,\s+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** The source of a pattern that matches any entry. */
export function oneOf(...lists: readonly string[]): string {
  return `(?:${entriesOf(...lists).join("|")})`;
}

/** Any entry as whole words, in either case. Words of one script only: `\b` knows no letters but ASCII. */
export function anyWord(...lists: readonly string[]): RegExp {
  return new RegExp(`\\b${oneOf(...lists)}\\b`, "iu");
}

/** A text that begins with any entry as whole words, in either case. */
export function startingWith(...lists: readonly string[]): RegExp {
  return new RegExp(`^${oneOf(...lists)}\\b`, "iu");
}

/** Makes a value with its first use: a large pattern takes longer to make than most commands have use for. */
export function withFirstUse<T>(make: () => T): () => T {
  const made: { value?: T } = {};
  return () => {
    made.value ??= make();
    return made.value;
  };
}
