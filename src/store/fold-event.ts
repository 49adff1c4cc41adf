import type { WhetstoneEvent } from "../events/catalog.js";
import type { JsonObject } from "../json.js";
import type { Fold } from "../projections/projection.js";
import type { RowCache } from "./row-cache.js";

/** Folds one event into the rows of one projection, which lie in the named view. */
export async function foldEvent(rows: RowCache, fold: Fold, view: string, event: WhetstoneEvent): Promise<void> {
  for (const key of fold.keys(event)) {
    const row = fold.evolve(await rows.get(view, key), event, key);
    await rows.set(view, key, row as JsonObject | undefined);
  }
}
