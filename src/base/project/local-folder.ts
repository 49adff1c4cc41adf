import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileError } from "../files/file-error.js";
import { isLink, makeFolder } from "../files/make-folder.js";
import { readForeign } from "../files/read-foreign.js";
import { replaceFile } from "../files/replace-file.js";
import type { Places } from "./places.js";

interface Link {
  readonly project: string;
  readonly data: string;
}

/**
 * Writes into `.whetstone/` which project this is and where its data is, if that changed. For people: what the
 * folder holds may have come with a clone, so that nothing is decided by it.
 */
export function writeLocalFolder(places: Pick<Places, "folder" | "link" | "data">, key: string): void {
  try {
    // A clone may hold a link to any folder in its place. `doctor` reports it; what is learned lies elsewhere.
    if (isLink(places.folder)) return;
    makeFolder(places.folder);
    const ignore = join(places.folder, ".gitignore");
    if (!existsSync(ignore)) replaceFile(ignore, "*\n");
    const link: Link = { project: key, data: places.data };
    const text = `${JSON.stringify(link, null, 2)}\n`;
    if (linkText(places.link) !== text) replaceFile(places.link, text);
  } catch (error) {
    throw fileError(error, places.folder);
  }
}

/** A damaged link counts as none; the next write replaces it. */
export function readProjectLink(file: string): Link | undefined {
  const text = linkText(file);
  if (text === undefined) return undefined;
  try {
    const { project, data } = Object(JSON.parse(text)) as Partial<Link>;
    return typeof project === "string" && typeof data === "string" ? { project, data } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A project key and a path, of the longest kind. */
const linkMaxBytes = 65_536;

/** Undefined also for what cannot be read. */
function linkText(file: string): string | undefined {
  const read = readForeign(file, { maxBytes: linkMaxBytes, refuseLinks: true });
  return "bytes" in read ? read.bytes.toString("utf8") : undefined;
}
