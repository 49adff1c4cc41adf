export interface RateOptions {
  /** Calls in a row, after a pause. */
  readonly burst: number;
  readonly perSecond: number;
  /** Callers kept in memory; the one that has been silent longest is dropped first, and starts again. */
  readonly callers: number;
}

interface Bucket {
  readonly left: number;
  readonly at: number;
}

/** How often each caller may call: a bucket that fills again as time passes. */
export class RateLimit {
  readonly #options: RateOptions;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: RateOptions) {
    this.#options = options;
  }

  /** 0 where the call may go on, else the seconds until it may. `now` in milliseconds. */
  take(caller: string, now: number): number {
    const { burst, perSecond, callers } = this.#options;
    const known = this.#buckets.get(caller);
    const filled = known === undefined ? burst : known.left + ((now - known.at) / 1000) * perSecond;
    const left = Math.min(burst, filled);
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { left: left < 1 ? left : left - 1, at: now });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > callers && oldest !== undefined) this.#buckets.delete(oldest);
    return left < 1 ? Math.ceil((1 - left) / perSecond) : 0;
  }
}
