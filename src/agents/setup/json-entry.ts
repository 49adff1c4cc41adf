import type { PlannedFile } from "./agent-setup.js";
import { isBareObject, type JsonPath, jsonAt, notAnObject, setInJson, unsetInJson } from "./edit-json.js";

type Json = Readonly<Record<string, unknown>>;

/** Our value in a settings file that others write too. */
export interface JsonEntry {
  readonly path: JsonPath;
  readonly value: Json;
  /** See `PlannedFile`. */
  readonly entries: string;
  /** Whether the value at the path is ours, from any installation of this program. */
  readonly isOurs: (value: Json) => boolean;
  /** The message when the value at the path is not ours. */
  readonly theirs: string;
}

/** A settings file with our value in it. The comments, order and spaces of the rest stay. */
export function plannedJsonEntry(path: string, entry: JsonEntry): PlannedFile {
  return {
    path,
    entries: entry.entries,
    after: (before) => asObjectFault(path, () => withEntry(before, entry)),
    left: (before) =>
      asObjectFault(path, () => (entryState(before, entry) === "theirs" ? entry.theirs : undefined)),
    holdsOurs: (text) => asObjectFault(path, () => entryState(text, entry) === "ours"),
    without: (text, before) => asObjectFault(path, () => withoutEntry(text, before, entry)),
  };
}

function isEmptyText(text: string | null): text is null {
  return text === null || text.trim() === "";
}

function entryState(text: string | null, { path, isOurs }: JsonEntry): "ours" | "theirs" | "none" {
  const found = isEmptyText(text) ? undefined : jsonAt(text, path);
  if (found === undefined) return "none";
  return isOurs(Object(found) as Json) ? "ours" : "theirs";
}

/** Fields that a person added to our value stay. */
function withEntry(before: string | null, entry: JsonEntry): string {
  const text = isEmptyText(before) ? "{}\n" : before;
  if (entryState(text, entry) === "theirs") return text;
  const found = Object(jsonAt(text, entry.path) ?? {}) as Json;
  const isSame = Object.entries(entry.value).every(
    ([key, wanted]) => JSON.stringify(found[key]) === JSON.stringify(wanted),
  );
  return isSame ? text : setInJson(text, entry.path, { ...found, ...entry.value });
}

function withoutEntry(text: string, before: string | null | undefined, entry: JsonEntry): string | null {
  if (entryState(text, entry) !== "ours") return text;
  const had = (depth: number) =>
    typeof before === "string" &&
    !isEmptyText(before) &&
    jsonAt(before, entry.path.slice(0, depth) as unknown as JsonPath) !== undefined;
  const rest = unsetInJson(text, entry.path, (depth) => !had(depth));
  return isBareObject(rest) && typeof before !== "string" ? null : rest;
}

function asObjectFault<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw cause instanceof SyntaxError ? notAnObject(path, cause) : cause;
  }
}
