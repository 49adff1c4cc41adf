/**
 * Bundles the command line: program.cjs is all of it in one file, because loading many takes longer than a
 * short command, and main.cjs starts it with the code that was kept of it (src/surfaces/cli/kept-code.ts).
 * The modules that a dynamic import asks for run only then.
 */
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { build } from "esbuild";

/** Native or optional: taken from where they are installed. */
const outside = ["ai", "@ai-sdk/*", "@lancedb/lancedb", "apache-arrow", "@huggingface/transformers", "pg"];

/** The SDK of MCP, which the program loads from the file beside it once it serves. */
const sdk = { source: "src/surfaces/mcp/sdk.ts", file: "mcp-sdk.cjs" };

/** Its other build loads its parts by a function of its own, which a bundler cannot follow. */
const alias = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

const commonJs = { format: "cjs", splitting: false, supported: { "dynamic-import": false }, minify: true };

/**
 * @param {string} outdir
 * @param {import("esbuild").BuildOptions} shared
 * @returns {Promise<readonly string[]>} the files that they were made of
 */
export async function bundleCommandLine(outdir, shared) {
  const program = await build({
    ...shared,
    ...commonJs,
    define: { ...shared.define, "import.meta.filename": "__filename" },
    alias,
    external: outside,
    metafile: true,
    write: false,
    entryPoints: ["src/surfaces/cli/main.ts"],
    outfile: join(outdir, "program.cjs"),
    plugins: [sqliteBinary(), besideTheProgram(sdk)],
  });
  const ofSdk = await build({
    ...shared,
    ...commonJs,
    metafile: true,
    entryPoints: [sdk.source],
    outfile: join(outdir, sdk.file),
  });
  const text = inAscii(program.outputFiles[0].text);
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, "program.cjs"), text);
  await bundleStart(join(outdir, "main.cjs"), shared, createHash("sha256").update(text).digest("hex"));
  return [program, ofSdk].flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

/** It knows the digest of the program that it starts. */
async function bundleStart(outfile, shared, digest) {
  await build({
    ...shared,
    ...commonJs,
    define: {
      ...shared.define,
      "import.meta.dirname": "__dirname",
      __BUILD__: JSON.stringify(digest.slice(0, 16)),
    },
    entryPoints: ["src/surfaces/cli/start.ts"],
    outfile,
    banner: { js: "#!/usr/bin/env node" },
  });
  chmodSync(outfile, 0o755);
}

/**
 * esbuild leaves characters that are not ASCII in regular expressions and raw templates; ours make regular
 * expressions, which read the escapes alike. One such character makes V8 hold the whole file with two bytes for
 * each.
 */
function inAscii(text) {
  const escaped = /\\[^\0-\x7f]/.exec(text);
  if (escaped !== null) throw new Error(`'${escaped[0]}' is escaped already`);
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Leaves a source out of the bundle: it is in a file of its own in the same folder. */
function besideTheProgram({ source, file }) {
  return {
    name: "beside-the-program",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) =>
        join(resolveDir, path).replace(/\.js$/, ".ts").endsWith(normalize(source))
          ? { path: `./${file}`, external: true }
          : undefined,
      );
    },
  };
}

/**
 * Takes the binary of SQLite straight from the installed package. Its own JavaScript looks for the binary among
 * folders and adds what is not used here, which takes as long again as loading the binary. Where the binary is
 * not in its usual place the package itself is loaded.
 */
function sqliteBinary() {
  const name = "@photostructure/sqlite";
  const chooser = `
    const installed = require;
    const { existsSync } = require("node:fs");
    const { join } = require("node:path");
    function binary() {
      const system = process.platform + "-" + process.arch;
      const library = existsSync("/etc/alpine-release") ? "musl" : "glibc";
      const place = join("${name}", "prebuilds", system, "@photostructure+sqlite." + library + ".node");
      const folder = installed.resolve.paths("${name}").find((each) => existsSync(join(each, place)));
      try {
        return folder && loaded(join(folder, place));
      } catch {
        return undefined;
      }
    }
    // Without what Node looks for around a module, such as the package.json above it.
    function loaded(file) {
      const module = { exports: {} };
      process.dlopen(module, file);
      return module.exports;
    }
    module.exports = binary() ?? installed("${name}");`;
  return {
    name: "sqlite-binary",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^@photostructure\/sqlite$/ }, () => ({ path: name, namespace: "sqlite" }));
      onLoad({ filter: /.*/, namespace: "sqlite" }, () => ({ contents: chooser }));
    },
  };
}

/**
 * The program that agents start as a hook: one small file, because its start is paid for with every call.
 *
 * @param {string} outdir
 * @param {import("esbuild").BuildOptions} shared
 */
export async function bundleHook(outdir, shared) {
  await build({
    ...shared,
    ...commonJs,
    define: { ...shared.define, "import.meta.dirname": "__dirname" },
    entryPoints: { hook: "src/surfaces/server/hook-program.ts" },
    outExtension: { ".js": ".cjs" },
    outdir,
  });
}
