import { phraseLength, phraseWords } from "../../reading/language/words.js";
import { wordKey } from "./term-key.js";

/** A trigger phrase without its text, which so lies in no file and need not be forgotten there. */
export interface PhraseKeys {
  /** Of its first words, as many as the shortest phrase has. */
  readonly beginning: number;
  readonly whole: number;
  readonly words: number;
}

/** A shorter phrase would fire on anything (directives: trigger-recall union, at least 3 tokens). */
const leastWords = 3;

interface Phrase extends PhraseKeys {
  readonly id: string;
}

/**
 * The trigger phrases of one project's lessons, found by their first words: a title is not compared with
 * every lesson.
 */
export class TriggerIndex {
  readonly #byBeginning = new Map<number, Phrase[]>();
  readonly #phrases = new Map<string, readonly PhraseKeys[]>();

  /** What `restore` takes, by lesson. */
  get phrases(): ReadonlyMap<string, readonly PhraseKeys[]> {
    return this.#phrases;
  }

  /** Replaces the phrases of a lesson. Those with too few words are not kept: they would fire on anything. */
  upsert(id: string, triggers: readonly string[]): void {
    const phrases = triggers.map(phraseWords).filter((words) => phraseLength(words) >= leastWords);
    this.remove(id);
    for (const words of phrases) {
      const { length } = words;
      this.restore(id, {
        beginning: phraseKey(words, 0, leastWords),
        whole: phraseKey(words, 0, length),
        words: length,
      });
    }
  }

  /** Adds a phrase that an index of the same shortest length had. */
  restore(id: string, phrase: PhraseKeys): void {
    this.#phrases.set(id, [...(this.#phrases.get(id) ?? []), phrase]);
    const known = this.#byBeginning.get(phrase.beginning);
    if (known === undefined) this.#byBeginning.set(phrase.beginning, [{ id, ...phrase }]);
    else known.push({ id, ...phrase });
  }

  remove(id: string): void {
    for (const { beginning } of this.#phrases.get(id) ?? []) {
      const left = (this.#byBeginning.get(beginning) ?? []).filter((phrase) => phrase.id !== id);
      if (left.length === 0) this.#byBeginning.delete(beginning);
      else this.#byBeginning.set(beginning, left);
    }
    this.#phrases.delete(id);
  }

  /** The lessons with a phrase that stands in the title, word for word. */
  matching(title: string): ReadonlySet<string> {
    const words = phraseWords(title);
    const found = new Set<string>();
    for (let at = 0; at + leastWords <= words.length; at += 1) {
      const phrases = this.#byBeginning.get(phraseKey(words, at, leastWords));
      if (phrases !== undefined) addMatching(phrases, words, at, found);
    }
    return found;
  }
}

/** Each length is looked at once, however many phrases begin alike. */
function addMatching(
  phrases: readonly Phrase[],
  words: readonly string[],
  at: number,
  found: Set<string>,
): void {
  const keys = new Map<number, number>();
  for (const { id, whole, words: length } of phrases) {
    const key = keys.get(length) ?? phraseKey(words, at, length);
    keys.set(length, key);
    if (key === whole) found.add(id);
  }
}

function phraseKey(words: readonly string[], at: number, length: number): number {
  return wordKey(words.slice(at, at + length).join(" "));
}
