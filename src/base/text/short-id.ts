/** As many characters as people copy without a mistake; few projects have two ids that share them. */
const usualChars = 8;

/** The word for a kind before a hash: commands find an id without it too. */
const kindWord = /^(?:anti-)?[a-z]+-(?=[0-9a-f]{8})/;

/** Beginnings by which commands find these ids: eight characters, or the whole id where two begin alike. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const beginning = (id: string) => id.replace(kindWord, "").slice(0, usualChars);
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(beginning(id), (counts.get(beginning(id)) ?? 0) + 1);
  return new Map(ids.map((id) => [id, counts.get(beginning(id)) === 1 ? beginning(id) : id]));
}
