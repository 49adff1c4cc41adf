/**
 * Whether three words that each text has once stand in the opposite order in the other: "A imports B" and "B
 * imports A". The passive moves one word or one group, and never turns three round.
 */
export function isTurnedRound(a: readonly string[], b: readonly string[]): boolean {
  const [inA, inB] = [placesOf(a), placesOf(b)];
  const places = a.flatMap((word) => (inA.get(word) === undefined ? [] : (inB.get(word) ?? [])));
  // The longest falling row that ends at each place: three are enough.
  const falling: number[] = [];
  for (const [index, place] of places.entries()) {
    const before = places.slice(0, index).map((other, at) => (other > place ? (falling[at] ?? 0) : 0));
    falling.push(1 + Math.max(0, ...before));
    if ((falling[index] ?? 0) >= 3) return true;
  }
  return false;
}

/**
 * Whether the first word of one stands further back in the other, and all else is the same: "retry uploads",
 * "uploads are retried".
 */
export function isPassive(active: readonly string[], passive: readonly string[]): boolean {
  const [verb, ...rest] = active;
  if (verb === undefined || active.length !== passive.length) return false;
  const at = passive.indexOf(verb);
  return at > 0 && rest.every((word, index) => word === passive[index < at ? index : index + 1]);
}

/** The places of the words that stand there once. */
function placesOf(sequence: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number | undefined>();
  for (const [index, word] of sequence.entries()) places.set(word, places.has(word) ? undefined : index);
  return new Map(
    [...places].flatMap(([word, index]) => (index === undefined ? [] : [[word, index] as const])),
  );
}
