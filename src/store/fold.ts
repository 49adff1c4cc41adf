import type { Config } from "../config/settings.js";
import type { WhetstoneEvent } from "../events/catalog.js";
import type { JsonObject } from "../json.js";
import { handlerFor, type Projection } from "../projections/projection.js";
import type { RowCache } from "./row-cache.js";

/** Folds one event into the rows of one projection, which lie in the named view. */
export async function foldEvent(
  rows: RowCache,
  projection: Projection,
  view: string,
  event: WhetstoneEvent,
  config: Config,
): Promise<void> {
  const handler = handlerFor(projection, event);
  if (handler === undefined) return;
  const settings = projection.settings(config);
  for (const key of handler.keys(event)) {
    const row = handler.evolve(await rows.get(view, key), event, settings, key);
    await rows.set(view, key, row as JsonObject | undefined);
  }
}
