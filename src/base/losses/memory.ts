import type { Loss, Losses } from "./losses.js";

/** For a store in memory. */
export class MemoryLosses implements Losses {
  readonly #losses: Loss[] = [];

  note(loss: Loss): void {
    this.#losses.push(loss);
  }

  list(): readonly Loss[] {
    return this.#losses;
  }

  rewrite(change: (reason: string) => string): void {
    for (const [index, loss] of this.#losses.entries())
      this.#losses[index] = { ...loss, reason: change(loss.reason) };
  }
}
