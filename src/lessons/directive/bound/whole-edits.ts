import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readForeign } from "../../../base/files/read-foreign.js";
import type { FileEdit } from "../check/added-text.js";

/** Of a longer file only the edit itself is looked at. */
const fileMaxBytes = 1_048_576;

/**
 * What a file would hold before and after each edit, as far as it can be read: only then is it known what an edit
 * adds, and how long the file becomes.
 */
export function wholeEdits(edits: readonly FileEdit[], folder: string): readonly FileEdit[] {
  const texts = new Map<string, string | undefined>();
  return edits.map((edit) => {
    const path = resolve(folder, edit.file);
    const before = texts.has(path) ? texts.get(path) : textAt(path);
    const after = afterEdit(edit, before);
    texts.set(path, after);
    return before === undefined || after === undefined ? edit : { ...edit, before, after, whole: true };
  });
}

function afterEdit({ before: old, after, whole }: FileEdit, text: string | undefined): string | undefined {
  if (whole) return after;
  if (text === undefined || old === undefined || old === "" || !text.includes(old)) return undefined;
  return text.replace(old, () => after);
}

/** Empty where there is no file; undefined where it cannot be read. */
function textAt(path: string): string | undefined {
  if (!existsSync(path)) return "";
  const read = readForeign(path, { maxBytes: fileMaxBytes });
  return "bytes" in read ? read.bytes.toString("utf8") : undefined;
}
