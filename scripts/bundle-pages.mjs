/** Builds what browsers load, into a folder of two files whose names change with their content. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, transform } from "esbuild";

/**
 * @param {string} root
 * @param {string} outdir
 * @param {import("esbuild").BuildOptions} shared
 * @returns {Promise<readonly string[]>} the files that they were made of
 */
export async function bundlePages(root, outdir, shared) {
  mkdirSync(outdir, { recursive: true });
  const options = {
    absWorkingDir: root,
    define: shared.define,
    logLevel: shared.logLevel,
    bundle: true,
    format: "esm",
    write: false,
    metafile: true,
  };
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: ["src/surfaces/pages/browser/start.tsx"],
    platform: "browser",
    target: ["chrome111", "firefox115", "safari16.4"],
    minify: true,
    legalComments: "none",
  });
  write(outdir, "page", ".js", outputFiles[0].text);
  write(outdir, "style", ".css", await styleOf(options));
  // By this the server knows the folder from any other of that name.
  writeFileSync(join(outdir, "built"), "");
  return Object.keys(metafile.inputs);
}

/** The style is a text of the sources, because it shares its colours with the report. */
async function styleOf(options) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: ["src/surfaces/pages/style.ts"],
    platform: "node",
  });
  const { style } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return (await transform(style, { loader: "css", minify: true })).code;
}

function write(outdir, name, ending, content) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  writeFileSync(join(outdir, `${name}-${hash}${ending}`), content);
}
