import { pagesTouchedBy } from "../../log/events/catalog.js";
import { type ViewName, viewNames } from "../pages/place.js";

/**
 * The views that events of these types change; for a type that is not known here all of them but Health, whose
 * checks read the whole log.
 */
export function changedViews(types: readonly string[]): readonly ViewName[] {
  const changed = new Set(types.flatMap(viewsOf));
  return viewNames.filter((name) => changed.has(name));
}

function viewsOf(type: string): readonly ViewName[] {
  const pages = pagesTouchedBy(type);
  return pages === undefined ? viewNames.filter((name) => name !== "health") : [...pages, "log"];
}
