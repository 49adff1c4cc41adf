import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * The bytes of all files below a folder; 0 when it is not there. Files that vanish meanwhile count nothing.
 */
export function folderSize(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).reduce((sum, name) => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (stat?.isFile() === true ? stat.size : 0);
  }, 0);
}
