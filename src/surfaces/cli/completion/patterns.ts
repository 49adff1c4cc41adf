import type { Flag, Offer, Spot } from "./spots.js";

/**
 * `"lessons list"`: one quoted word for a `case` of any shell. Verbs and flags hold no character that a shell
 * reads.
 */
const quoted = (path: string, word: string) => `"${path} ${word}"`;

const spellings = ({ name, short }: Flag) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];

/** The words after which the command line is at another spot. */
export function verbPatterns(spots: readonly Spot[]): string[] {
  return spots.flatMap((spot) => spot.verbs.map((verb) => quoted(spot.path, verb.name)));
}

/** The flags that a value follows. */
export function valuePatterns(spots: readonly Spot[]): string[] {
  return valueCases(spots).flatMap(([, patterns]) => patterns);
}

/** For each kind of value the flags that it follows. */
export function valueCases(spots: readonly Spot[]): [Offer, string[]][] {
  const cases = new Map<string, [Offer, string[]]>();
  for (const spot of spots) {
    for (const flag of spot.flags) {
      if (flag.value === undefined) continue;
      const entry = cases.get(String(flag.value)) ?? [flag.value, []];
      entry[1].push(...spellings(flag).map((word) => quoted(spot.path, word)));
      cases.set(String(flag.value), entry);
    }
  }
  return [...cases.values()];
}
