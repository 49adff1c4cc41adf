interface Keys {
  readonly size: number;
  has(key: string): boolean;
  keys(): IterableIterator<string>;
}

/**
 * Dice of the words: one word more in four is still the same topic, one in three is not. The blocking keys
 * follow from it.
 */
export const topicAtLeast = 0.87;

/** How much two sets have in common, 0 to 1. Empty sets have nothing in common. */
export function dice(a: Keys, b: Keys): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const key of a.keys()) if (b.has(key)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}

export function sharesAtLeast(a: Keys, b: Keys): boolean {
  return dice(a, b) >= topicAtLeast;
}

/**
 * How many keys of a sorted set of this size are enough, so that every two sets which share enough also share
 * one of them. The other set holds at least 0.77 of these keys (size × topic ÷ (2 − topic)), so at most the
 * rest can stand before the first shared one.
 */
export function keysEnough(size: number): number {
  const leastShared = Math.ceil((size * topicAtLeast) / (2 - topicAtLeast) - 1e-9);
  return size - leastShared + 1;
}
