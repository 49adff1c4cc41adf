import { existsSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { SetupPlace } from "./agent-setup.js";

/** Where `init` works: `program` is the command line that runs, `dist/cli/main.cjs`. */
export function setupPlace(
  root: string,
  program: string,
  env: Readonly<Record<string, string | undefined>>,
  http?: SetupPlace["http"],
): SetupPlace {
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const endings = ["", ".cmd", ".exe"];
  return {
    root,
    http,
    dist: dirname(dirname(program)),
    hasProgram: (name) =>
      folders.some((folder) => endings.some((ending) => existsSync(join(folder, `${name}${ending}`)))),
  };
}
