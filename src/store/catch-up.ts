import { readEvent } from "../events/catalog.js";
import type { Fold } from "../projections/projection.js";
import { foldEvent } from "./fold-event.js";
import type { RowCache } from "./row-cache.js";
import type { ReadTransaction } from "./store.js";

interface Behind {
  /** The event up to which a fold's rows are right. */
  readonly positionOf: (fold: Fold) => number;
  readonly head: number;
}

/** Folds into the rows what the log says and they do not, up to its head. */
export async function catchUp(
  tx: ReadTransaction,
  rows: RowCache,
  folds: readonly Fold[],
  { positionOf, head }: Behind,
): Promise<void> {
  const from = Math.min(head, ...folds.map(positionOf));
  const inStep = folds.every((fold) => positionOf(fold) === from);
  for (const recorded of await tx.eventsAfter(from, head - from)) {
    const behind = inStep ? folds : folds.filter((fold) => positionOf(fold) < recorded.seq);
    const loading = foldEvent(rows, behind, readEvent(recorded));
    if (loading !== undefined) await loading;
  }
}
