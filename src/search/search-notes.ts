import { WhetstoneError } from "../base/errors.js";

/** A later success or failure of the same topic replaces its note. */
export type NoteTopic = "model" | "earlier model" | "store" | "file";

/**
 * What is missing for full search, with the next step. Missing parts never stop a search by words.
 */
export class SearchNotes {
  readonly #notes = new Map<NoteTopic, string>();

  get list(): readonly string[] {
    return [...this.#notes.values()];
  }

  /**
   * Runs `work`. A `WhetstoneError` becomes a note, and `fallback` is returned; any other error is thrown.
   */
  async tryOrNote<T, U>(topic: NoteTopic, work: () => Promise<T> | T, fallback: U): Promise<T | U> {
    try {
      const done = await work();
      this.#notes.delete(topic);
      return done;
    } catch (error) {
      this.add(topic, error);
      return fallback;
    }
  }

  add(topic: NoteTopic, error: unknown): void {
    if (!(error instanceof WhetstoneError)) throw error;
    this.#notes.set(topic, error.next === undefined ? error.message : `${error.message}; ${error.next}`);
  }

  clear(topic: NoteTopic): void {
    this.#notes.delete(topic);
  }
}
