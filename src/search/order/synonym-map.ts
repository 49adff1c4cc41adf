import type { Config } from "../../base/config/settings.js";
import { stem } from "../../reading/language/stem.js";

export type SynonymSettings = Pick<Config["retrieval"], "synonymMaxPairs">;

/** Two words that were tags of the same lessons, in code-unit order, and of how many. */
interface SynonymPair {
  readonly words: readonly [string, string];
  readonly count: number;
}

/** The least recently seen pair first. */
export type SynonymMap = readonly SynonymPair[];

/**
 * Tags of one lesson that are paired: without a bound, one lesson with a thousand tags would fill the map by
 * itself.
 */
const tagsPerLesson = 12;

/** Two lessons make a habit; one may be chance. */
const minCount = 2;

/** Synonyms tried for one word of a query (directives: synonym map, up to 4 per token). */
const synonymsPerWord = 4;

const wordChars = { min: 2, max: 40 };

/** A tag as it is compared, or undefined when it is not a word. Tags come from lessons and from files. */
function synonymWord(tag: unknown): string | undefined {
  if (typeof tag !== "string" || tag.length > 4 * wordChars.max) return undefined;
  const word = tag.normalize("NFKC").toLowerCase().trim();
  if (!/^[\p{L}\p{M}\p{N}]+$/u.test(word)) return undefined;
  const { length } = [...word];
  return length >= wordChars.min && length <= wordChars.max ? stem(word) : undefined;
}

/**
 * The pairs of words that stand together as tags. Lessons come least recently used first; over the limit the
 * oldest pairs go.
 */
export function learnSynonyms(
  tagLists: readonly (readonly string[])[],
  settings: SynonymSettings,
): SynonymMap {
  const pairs = new Map<string, SynonymPair>();
  for (const tags of tagLists) {
    for (const words of pairsOf(tags)) {
      const name = words.join(" ");
      const count = (pairs.get(name)?.count ?? 0) + 1;
      pairs.delete(name);
      pairs.set(name, { words, count });
    }
  }
  const habits = [...pairs.values()].filter(({ count }) => count >= minCount);
  return habits.slice(Math.max(0, habits.length - settings.synonymMaxPairs));
}

function pairsOf(tags: readonly string[]): readonly (readonly [string, string])[] {
  const words = [...new Set(tags.flatMap((tag) => synonymWord(tag) ?? []))].slice(0, tagsPerLesson).sort();
  return words.flatMap((one, place) => words.slice(place + 1).map((other) => [one, other] as const));
}

/**
 * For each word of a query its most frequent partners that the query does not have itself. Words without any
 * are left out.
 */
export function synonymsOf(
  words: readonly string[],
  map: SynonymMap,
): ReadonlyMap<string, readonly string[]> {
  const asked = new Set(words.map(stem));
  const partners = new Map<string, { readonly word: string; readonly count: number }[]>();
  for (const { words: pair, count } of map) {
    for (const [from, to] of [pair, [pair[1], pair[0]] as const]) {
      if (!asked.has(from) || asked.has(to)) continue;
      partners.set(from, [...(partners.get(from) ?? []), { word: to, count }]);
    }
  }
  const few = [...partners].map(([word, found]) => {
    const best = found.sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));
    return [word, best.slice(0, synonymsPerWord).map((each) => each.word)] as const;
  });
  return new Map(few.filter(([, found]) => found.length > 0));
}

/** As it is kept: one JSON object, a line for each pair. */
export function synonymText(map: SynonymMap): string {
  const lines = map.map(({ words, count }) => JSON.stringify([...words, count]));
  return `{"version":1,"pairs":[\n${lines.join(",\n")}\n]}\n`;
}

/**
 * Reads a map from an untrusted file. What is not a pair of clean words with a count is dropped, and so is
 * what exceeds the limit; a text that is not a map is an empty one. The worst that a forged map can do is a
 * small boost for a wrong lesson.
 */
export function readSynonymText(text: string, settings: SynonymSettings): SynonymMap {
  const pairs = new Map<string, SynonymPair>();
  for (const entry of savedPairs(text)) {
    const pair = pairOf(entry);
    if (pair !== undefined) pairs.set(pair.words.join(" "), pair);
  }
  const kept = [...pairs.values()];
  return kept.slice(Math.max(0, kept.length - settings.synonymMaxPairs));
}

function savedPairs(text: string): readonly unknown[] {
  const value = parsedPairs(text);
  if (typeof value !== "object" || value === null || !("pairs" in value)) return [];
  return Array.isArray(value.pairs) ? value.pairs : [];
}

function parsedPairs(text: string): unknown {
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
