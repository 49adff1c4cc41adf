/** How far the clocks have come, in milliseconds. */
export interface Clocks {
  readonly wall: number;
  /** Of all processors together that worked for this process. */
  readonly processor: number;
}

/** How often the time is looked at. */
export const lookEveryMs = 20;

/**
 * The time that passes for a process: all of it on a machine with a processor to spare. Where a look comes
 * late, the process was either at work, which counts, or waited for a processor, which says nothing about
 * the work. Nor does the time in which others had their turn at what it waits for.
 */
export class OwnTime {
  readonly #start: Clocks;
  #last: Clocks;
  #own = 0;

  constructor(now: Clocks) {
    this.#start = now;
    this.#last = now;
  }

  /** Milliseconds since the beginning, at a look that was due at most `lookEveryMs` after the one before. */
  look(now: Clocks): { readonly own: number; readonly wall: number } {
    const passed = now.wall - this.#last.wall;
    this.#own += Math.min(passed, lookEveryMs + now.processor - this.#last.processor);
    this.#last = now;
    return { own: this.#own, wall: now.wall - this.#start.wall };
  }

  /** Takes back the time in which others had their turn. */
  giveBack(waitedMs: number): void {
    this.#own = Math.max(0, this.#own - waitedMs);
  }
}

/** The clocks of this process. */
export function readClocks(): Clocks {
  const { user, system } = process.cpuUsage();
  // Not `performance`, which is loaded with its first use: 2 ms.
  return { wall: Number(process.hrtime.bigint()) / 1e6, processor: (user + system) / 1_000 };
}
