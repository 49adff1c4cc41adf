import type { Config } from "../config/settings.js";
import { TriggerIndex } from "../engines/retrieval/trigger-index.js";
import { WordIndex, type WordScores } from "../engines/retrieval/word-index.js";
import type { UnpackedFile } from "./packed-file.js";

/** What is indexed of a lesson. */
export interface IndexedLesson {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  /** Phrases that bring it up when they stand in a task's title. */
  readonly triggers?: readonly string[] | undefined;
}

type Kept = readonly [kind: string, triggers: readonly string[]];

/** The words, triggers and kinds of one project's lessons. */
export class ProjectWords {
  readonly #lessons = new Map<string, Kept>();
  readonly #triggers: TriggerIndex;
  readonly #words: WordIndex;

  constructor(settings: Config["retrieval"], saved?: UnpackedFile) {
    this.#triggers = new TriggerIndex(settings.triggerMinTokens);
    const lessons = (saved?.value as { readonly lessons?: readonly (readonly [string, ...Kept])[] } | undefined)
      ?.lessons;
    for (const [id, kind, triggers] of lessons ?? []) {
      this.#lessons.set(id, [kind, triggers]);
      if (triggers.length > 0) this.#triggers.upsert(id, triggers);
    }
    this.#words = new WordIndex(settings, saved === undefined ? undefined : packedWords(saved, lessons ?? []));
  }

  get size(): number {
    return this.#lessons.size;
  }

  /** How many there are of these kinds; of all, if left out. */
  count(kinds?: readonly string[]): number {
    if (kinds === undefined) return this.size;
    let count = 0;
    for (const [kind] of this.#lessons.values()) if (kinds.includes(kind)) count += 1;
    return count;
  }

  has(id: string): boolean {
    return this.#lessons.has(id);
  }

  kindOf(id: string): string | undefined {
    return this.#lessons.get(id)?.[0];
  }

  upsert({ id, kind, text, triggers = [] }: IndexedLesson): void {
    this.#lessons.set(id, [kind, triggers]);
    this.#triggers.upsert(id, triggers);
    this.#words.upsert(id, text);
  }

  remove(id: string): void {
    this.#lessons.delete(id);
    this.#triggers.remove(id);
    this.#words.remove(id);
  }

  score(text: string): WordScores {
    return this.#words.score(text);
  }

  /** The lessons with a trigger phrase that stands in the title. */
  triggered(title: string): ReadonlySet<string> {
    return this.#triggers.matching(title);
  }

  /** The lessons that have the most of these words, given as keys. */
  withWords(keys: readonly number[], limit: number): readonly string[] {
    const query = { words: [...keys].sort((a, b) => a - b), grams: [] };
    return keys.length === 0
      ? []
      : this.#words
          .scoreQuery(query)
          .best(limit)
          .map(({ id }) => id);
  }

  hasWord(id: string, key: number): boolean {
    return this.#words.contains(id, key);
  }

  /** For a file: a JSON value and arrays. Lessons are listed in the order of the arrays. */
  pack() {
    const { segment, ids } = this.#words.pack();
    const lessons = ids.map((id) => [id, ...(this.#lessons.get(id) ?? ["", []])] as const);
    const { keys, starts, texts, counts, wordLengths, gramLengths } = segment;
    return { lessons, sections: { keys, starts, texts, counts, wordLengths, gramLengths } };
  }
}

function packedWords({ section }: UnpackedFile, lessons: readonly (readonly [string, ...Kept])[]) {
  const numbers = (name: string) => (section(name, "u32") ?? new Uint32Array()) as Uint32Array;
  return {
    ids: lessons.map(([id]) => id),
    segment: {
      keys: (section("keys", "f64") ?? new Float64Array()) as Float64Array,
      counts: (section("counts", "u8") ?? new Uint8Array()) as Uint8Array,
      starts: numbers("starts"),
      texts: numbers("texts"),
      wordLengths: numbers("wordLengths"),
      gramLengths: numbers("gramLengths"),
    },
  };
}
