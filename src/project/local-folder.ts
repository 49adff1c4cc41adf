import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileError } from "../files/file-error.js";
import { makeFolder } from "../files/make-folder.js";
import { replaceFile } from "../files/replace-file.js";
import type { Places } from "./places.js";

/** Makes `.whetstone/` say which project this is and where its data lies. Writes only what is missing or different. */
export function writeLocalFolder(places: Pick<Places, "folder" | "link" | "data">, key: string): void {
  try {
    makeFolder(places.folder);
    const ignore = join(places.folder, ".gitignore");
    if (!existsSync(ignore)) replaceFile(ignore, "*\n");
    const link = `${JSON.stringify({ project: key, data: places.data }, null, 2)}\n`;
    if (!existsSync(places.link) || readFileSync(places.link, "utf8") !== link) replaceFile(places.link, link);
  } catch (error) {
    throw fileError(error, places.folder);
  }
}
