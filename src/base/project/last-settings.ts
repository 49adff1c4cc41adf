import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../files/make-folder.js";
import { readForeign } from "../files/read-foreign.js";
import { replaceFile } from "../files/replace-file.js";
import { digest } from "../text/digest.js";

/** What a folder's whetstone.json said when it could last be followed. */
export interface LastSettings {
  readonly root: string;
  /** Null where there was no such file. */
  readonly text: string | null;
}

/** A settings file has at most 1 MB; as a JSON text it may take several times that. */
const maxBytes = 8_388_608;

/**
 * Kept beside what is known of the folder, and not in the project's data: which project it is, and where its
 * data is, may be what the file says.
 */
export function readLastSettings(folders: string, root: string): LastSettings | undefined {
  const read = readForeign(fileOf(folders, root), { maxBytes, refuseLinks: true });
  if (!("bytes" in read)) return undefined;
  try {
    const { root: of, text } = Object(JSON.parse(read.bytes.toString("utf8"))) as Partial<LastSettings>;
    // The name of the file is a short digest: another folder may have the same one.
    return of === root && (typeof text === "string" || text === null) ? { root, text } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Writes only what changed. */
export function writeLastSettings(folders: string, { root, text }: LastSettings): void {
  if (readLastSettings(folders, root)?.text === text) return;
  makeFolder(folders);
  replaceFile(fileOf(folders, root), `${JSON.stringify({ root, text })}\n`, 0o600);
}

export function forgetLastSettings(folders: string, root: string): void {
  rmSync(fileOf(folders, root), { force: true });
}

function fileOf(folders: string, root: string): string {
  return join(folders, `${digest(root)}.settings.json`);
}
