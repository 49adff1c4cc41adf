import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the installed package that a file belongs to: the nearest above it that holds the models. */
export function packageFolder(file: string): string {
  const folder = dirname(file);
  return folder === file || existsSync(join(folder, "models", "static-deb-256"))
    ? folder
    : packageFolder(folder);
}
