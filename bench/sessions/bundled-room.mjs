import { join } from "node:path";
import { build } from "esbuild";

/** The product, bundled from source into a folder of its own, so that its models are found. */
export async function bundledRoom(folder) {
  const outfile = join(folder, "room.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "room.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "warning",
  });
  return import(outfile);
}
