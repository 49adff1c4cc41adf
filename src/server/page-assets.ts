import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Assets } from "../pages/document.js";

interface Asset {
  readonly body: Buffer;
  readonly type: string;
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** What the build made for the browser, in memory: their addresses, and the files by address. */
export interface PageAssets extends Assets {
  readonly files: ReadonlyMap<string, Asset>;
}

export function readPageAssets(): PageAssets {
  const folder = pagesFolder();
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = new Map(
    names.flatMap((name) => {
      const type = types[/\.\w+$/.exec(name)?.[0] ?? ""];
      return type === undefined
        ? []
        : [[`/assets/${name}`, { body: readFileSync(join(folder, name)), type }] as const];
    }),
  );
  const addressOf = (ending: string) => [...files.keys()].find((name) => name.endsWith(ending)) ?? "";
  return { script: addressOf(".js"), style: addressOf(".css"), files };
}

/** In the package beside the command line; from the sources in dist/. */
function pagesFolder(below: string = dirname(import.meta.filename)): string {
  const found = [join(below, "pages"), join(below, "dist", "pages")].find((folder) =>
    existsSync(join(folder, "built")),
  );
  return found ?? (dirname(below) === below ? join(below, "pages") : pagesFolder(dirname(below)));
}
