import { BestOfGroups, type Scored } from "./best-first.js";
import { Families, type Grouping, oneGroup } from "./families.js";
import { positionById } from "./position-by-id.js";
import { type MeasuredSegment, normsOf, scoreWords, type WordSettings } from "./score-words.js";
import { type WordQuery, wordQuery } from "./term-key.js";
import { mergeSegments, packSegment, postingsOf, type WordSegment } from "./word-segment.js";

/**
 * A packed segment, the id of each of its texts, and which still count: by number, since an object for each
 * text is slow to load.
 */
interface Part {
  readonly segment: WordSegment;
  readonly ids: readonly string[];
  readonly alive: Uint8Array;
  readonly living: Map<string, number>;
  readonly families: Families;
}

/** What each text scored; texts that share nothing with the query score 0. */
export interface WordScores {
  of(id: string): number;
  /** Those above 0: the best of each group, one after the other. */
  best(limit: number, grouping?: Grouping): readonly Scored[];
}

/**
 * The words of one project's lessons. What it answers depends only on the texts that are in it: not on their
 * order, on what was there before, or on how often it was saved.
 */
export class WordIndex {
  readonly #settings: WordSettings;
  readonly #pending = new Map<string, string>();
  #parts: readonly Part[] = [];
  #measured: readonly MeasuredSegment[] | undefined;

  /** `packed` is what `pack` gave. */
  constructor(settings: WordSettings, packed?: PackedWords) {
    this.#settings = settings;
    if (packed !== undefined) this.#takeIn(packed.segment, packed.ids);
  }

  get size(): number {
    return this.#living + this.#pending.size;
  }

  upsert(id: string, text: string): void {
    this.remove(id);
    this.#pending.set(id, text);
  }

  remove(id: string): void {
    this.#pending.delete(id);
    const part = this.#partOf(id);
    if (part === undefined) return;
    part.alive[part.living.get(id) ?? 0] = 0;
    part.living.delete(id);
    this.#measured = undefined;
  }

  score(text: string): WordScores {
    return this.scoreQuery(wordQuery(text));
  }

  scoreQuery(query: WordQuery): WordScores {
    const measured = this.#measure();
    const sums = scoreWords(measured, query, this.#living, this.#settings);
    const parts = this.#parts;
    return {
      of: (id) => {
        const which = parts.findIndex(({ living }) => living.has(id));
        return sums[which]?.[parts[which]?.living.get(id) ?? 0] ?? 0;
      },
      best: (limit, grouping = oneGroup()) => bestOf(parts, sums, limit, grouping),
    };
  }

  /** Whether a text has a word, given as its key. */
  contains(id: string, key: number): boolean {
    this.#measure();
    const part = this.#partOf(id);
    const text = part?.living.get(id);
    const postings = part && postingsOf(part.segment, key);
    if (part === undefined || text === undefined || postings === undefined) return false;
    return hasText(part.segment.texts, text, ...postings);
  }

  /** Everything in one segment, for a file. */
  pack(): PackedWords {
    this.#measure();
    this.#compact(1);
    const [part] = this.#parts;
    return { segment: part?.segment ?? packSegment([]), ids: part?.ids ?? [] };
  }

  get #living(): number {
    return this.#parts.reduce((sum, { living }) => sum + living.size, 0);
  }

  #partOf(id: string): Part | undefined {
    return this.#parts.find(({ living }) => living.has(id));
  }

  #measure(): readonly MeasuredSegment[] {
    if (this.#pending.size > 0) {
      const entries = [...this.#pending].sort(([a], [b]) => (a < b ? -1 : 1));
      this.#pending.clear();
      this.#takeIn(
        packSegment(entries.map(([, text]) => text)),
        entries.map(([id]) => id),
      );
      this.#compact(2);
    }
    this.#measured ??= measure(this.#parts);
    return this.#measured;
  }

  #takeIn(segment: WordSegment, ids: readonly string[]): void {
    const alive = new Uint8Array(ids.length).fill(1);
    this.#parts = [
      ...this.#parts,
      { segment, ids, alive, living: positionById(ids), families: new Families() },
    ];
    this.#measured = undefined;
  }

  /**
   * Merges the newest parts while one is not `ratio` times as long as the next: few parts, and each text
   * moved seldom.
   */
  #compact(ratio: number): void {
    const { length } = this.#parts;
    let first = length - 1;
    while (
      first > 0 &&
      (ratio === 1 || lengthOf(this.#parts[first - 1]) < ratio * lengthFrom(this.#parts, first))
    )
      first -= 1;
    const dead = this.#parts.some(({ alive }) => alive.includes(0));
    if (first >= length - 1 && !(ratio === 1 && dead)) return;
    const joined = this.#parts.slice(Math.max(0, first));
    const ids = joined.flatMap(({ ids: all, alive }) => all.filter((_, text) => alive[text] === 1));
    this.#parts = this.#parts.slice(0, Math.max(0, first));
    this.#takeIn(mergeSegments(joined), ids);
  }
}

/** By halving: the texts of a term are ascending. */
function hasText(texts: Uint32Array, text: number, from: number, to: number): boolean {
  let [low, high] = [from, to - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = texts[middle] ?? 0;
    if (found === text) return true;
    if (found < text) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

export interface PackedWords {
  readonly segment: WordSegment;
  readonly ids: readonly string[];
}

function lengthOf(part: Part | undefined): number {
  return part?.ids.length ?? 0;
}

function lengthFrom(parts: readonly Part[], first: number): number {
  return parts.slice(first).reduce((sum, part) => sum + lengthOf(part), 0);
}

function measure(parts: readonly Part[]): readonly MeasuredSegment[] {
  const words = averageLength(parts, "wordLengths");
  const grams = averageLength(parts, "gramLengths");
  return parts.map(({ segment, alive }) => ({
    segment,
    alive,
    hasDead: alive.includes(0),
    wordNorms: normsOf(segment.wordLengths, words),
    gramNorms: normsOf(segment.gramLengths, grams),
  }));
}

function averageLength(parts: readonly Part[], field: "wordLengths" | "gramLengths"): number {
  let sum = 0;
  let living = 0;
  for (const { segment, alive } of parts) {
    const lengths = segment[field];
    for (let text = 0; text < lengths.length; text += 1) {
      if (alive[text] === 0) continue;
      sum += lengths[text] ?? 0;
      living += 1;
    }
  }
  return living === 0 ? 0 : sum / living;
}

function bestOf(
  parts: readonly Part[],
  sums: readonly Float64Array[],
  limit: number,
  grouping: Grouping,
): readonly Scored[] {
  const best = new BestOfGroups(limit, grouping.count);
  for (const [which, { ids, alive, families }] of parts.entries()) {
    const sum = sums[which] ?? new Float64Array();
    const groupOf = families.groupsOf(ids, grouping);
    for (let text = 0; text < sum.length; text += 1) {
      const score = sum[text] ?? 0;
      if (score <= 0 || alive[text] === 0) continue;
      const group = groupOf(text);
      if (best.reaches(group, score)) best.add(group, { id: ids[text] ?? "", score });
    }
  }
  return best.sorted();
}
