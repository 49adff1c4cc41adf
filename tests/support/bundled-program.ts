import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { tempFolder } from "./temp-folder.js";

export interface ProgramOptions {
  /** Whether it finds the installed packages; without them it is as on a machine that has none of them. */
  readonly packages?: boolean;
}

/** A program of its own from TypeScript, whose imports are relative to a folder of the sources. */
export async function bundledProgram(
  resolveDir: string,
  contents: string,
  { packages = true }: ProgramOptions = {},
): Promise<string> {
  const folder = tempFolder();
  if (packages) symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  const outfile = join(folder, "program.mjs");
  const stdin = { contents, resolveDir, loader: "ts" } as const;
  await build({
    stdin,
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: packages ? "external" : "bundle",
    external: packages ? [] : ["@lancedb/lancedb", "apache-arrow", "@huggingface/transformers"],
    logLevel: "silent",
  });
  return outfile;
}
