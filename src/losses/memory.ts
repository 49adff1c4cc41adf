import type { Loss, Losses } from "./losses.js";

/** For a store that keeps nothing either. */
export class MemoryLosses implements Losses {
  readonly #losses: Loss[] = [];

  note(loss: Loss): void {
    this.#losses.push(loss);
  }

  list(): readonly Loss[] {
    return this.#losses;
  }
}
