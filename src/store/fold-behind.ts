import { readEvent } from "../events/catalog.js";
import type { Fold } from "../projections/projection.js";
import { foldEvent } from "./fold-event.js";
import type { RowCache } from "./row-cache.js";
import type { ReadTransaction } from "./store.js";

interface Behind {
  /** The event up to which a fold's rows are right. */
  readonly positionOf: (fold: Fold) => number;
  /** How many events to read at most. */
  readonly limit: number;
  /** The view that holds the rows of another, if not itself. */
  readonly viewOf?: (view: string) => string;
}

/**
 * Folds into the rows what the log says and they do not, each event for those folds that lack it. Returns the
 * last event's seq.
 */
export async function foldBehind(
  tx: ReadTransaction,
  rows: RowCache,
  folds: readonly Fold[],
  { positionOf, limit, viewOf }: Behind,
): Promise<number> {
  if (folds.length === 0) return 0;
  const from = Math.min(...folds.map(positionOf));
  const inStep = folds.every((fold) => positionOf(fold) === from);
  const events = await tx.eventsAfter(from, limit);
  for (const recorded of events) {
    const behind = inStep ? folds : folds.filter((fold) => positionOf(fold) < recorded.seq);
    const loading = foldEvent(rows, behind, readEvent(recorded), viewOf);
    if (loading !== undefined) await loading;
  }
  return events.at(-1)?.seq ?? from;
}
