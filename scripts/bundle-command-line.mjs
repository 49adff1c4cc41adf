/**
 * Bundles the command line as CommonJS files: core.cjs with all that `status` needs, rest.cjs, which is loaded
 * by the first dynamic import of anything else, and servers.cjs for what runs long: the two servers and their
 * packages. Compiling one file of everything took a fifth of a cold start; splitting by command gives a
 * hundred files, whose loading costs as much. rest.cjs takes what core.cjs holds from there, so that no module
 * exists twice, and runs each of its own modules only when it is first asked for. servers.cjs does the same;
 * small modules of rest.cjs that it imports itself are in both. main.cjs, the program, is a few kilobytes that
 * start the others.
 */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { inAscii } from "./in-ascii.mjs";

/** Native, or optional and large: taken from where they are installed. */
const outside = ["ai", "@ai-sdk/*", "@lancedb/lancedb", "apache-arrow", "@huggingface/transformers", "pg"];

/** Its other build loads its parts by a function of its own, which a bundler cannot follow. */
const alias = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

/** Dynamic imports that stay in core.cjs. */
const kept = [
  "src/cli/verb-command.ts",
  "src/verbs/status.ts",
  "src/verbs/frame/call-verb.ts",
  "src/verbs/parts/status-screen.ts",
  "src/terminal/table.ts",
];

/** The part of each coding agent that only the server loads. */
const hosts = readdirSync(join(import.meta.dirname, "../src/hosts"))
  .map((agent) => `src/hosts/${agent}/host.ts`)
  .filter((file) => existsSync(join(import.meta.dirname, "..", file)));

/** Dynamic imports that begin a server: they and all that they import are in servers.cjs. */
const servers = ["src/server/serve.ts", "src/mcp/stdio.ts", ...hosts];
/** Dynamic imports of the servers that stay with them. */
const withServers = ["src/mcp/http.ts", "src/server/openapi.ts", "src/server/pages.ts", ...hosts];

/**
 * @param {string} root
 * @param {string} outdir
 * @param {import("esbuild").BuildOptions} shared
 * @returns {Promise<readonly string[]>} the files that they were made of
 */
