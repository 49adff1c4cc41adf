import type { WhetstoneEvent } from "../events/catalog.js";
import type { Fold } from "../projections/projection.js";
import type { RowCache } from "./row-cache.js";

/**
 * Folds one event into the rows of every projection, each in the view that `viewOf` names. Where rows have to be read first it
 * returns a promise, to be awaited before the next event; most of a long log needs none.
 */
export function foldEvent(
  rows: RowCache,
  folds: readonly Fold[],
  event: WhetstoneEvent,
  viewOf: (view: string) => string = (view) => view,
): Promise<unknown> | undefined {
  const loading: Promise<void>[] = [];
  for (const fold of folds) {
    for (const key of fold.keys(event)) {
      const loaded = rows.fold(viewOf(fold.name), key, fold, event);
      if (loaded !== undefined) loading.push(loaded);
    }
  }
  return loading.length === 0 ? undefined : Promise.all(loading);
}
