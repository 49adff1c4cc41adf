import type { JsonObject } from "../json.js";
import { byBytes } from "./by-bytes.js";
import type { CachedRow } from "./cached-row.js";
import { listsOf, placeKey, viewOfLists } from "./sorted-lists.js";

/** One key of a view, or of its sorted lists, that is not as the store has it. */
interface Difference {
  readonly inStore: boolean;
  /** Undefined when it is gone. */
  readonly row: JsonObject | undefined;
}

export interface Differences {
  readonly byKey: ReadonlyMap<string, Difference>;
  /** In the order of the store. */
  readonly keys: readonly string[];
}

/** How a view, or its sorted lists, differ from what the store holds, by what has changed in the view. */
export function differencesIn(view: string, changed: readonly CachedRow[]): Differences {
  const byKey = new Map<string, Difference>();
  const ofLists = view === listsOf(viewOfLists(view));
  for (const row of changed) {
    if (ofLists) addPlaces(byKey, row);
    else byKey.set(row.key, { inStore: row.stored !== undefined, row: row.value });
  }
  return { byKey, keys: [...byKey.keys()].sort(byBytes) };
}

/** What a place holds: nothing but its key. */
const placed: JsonObject = {};

function addPlaces(byKey: Map<string, Difference>, { key, storedPlaces, places }: CachedRow): void {
  for (const place of storedPlaces) byKey.set(placeKey(place, key), { inStore: true, row: undefined });
  for (const place of places)
    byKey.set(placeKey(place, key), { inStore: storedPlaces.includes(place), row: placed });
}
