import type { Config } from "../base/config/settings.js";
import { TriggerIndex } from "./order/trigger-index.js";
import { WordIndex, type WordScores } from "./order/word-index.js";
import type { UnpackedFile } from "./packed-file.js";

/** The indexed part of a lesson. */
export interface IndexedLesson {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  /** Phrases that bring it up when the title of a task contains them. */
  readonly triggers?: readonly string[] | undefined;
  /** Critical lessons may be included whatever their rank. */
  readonly critical?: boolean | undefined;
}

/**
 * The ids of lessons and the names of all kinds. The array section `kindOf` maps one to the other, because a
 * list of pairs is slow to parse.
 */
export interface SavedLessons {
  readonly ids: readonly string[];
  readonly kinds: readonly string[];
}

/** The words, triggers and kinds of one project's lessons. */
export class ProjectWords {
  readonly #kinds = new Map<string, string>();
  readonly #critical = new Set<string>();
  readonly #triggers = new TriggerIndex();
  readonly #words: WordIndex;

  constructor(settings: Config["retrieval"], saved?: UnpackedFile) {
    const { ids = [], kinds = [] } = (saved?.value ?? {}) as Partial<SavedLessons>;
    const kindOf = saved?.section("kindOf", "u8") ?? new Uint8Array();
    for (let place = 0; place < ids.length; place += 1)
      this.#kinds.set(ids[place] ?? "", kinds[kindOf[place] ?? 0] ?? "");
    for (const place of saved?.section("critical", "u32") ?? []) this.#critical.add(ids[place] ?? "");
    if (saved !== undefined) restoreTriggers(this.#triggers, saved, ids);
    this.#words = new WordIndex(settings, saved === undefined ? undefined : packedWords(saved, ids));
  }

  get size(): number {
    return this.#kinds.size;
  }

  /** The number of lessons of these kinds; of all if left out. */
  count(kinds?: readonly string[]): number {
    if (kinds === undefined) return this.size;
    let count = 0;
    for (const kind of this.#kinds.values()) if (kinds.includes(kind)) count += 1;
    return count;
  }

  has(id: string): boolean {
    return this.#kinds.has(id);
  }

  kindOf(id: string): string | undefined {
    return this.#kinds.get(id);
  }

  /** A lesson keeps its kind: its id says which it is. */
  readonly familyOf = (id: string): string => this.kindOf(id) ?? "";

  get critical(): ReadonlySet<string> {
    return this.#critical;
  }

  upsert({ id, kind, text, triggers = [], critical = false }: IndexedLesson): void {
    this.#kinds.set(id, kind);
    if (critical) this.#critical.add(id);
    else this.#critical.delete(id);
    this.#triggers.upsert(id, triggers);
    this.#words.upsert(id, text);
  }

  remove(id: string): void {
    this.#kinds.delete(id);
    this.#critical.delete(id);
    this.#triggers.remove(id);
    this.#words.remove(id);
  }

  score(text: string): WordScores {
    return this.#words.score(text);
  }

  /** The lessons with a trigger phrase that the title contains. */
  triggered(title: string): ReadonlySet<string> {
    return this.#triggers.matching(title);
  }

  /** The lessons with the most of these words, given as word keys. */
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

  /** A JSON value and arrays for a file, in the order of the ids. */
  pack() {
    const { segment, ids } = this.#words.pack();
    const kinds = [...new Set(this.#kinds.values())];
    const kindOf = Uint8Array.from(ids, (id) => kinds.indexOf(this.#kinds.get(id) ?? ""));
    const { keys, starts, texts, counts, wordLengths, gramLengths } = segment;
    const words = { keys, starts, texts, counts, wordLengths, gramLengths };
    const critical = Uint32Array.from(
      [...ids.keys()].filter((place) => this.#critical.has(ids[place] ?? "")),
    );
    return {
      lessons: { ids, kinds },
      sections: { ...words, kindOf, critical, ...packTriggers(this.#triggers, ids) },
    };
  }
}

function packTriggers({ phrases }: TriggerIndex, ids: readonly string[]) {
  const all = ids.flatMap((id, lesson) => (phrases.get(id) ?? []).map((keys) => ({ lesson, ...keys })));
  return {
    phraseLessons: Uint32Array.from(all, ({ lesson }) => lesson),
    phraseWords: Uint32Array.from(all, ({ words }) => words),
    phraseBeginnings: Float64Array.from(all, ({ beginning }) => beginning),
    phraseWholes: Float64Array.from(all, ({ whole }) => whole),
  };
}

function restoreTriggers(triggers: TriggerIndex, { section }: UnpackedFile, ids: readonly string[]): void {
  const lessons = section("phraseLessons", "u32") ?? new Uint32Array();
  const words = section("phraseWords", "u32");
  const beginnings = section("phraseBeginnings", "f64");
  const wholes = section("phraseWholes", "f64");
  for (const [place, lesson] of lessons.entries()) {
    const phrase = {
      beginning: beginnings?.[place] ?? 0,
      whole: wholes?.[place] ?? 0,
      words: words?.[place] ?? 0,
    };
    triggers.restore(ids[lesson] ?? "", phrase);
  }
}

function packedWords({ section }: UnpackedFile, ids: readonly string[]) {
  const numbers = (name: string) => (section(name, "u32") ?? new Uint32Array()) as Uint32Array;
  return {
    ids,
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
