import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/**
 * Bundles a TypeScript module and imports it.
 *
 * @param {string} root
 * @param {string} path of the module, relative to the root
 */
export async function importTypeScript(root, path) {
  return importSource(root, `export * from "./${path}";`, path.replaceAll("/", "-"));
}

/**
 * Bundles TypeScript whose imports are relative to the root, and imports it. The bundle lies under
 * node_modules, where its packages are found.
 *
 * @param {string} root
 * @param {string} contents
 * @param {string} name of the bundle
 */
export async function importSource(root, contents, name) {
  const folder = join(root, "node_modules/.cache/whetstone-scripts");
  const outfile = join(folder, `${process.pid}-${name}.mjs`);
  mkdirSync(folder, { recursive: true });
  try {
    await build({
      bundle: true,
      format: "esm",
      platform: "node",
      packages: "external",
      logLevel: "warning",
      absWorkingDir: root,
      stdin: { contents, resolveDir: root, loader: "ts" },
      outfile,
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile, { force: true });
  }
}
