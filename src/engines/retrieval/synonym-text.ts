import { type SynonymMap, type SynonymPair, type SynonymSettings, synonymWord } from "./synonym-map.js";

/** As it is kept: one JSON object, a line for each pair. */
export function synonymText(map: SynonymMap): string {
  const lines = map.map(({ words, count }) => JSON.stringify([...words, count]));
  return `{"version":1,"pairs":[\n${lines.join(",\n")}\n]}\n`;
}

/**
 * Reads a map that anybody may have written. What is no pair of two clean words and a count is dropped, and
 * so is what is over the limit; what is no map at all is an empty one. The worst that a forged map can do is
 * a small boost for a wrong lesson.
 */
export function readSynonymText(text: string, settings: SynonymSettings): SynonymMap {
  const pairs = new Map<string, SynonymPair>();
  for (const entry of entriesOf(text)) {
    const pair = pairOf(entry);
    if (pair !== undefined) pairs.set(pair.words.join(" "), pair);
  }
  const kept = [...pairs.values()];
  return kept.slice(Math.max(0, kept.length - settings.synonymMaxPairs));
}

function entriesOf(text: string): readonly unknown[] {
  const value = parsed(text);
  if (typeof value !== "object" || value === null || !("pairs" in value)) return [];
  return Array.isArray(value.pairs) ? value.pairs : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function pairOf(entry: unknown): SynonymPair | undefined {
  if (!Array.isArray(entry) || entry.length !== 3) return undefined;
  const [one, other] = [synonymWord(entry[0]), synonymWord(entry[1])];
  const count: unknown = entry[2];
  if (one === undefined || other === undefined || one === other) return undefined;
  if (typeof count !== "number" || !Number.isSafeInteger(count) || count < 1) return undefined;
  return { words: one < other ? [one, other] : [other, one], count };
}
