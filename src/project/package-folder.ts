import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder of the installed package that holds a file of ours: the nearest above it that has the models.
 */
export function packageFolder(file: string): string {
  const folder = dirname(file);
  return folder === file || existsSync(join(folder, "models", "static-deb-256"))
    ? folder
    : packageFolder(folder);
}
