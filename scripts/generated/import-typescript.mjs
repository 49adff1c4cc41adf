import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/**
 * Bundles a TypeScript module and imports it. The bundle lies under node_modules, where its packages are
 * found.
 *
 * @param {string} root
 * @param {string} path of the module, relative to the root
 */
export async function importTypeScript(root, path) {
  const folder = join(root, "node_modules/.cache/whetstone-scripts");
  const outfile = join(folder, `${process.pid}-${path.replaceAll("/", "-")}.mjs`);
  mkdirSync(folder, { recursive: true });
  try {
    const options = {
      bundle: true,
      format: "esm",
      platform: "node",
      packages: "external",
      logLevel: "warning",
    };
    await build({ ...options, absWorkingDir: root, entryPoints: [path], outfile });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile, { force: true });
  }
}
