import { join } from "node:path";
import { build } from "esbuild";

/** The parts of the product that an entry names, bundled from source into a folder, so that its models are found. */
export async function bundledRoom(folder, entry = join(import.meta.dirname, "room.ts")) {
  const outfile = join(folder, "room.mjs");
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "warning",
  });
  return import(outfile);
}
