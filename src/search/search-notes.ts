import { WhetstoneError } from "../errors.js";

/** What a note is about. A later success or failure of the same replaces it. */
export type NoteTopic = "model" | "earlier model" | "store" | "file";

/**
 * What search does without at the moment, and the way out. Nothing here stops a search: words always work.
 */
export class SearchNotes {
  readonly #notes = new Map<NoteTopic, string>();

  get list(): readonly string[] {
    return [...this.#notes.values()];
  }

  /**
   * Runs `work`; a failure that has a name becomes a note and the answer `otherwise`. A defect is thrown as
   * always.
   */
  async unless<T, U>(topic: NoteTopic, work: () => Promise<T> | T, otherwise: U): Promise<T | U> {
    try {
      const done = await work();
      this.#notes.delete(topic);
      return done;
    } catch (error) {
      this.add(topic, error);
      return otherwise;
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
