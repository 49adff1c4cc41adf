import { phraseLength, plainWords } from "./plain-words.js";

interface Phrase {
  readonly id: string;
  readonly words: readonly string[];
}

/** The trigger phrases of one project's lessons, found by their first words: a title is not compared with every lesson. */
export class TriggerIndex {
  readonly #minWords: number;
  readonly #byBeginning = new Map<string, Phrase[]>();
  readonly #beginnings = new Map<string, readonly string[]>();

  constructor(minWords: number) {
    this.#minWords = minWords;
  }

  /** Replaces the phrases of a lesson. Those with too few words are not kept: they would fire on anything. */
  upsert(id: string, triggers: readonly string[]): void {
    this.remove(id);
    const phrases = triggers.map(plainWords).filter((words) => phraseLength(words) >= this.#minWords);
    if (phrases.length === 0) return;
    for (const words of phrases) {
      const beginning = this.#beginning(words, 0);
      const known = this.#byBeginning.get(beginning) ?? [];
      this.#byBeginning.set(beginning, [...known, { id, words }]);
    }
    this.#beginnings.set(
      id,
      phrases.map((words) => this.#beginning(words, 0)),
    );
  }

  remove(id: string): void {
    for (const beginning of this.#beginnings.get(id) ?? []) {
      const left = (this.#byBeginning.get(beginning) ?? []).filter((phrase) => phrase.id !== id);
      if (left.length === 0) this.#byBeginning.delete(beginning);
      else this.#byBeginning.set(beginning, left);
    }
    this.#beginnings.delete(id);
  }

  /** The lessons with a phrase that stands in the title, word for word. */
  matching(title: string): ReadonlySet<string> {
    const words = plainWords(title);
    const found = new Set<string>();
    for (let at = 0; at + this.#minWords <= words.length; at += 1) {
      for (const phrase of this.#byBeginning.get(this.#beginning(words, at)) ?? []) {
        if (phrase.words.every((word, place) => word === words[at + place])) found.add(phrase.id);
      }
    }
    return found;
  }

  #beginning(words: readonly string[], at: number): string {
    return words.slice(at, at + this.#minWords).join(" ");
  }
}
