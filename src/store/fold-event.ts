import type { WhetstoneEvent } from "../events/catalog.js";
import type { JsonObject } from "../json.js";
import type { Fold } from "../projections/projection.js";
import type { RowCache } from "./row-cache.js";
import type { PlacesOf } from "./sorted-lists.js";

/** Folds one event into the rows of every projection, each in the view that `viewOf` names. */
export async function foldEvent(
  rows: RowCache,
  folds: readonly Fold[],
  event: WhetstoneEvent,
  viewOf: (fold: Fold) => string = ({ name }) => name,
): Promise<void> {
  for (const fold of folds) {
    for (const key of fold.keys(event)) {
      const loading = rows.update(viewOf(fold), key, (row) => fold.evolve(row, event, key) as JsonObject | undefined);
      if (loading !== undefined) await loading;
    }
  }
}

/** Where to find the places of the rows of a view, for a cache that folds into the views that `viewOf` names. */
export function placesByView(folds: readonly Fold[], viewOf: (fold: Fold) => string = ({ name }) => name): PlacesOf {
  const byView = new Map(folds.map((fold) => [viewOf(fold), fold.places]));
  return (view) => byView.get(view);
}
