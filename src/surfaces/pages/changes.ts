import { type ViewName, viewNames } from "./place.js";

/** Beginnings of event types, and the views that show what such events change. */
const shownBy: readonly (readonly [string, readonly ViewName[]])[] = [
  ["lesson-", ["today", "lessons", "sessions", "evidence", "log"]],
  ["directive-", ["today", "lessons", "log"]],
  ["strategy-", ["today", "lessons", "log"]],
  ["trial-", ["today", "lessons", "evidence", "log"]],
  ["receipt-", ["today", "lessons", "sessions", "log"]],
  ["call-", ["today", "lessons", "sessions", "log"]],
  ["reflection-", ["today", "lessons", "sessions", "evidence", "log"]],
  ["policy-", ["today", "policy", "log"]],
  ["member-", ["team", "log"]],
  ["key-", ["team", "log"]],
  ["refusal-", ["today", "team", "log"]],
  ["report-", ["log"]],
  ["model-", ["log"]],
];

/**
 * The views that events of these types change; for a type that is not known here all of them but Health, whose
 * checks read the whole log.
 */
export function changedViews(types: readonly string[]): readonly ViewName[] {
  const changed = new Set(types.flatMap((type) => viewsOf(type)));
  return viewNames.filter((name) => changed.has(name));
}

function viewsOf(type: string): readonly ViewName[] {
  return (
    shownBy.find(([beginning]) => type.startsWith(beginning))?.[1] ??
    viewNames.filter((name) => name !== "health")
  );
}
