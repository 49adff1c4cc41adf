import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { anyOfTexts, withJsonForms } from "../../log/events/blank-text.js";
import type { Context } from "../../verbs/call/context.js";

export const remainderOutput = z.strictObject({ file: z.string(), next: z.string() });

export type Remainder = z.output<typeof remainderOutput>;

/** Looks for texts, in any case of letters, in the bytes of every file that Whetstone keeps for a project. */
export function searchOwnFiles(
  { places }: Context,
  texts: readonly string[],
  scrubbed: boolean,
): readonly Remainder[] {
  const pattern = anyOfTexts(withJsonForms(texts));
  if (pattern === undefined) return [];
  const longest = 4 * Math.max(...texts.map((text) => text.length));
  const next = (file: string) => {
    if (file.startsWith(places.folder)) return "delete this file, or write it again";
    if (!scrubbed) return stillRead;
    if (file.startsWith(places.database) && !file.includes(".aside-"))
      return "it is part of the name of a task, a run, a person or a key, and names are not changed";
    return "delete this file if you do not need it";
  };
  return [...filesBelow(places.data), ...filesBelow(places.folder)]
    .filter((file) => holds(file, pattern, longest))
    .map((file) => ({ file, next: next(file) }));
}

/** What to do where a file of the store could not be rewritten. */
export const stillRead = "another process still reads the store: stop it and forget again";

const chunkBytes = 16_777_216;

/** Piece by piece, each with the end of the one before: a backup may be larger than a text can be. */
function holds(file: string, pattern: RegExp, longest: number): boolean {
  const handle = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(chunkBytes + longest);
    for (let from = 0; ; from += chunkBytes) {
      const read = readSync(handle, bytes, 0, bytes.length, from);
      if (pattern.test(bytes.toString("utf8", 0, read))) return true;
      if (read < bytes.length) return false;
    }
  } finally {
    closeSync(handle);
  }
}

function filesBelow(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
