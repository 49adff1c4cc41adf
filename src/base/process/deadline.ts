import { CannotCheck } from "./cannot-check.js";

/** The moment after which a predicate has failed, and the caller's wish to stop earlier. */
export class Deadline {
  readonly #at: bigint;
  readonly #limitMs: number;
  readonly signal: AbortSignal | undefined;

  constructor(limitMs: number, signal?: AbortSignal) {
    this.#limitMs = limitMs;
    this.#at = process.hrtime.bigint() + BigInt(Math.ceil(limitMs)) * 1_000_000n;
    this.signal = signal;
  }

  /** Whole milliseconds, at least 0. */
  leftMs(): number {
    return Math.max(0, Number((this.#at - process.hrtime.bigint()) / 1_000_000n));
  }

  check(): void {
    if (this.signal?.aborted) throw new CannotCheck("was stopped");
    if (this.leftMs() === 0) throw this.passed();
  }

  passed(): CannotCheck {
    return new CannotCheck(`took longer than ${this.#limitMs} ms`);
  }
}