export async function bundleCommandLine(root, outdir, shared) {
  const options = {
    ...shared,
    format: "cjs",
    splitting: false,
    supported: { "dynamic-import": false },
    define: { ...shared.define, "import.meta.filename": "__filename" },
    alias,
    external: [...outside, "./core.cjs", "./rest.cjs", "./servers.cjs"],
    minifyWhitespace: true,
    minifySyntax: true,
    metafile: true,
  };
  const moved = new Set();
  const ids = await modulesOf(options, root, moved);
  const inServers = (id) => (withServers.includes(id) || ids.includes(id) ? undefined : notedRest(moved)(id));
  await movedFrom(options, root, servers, inServers);
  await movedFrom(options, root, moved, fromCoreFile(moved));
  const core = await build({
    ...options,
    stdin: { contents: coreEntry(ids), resolveDir: root, loader: "ts" },
    outfile: join(outdir, "core.cjs"),
    plugins: [sqliteBinary(), redirect(root, fromCoreFile(moved))],
  });
  const rest = await build({
    ...options,
    stdin: { contents: restEntry(moved), resolveDir: root, loader: "ts" },
    outfile: join(outdir, "rest.cjs"),
    plugins: [fromCore(root, ids), redirect(root, (id) => (servers.includes(id) ? "servers" : undefined))],
  });
  const long = await build({
    ...options,
    stdin: { contents: restEntry(servers), resolveDir: root, loader: "ts" },
    outfile: join(outdir, "servers.cjs"),
    plugins: [fromCore(root, ids), redirect(root, inServers)],
  });
  hideImportWord(join(outdir, "core.cjs"));
  for (const name of ["core.cjs", "rest.cjs", "servers.cjs"]) writeInAscii(join(outdir, name));
  const start = await bundleStart(outdir, options);
  return [core, rest, long, start].flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

/** The program itself. It knows the digest of the files that it starts. */
async function bundleStart(outdir, options) {
  const digest = createHash("sha256");
  for (const name of ["core.cjs", "rest.cjs", "servers.cjs"]) digest.update(readFileSync(join(outdir, name)));
  const outfile = join(outdir, "main.cjs");
  const built = await build({
    ...options,
    define: {
      ...options.define,
      "import.meta.dirname": "__dirname",
      __BUILD__: JSON.stringify(digest.digest("hex").slice(0, 16)),
    },
    entryPoints: ["src/cli/start.ts"],
    outfile,
    banner: { js: "#!/usr/bin/env node" },
  });
  chmodSync(outfile, 0o755);
  return built;
}

/** publint takes the end of the string "lessons import" for an import statement. */
function hideImportWord(file) {
  writeFileSync(file, readFileSync(file, "utf8").replaceAll('lessons import"', 'lessons\\x20import"'));
}

function writeInAscii(file) {
  writeFileSync(file, inAscii(readFileSync(file, "utf8")));
}

/** Where a dynamic import of core.cjs finds its module; nowhere else, if it stays. */
function fromCoreFile(moved) {
  return (id) => (kept.includes(id) ? undefined : servers.includes(id) ? "servers" : notedRest(moved)(id));
}

/** rest.cjs, which must then hold it. */
function notedRest(moved) {
  return (id) => {
    moved.add(id);
    return "rest";
  };
}

/** The modules that core.cjs holds, found by a first build that is thrown away. */
async function modulesOf(options, root, moved) {
  const { metafile } = await build({
    ...options,
    entryPoints: ["src/cli/main.ts"],
    write: false,
    outfile: "core.cjs",
    plugins: [sqliteBinary(), redirect(root, fromCoreFile(moved))],
  });
  return Object.keys(metafile.inputs).filter((id) => id.startsWith("src/") && id !== "src/cli/main.ts");
}

/**
 * Finds what is imported dynamically from these modules and from all that they import, by a build that is
 * thrown away.
 */
async function movedFrom(options, root, ids, whereOf) {
  const entry = { contents: restEntry(ids), resolveDir: root, loader: "ts" };
  await build({
    ...options,
    stdin: entry,
    write: false,
    outfile: "rest.cjs",
    plugins: [redirect(root, whereOf)],
  });
}

function coreEntry(ids) {
  const lines = ids.map((id) => `${JSON.stringify(id)}: () => require("./${id}"),`);
  // Required and not imported: the package says that its modules have no side effects, and this one is a
  // program.
  return `export const core = {\n${lines.join("\n")}\n};\nrequire("./src/cli/main.ts");\n`;
}

function restEntry(ids) {
  return `module.exports = {\n${[...ids].map((id) => `${JSON.stringify(id)}: () => import("./${id}"),`).join("\n")}\n};\n`;
}

/**
 * Turns dynamic imports into questions to another file, where there is one for them. `typeof import(…)` is a
 * type and stays.
 */
function redirect(root, whereOf) {
  return {
    name: "redirect",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, "utf8");
        const contents = text.replace(/(?<!typeof )(?<!\w)import\("(\.[^"]+)\.js"\)/g, (whole, target) => {
          const id = relative(root, resolve(dirname(path), `${target}.ts`)).replaceAll("\\", "/");
          const file = whereOf(id);
          if (file === undefined) return whole;
          return `Promise.resolve().then(() => require("./${file}.cjs")[${JSON.stringify(id)}]())`;
        });
        return { contents, loader: "ts" };
      });
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
        return folder && installed(join(folder, place));
      } catch {
        return undefined;
      }
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

/** Lets a module that core.cjs holds be taken from there. */
function fromCore(root, ids) {
  const held = new Set(ids.map((id) => join(root, id)));
  return {
    name: "from-core",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir, namespace }) => {
        const file = join(resolveDir, path.replace(/\.js$/, ".ts"));
        if (namespace === "core" || !held.has(file)) return undefined;
        return { path: relative(root, file).replaceAll("\\", "/"), namespace: "core" };
      });
      onLoad({ filter: /.*/, namespace: "core" }, ({ path }) => ({
        contents: `module.exports = require("./core.cjs").core[${JSON.stringify(path)}]();`,
        resolveDir: root,
        loader: "js",
      }));
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
    format: "cjs",
    splitting: false,
    supported: { "dynamic-import": false },
    minify: true,
    define: { ...shared.define, "import.meta.dirname": "__dirname" },
    entryPoints: { hook: "src/server/hook-program.ts" },
    outExtension: { ".js": ".cjs" },
    outdir,
  });
}
