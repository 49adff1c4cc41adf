import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "hono";
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

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

export function pageHeaders(): Record<string, string> {
  return {
    "content-security-policy": policy,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  };
}

/** Its name changes with its content, so a browser may keep it for good. */
// biome-ignore lint/suspicious/noExplicitAny: it looks at nothing of the environment of either server.
export function answerAsset(c: Context<any>, body: Buffer, type: string): Response {
  return c.body(new Uint8Array(body), 200, {
    "content-type": type,
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
}
