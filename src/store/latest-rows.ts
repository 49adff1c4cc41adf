import type { Fold } from "../projections/projection.js";
import { RowCache } from "./row-cache.js";
import type { Marks, ReadTransaction, Soon } from "./store.js";

/**
 * Rows at one event of the log: what the store holds, as far as it was read, and what the events since have
 * changed. Rows of the store change only together with the marks, and a store gives the same marks back as
 * the same object if at all: whoever finds these again has only to fold the events after `head`.
 */
interface RowsAt {
  readonly head: number;
  readonly marks: Marks;
  readonly rows: RowCache;
}

/** Rows, some ten megabytes of them; beyond that it starts again from the store's. */
export const mostKept = 5_000;

/** The rows as the last transaction left them, which the next one goes on from. */
export class LatestRows {
  readonly #folds: () => Promise<readonly Fold[]>;
  #latest: RowsAt | undefined;

  constructor(folds: () => Promise<readonly Fold[]>) {
    this.#folds = folds;
  }

  /** The rows at the head of the log: those that were kept, or the store's, brought up to it. */
  at(tx: ReadTransaction, marks: Marks, head: number): Soon<RowCache> {
    const kept = this.#latest?.marks === marks && this.#latest.head <= head ? this.#latest : undefined;
    const rows = kept?.rows ?? new RowCache(tx);
    rows.readFrom(tx);
    return kept?.head === head || head === 0 ? rows : this.#broughtUp(tx, rows, { marks, head }, kept?.head);
  }

  keep(latest: RowsAt): void {
    this.#latest = latest.rows.size > mostKept ? undefined : latest;
  }

  /** Forgets what was kept: what a transaction that fails does to the rows did not happen. */
  drop(): void {
    this.#latest = undefined;
  }

  async #broughtUp(
    tx: ReadTransaction,
    rows: RowCache,
    { marks, head }: Omit<RowsAt, "rows">,
    from: number | undefined,
  ): Promise<RowCache> {
    this.drop();
    const { foldBehind } = await import("./fold-behind.js");
    const positionOf = (fold: Fold) => from ?? marks[fold.name]?.position ?? 0;
    await foldBehind(tx, rows, await this.#folds(), { positionOf, limit: head });
    this.keep({ head, marks, rows });
    return rows;
  }
}
