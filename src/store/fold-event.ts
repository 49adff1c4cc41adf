import type { WhetstoneEvent } from "../events/catalog.js";
import type { Fold } from "../projections/projection.js";
import type { RowCache } from "./row-cache.js";

/** Folds one event into the rows of every projection, each in the view that `viewOf` names. */
export async function foldEvent(
  rows: RowCache,
  folds: readonly Fold[],
  event: WhetstoneEvent,
  viewOf: (view: string) => string = (view) => view,
): Promise<void> {
  for (const fold of folds) {
    for (const key of fold.keys(event)) {
      const loading = rows.fold(viewOf(fold.name), key, fold, event);
      if (loading !== undefined) await loading;
    }
  }
}
