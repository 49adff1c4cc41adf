import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isWithin } from "../files/is-within.js";

/** The folders of PATH that the project cannot write programs into: absolute ones outside of it. */
export function trustedPath(path: string | undefined, root: string): string[] {
  return (path ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isWithin(root, realProgram(folder)));
}

/**
 * The real program of a plain name, or undefined. A program that lies in the project does not count: an agent
 * may have written it. `npx` and `npm run` reach those, when the config says so.
 */
export function findProgram(name: string, folders: readonly string[], root: string): string | undefined {
  const endings = process.platform === "win32" ? [".exe", ".com"] : [""];
  for (const folder of folders) {
    for (const ending of endings) {
      const file = join(folder, name + ending);
      // The name under which it was found stays its name: some programs look at it.
      if (isProgram(file) && !isWithin(root, realProgram(file))) return file;
    }
  }
  return undefined;
}

/** A path that leads nowhere, or that nobody may follow, is as it stands: no program is started behind it. */
function realProgram(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** A file that this user cannot start does not count as a program, for whatever reason. */
function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
