/**
 * Does some work once, so long after it was first asked for. A process that has nothing else to do waits for
 * it.
 */
export class SoonAfter {
  readonly #work: () => Promise<void>;
  readonly #delayMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(work: () => Promise<void>, delayMs: number) {
    this.#work = work;
    this.#delayMs = delayMs;
  }

  ask(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#work();
    }, this.#delayMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
