import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WhetstoneError } from "../errors.js";
import type { Places } from "./places.js";

/** Makes `.whetstone/` say which project this is and where its data lies. Writes only what is missing or different. */
export function writeLocalFolder(places: Pick<Places, "folder" | "link" | "data">, key: string): void {
  try {
    makeFolder(places.folder);
    const ignore = join(places.folder, ".gitignore");
    if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
    const link = `${JSON.stringify({ project: key, data: places.data }, null, 2)}\n`;
    if (!existsSync(places.link) || readFileSync(places.link, "utf8") !== link) replaceFile(places.link, link);
  } catch (error) {
    throw translated(error, places.folder);
  }
}

/** Not `recursive`: the project is there already, and Node loops for ever where a file system refuses new folders oddly. */
function makeFolder(folder: string): void {
  if (existsSync(join(folder, "."))) return;
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it in between.
    if (!existsSync(join(folder, "."))) throw error;
  }
}

/** A reader sees the old file or the new one, never a part. */
function replaceFile(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function translated(error: unknown, folder: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  const values = { path: path ?? folder };
  if (code === "ENOSPC" || code === "EDQUOT") {
    const next = "free some space and call again";
    return new WhetstoneError("disk_full", `the disk is full: ${values.path} was not written`, {
      next,
      values,
      cause: error,
    });
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    const next = "check the owner and permissions of the project folder";
    return new WhetstoneError("not_writable", `${values.path} cannot be written`, { next, values, cause: error });
  }
  if (code === "EEXIST" || code === "ENOTDIR" || code === "EISDIR") {
    const next = "move it away and call again";
    return new WhetstoneError("not_writable", `${values.path} is in the way`, { next, values, cause: error });
  }
  return error;
}
