import type { JsonObject } from "../../base/json.js";
import type { Fold } from "../projection.js";
import type { RowChange } from "./store.js";

/** Splits the place from the key of its row. No place and no key may hold it. */
const separator = "\u001f";

/** The view that holds the places of another view's rows. No projection can have this name. */
export function listsOf(view: string): string {
  return `${view}#`;
}

/** The view whose lists these are; any other view is its own. */
export function viewOfLists(view: string): string {
  return view.endsWith("#") ? view.slice(0, -1) : view;
}

/** One place, as the key of a row of its own: sorted by place, then by the key of the row it stands for. */
export function placeKey(place: string, key: string): string {
  return `${place}${separator}${key}`;
}

export function keyAtPlace(place: string): string {
  return place.slice(place.lastIndexOf(separator) + 1);
}

/** The changes that move a row from its old places to its new ones. */
export function placeChanges(
  view: string,
  key: string,
  before: readonly string[],
  after: readonly string[],
): readonly RowChange[] {
  const lists = listsOf(view);
  const left = before.filter((place) => !after.includes(place));
  const entered = after.filter((place) => !before.includes(place));
  return [
    ...left.map((place) => ({ view: lists, key: placeKey(place, key), row: undefined })),
    ...entered.map((place) => ({ view: lists, key: placeKey(place, key), row: {} })),
  ];
}

/** The rows of the view of places that these rows should have. */
export function expectedPlaces(
  places: Fold["places"],
  rows: ReadonlyMap<string, JsonObject>,
): ReadonlySet<string> {
  const expected = new Set<string>();
  for (const [key, row] of rows) for (const place of places?.(row) ?? []) expected.add(placeKey(place, key));
  return expected;
}
