import { type ViewName, viewNames } from "./place.js";

/** Beginnings of event types, and the views that show what such events change. */
const shownBy: readonly (readonly [string, readonly ViewName[]])[] = [
  ["lesson-", ["today", "lessons"]],
  ["directive-", ["today", "lessons"]],
  ["strategy-", ["today", "lessons"]],
  ["trial-", ["today", "lessons"]],
  ["receipt-", ["today", "lessons"]],
  ["call-", ["today", "lessons"]],
  ["reflection-", ["today", "lessons"]],
  ["report-", []],
  ["model-", []],
];

/** The views that events of these types change; all of them for a type that is not known here. */
export function changedViews(types: readonly string[]): readonly ViewName[] {
  const changed = new Set(types.flatMap((type) => viewsOf(type)));
  return viewNames.filter((name) => changed.has(name));
}

function viewsOf(type: string): readonly ViewName[] {
  return shownBy.find(([beginning]) => type.startsWith(beginning))?.[1] ?? viewNames;
}
