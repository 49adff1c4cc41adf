import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileError } from "../files/file-error.js";
import { isLink, makeFolder } from "../files/make-folder.js";
import { readIfThere } from "../files/read-if-there.js";
import { replaceFile } from "../files/replace-file.js";
import type { Places } from "./places.js";

interface Link {
  readonly project: string;
  readonly data: string;
  /** The earlier project of this folder, for example before a plain folder became a repository. */
  readonly before?: { readonly project: string; readonly data: string };
}

/** Writes into `.whetstone/` which project this is and where its data is, if that changed. */
export function writeLocalFolder(places: Pick<Places, "folder" | "link" | "data">, key: string): void {
  try {
    // A clone may hold a link to any folder in its place. `doctor` reports it; what is learned lies elsewhere.
    if (isLink(places.folder)) return;
    makeFolder(places.folder);
    const ignore = join(places.folder, ".gitignore");
    if (!existsSync(ignore)) replaceFile(ignore, "*\n");
    const before = formerProject(places, key);
    const link: Link = { project: key, data: places.data, ...(before === undefined ? {} : { before }) };
    const text = `${JSON.stringify(link, null, 2)}\n`;
    if (textIn(places.link) !== text) replaceFile(places.link, text);
  } catch (error) {
    throw fileError(error, places.folder);
  }
}

/** The project that this folder was under another key, if the link still names it. */
export function formerProject({ link }: Pick<Places, "link">, key: string): Link["before"] {
  const known = readLink(link);
  if (known === undefined) return undefined;
  return known.project === key ? known.before : { project: known.project, data: known.data };
}

/** A damaged link counts as none; the next write replaces it. */
function readLink(file: string): Link | undefined {
  const text = textIn(file);
  if (text === undefined) return undefined;
  try {
    const { project, data, before } = Object(JSON.parse(text)) as Partial<Link>;
    return typeof project === "string" && typeof data === "string"
      ? { project, data, ...(before && { before }) }
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Two project keys and two paths, of the longest kind. */
const linkMaxBytes = 65_536;

/** Undefined where there is no file. */
function textIn(file: string): string | undefined {
  return readIfThere(file, { maxBytes: linkMaxBytes, refuseLinks: true })?.toString("utf8");
}
