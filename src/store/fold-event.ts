import type { WhetstoneEvent } from "../events/catalog.js";
import type { Fold } from "../projections/projection.js";
import type { RowCache } from "./row-cache.js";

/**
 * Folds one event into the rows of every projection, each in the view that `viewOf` names. Where rows have to
 * be read first it returns a promise, to be awaited before the next event; most of a long log needs none.
 */
export function foldEvent(
  rows: RowCache,
  folds: readonly Fold[],
  event: WhetstoneEvent,
  viewOf: (view: string) => string = (view) => view,
): Promise<unknown> | undefined {
  let loading: Promise<void>[] | undefined;
  for (const fold of concerned(folds, event.type)) {
    for (const key of fold.keys(event)) {
      const loaded = rows.fold(viewOf(fold.name), key, fold, event);
      if (loaded === undefined) continue;
      loading ??= [];
      loading.push(loaded);
    }
  }
  return loading && Promise.all(loading);
}

const byType = new WeakMap<readonly Fold[], Map<string, readonly Fold[]>>();

/**
 * Those of the folds that an event of this type can change: most types concern a few, and every event asks.
 */
function concerned(folds: readonly Fold[], type: string): readonly Fold[] {
  const known = byType.get(folds) ?? new Map<string, readonly Fold[]>();
  byType.set(folds, known);
  const found = known.get(type) ?? folds.filter((fold) => fold.concerns(type));
  known.set(type, found);
  return found;
}
