import type { FileEdit } from "../lessons/directive/check/added-text.js";
import { textAt } from "./read-payload.js";

/** More edits than one call makes. */
const editsAtMost = 500;

/** Usual names of the fields in which tools that edit say what they do. */
const fileFields = ["file_path", "filePath", "notebook_path", "path", "file"];
const beforeFields = ["old_string", "oldString", "old_str"];
const afterFields = ["new_string", "newString", "new_str", "new_source"];
const wholeFields = ["content", "contents", "file_text"];
const patchFields = ["command", "input", "patch", "patchText", "patch_text"];

/** What a call makes of its files, as far as its input says: replaced parts, whole files, patches. */
export function editsIn(input: unknown): readonly FileEdit[] {
  const patch = firstText(input, patchFields);
  if (patch?.includes("*** Begin Patch") === true) return editsOfPatch(patch).slice(0, editsAtMost);
  const file = firstText(input, fileFields);
  if (file === undefined) return [];
  const listed: unknown = Reflect.get(Object(input), "edits");
  const parts = Array.isArray(listed) ? listed : [input];
  return parts.slice(0, editsAtMost).flatMap((part) => editOf(file, part));
}

function editOf(file: string, part: unknown): readonly FileEdit[] {
  const after = firstText(part, afterFields);
  if (after !== undefined) return [{ file, before: firstText(part, beforeFields), after, whole: false }];
  const content = firstText(part, wholeFields);
  return content === undefined ? [] : [{ file, before: undefined, after: content, whole: true }];
}

function firstText(value: unknown, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const text = textAt(value, field);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** A patch as Codex writes it: an added file is there whole, of an updated one the lines that change. */
function editsOfPatch(patch: string): readonly FileEdit[] {
  const edits: { file: string; before: string; after: string; whole: boolean }[] = [];
  for (const line of patch.split("\n")) {
    const [, action, file] = /^\*\*\* (Add|Update|Delete) File: (.{1,1000}?)\s*$/.exec(line) ?? [];
    const moved = /^\*\*\* Move to: (.{1,1000}?)\s*$/.exec(line)?.[1];
    const edit = edits.at(-1);
    if (file !== undefined) edits.push({ file, before: "", after: "", whole: action === "Add" });
    else if (edit === undefined) continue;
    else if (moved !== undefined) edit.file = moved;
    else if (line.startsWith("-")) edit.before += `${line.slice(1)}\n`;
    else if (line.startsWith("+")) edit.after += `${line.slice(1)}\n`;
  }
  return edits;
}

/** The skill that a call asks for, where the agent has a tool for that. */
export function skillIn(tool: string, input: unknown): string | undefined {
  if (!/^skill$/i.test(tool)) return undefined;
  return firstText(input, ["skill", "name", "command"])?.replace(/^\//, "");
}
