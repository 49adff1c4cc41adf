/**
 * Bundles the command line as CommonJS files: core.cjs with all that `status` and `check-tool` need,
 * often.cjs with what the other commands need that programs call again and again, servers.cjs for what runs
 * long, which is the two servers and their packages, and rest.cjs for all else. A file is loaded by the first
 * dynamic import of something in it. One file of everything takes longer to read than a short command to run;
 * splitting by command gives a hundred files, whose loading costs as much. What core.cjs and often.cjs hold
 * the others take from there, so that none of it exists twice, and a module runs only when it is first asked
 * for. Small modules of rest.cjs that servers.cjs imports itself are in both. main.cjs, the program, is a few
 * kilobytes that start the others.
 */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { inAscii } from "./in-ascii.mjs";

/** All that main.cjs starts. */
const files = ["core.cjs", "often.cjs", "rest.cjs", "servers.cjs"];

/** Native, or optional and large: taken from where they are installed. */
const outside = ["ai", "@ai-sdk/*", "@lancedb/lancedb", "apache-arrow", "@huggingface/transformers", "pg"];

/** Its other build loads its parts by a function of its own, which a bundler cannot follow. */
const alias = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

/** Dynamic imports that stay in core.cjs. */
const kept = [
  "src/surfaces/cli/verb-command.ts",
  "src/verbs/check-tool.ts",
  "src/lessons/strategy/rules/maturity.ts",
  "src/verbs/status.ts",
  "src/verbs/frame/call-verb.ts",
  "src/verbs/parts/status-screen.ts",
  "src/base/terminal/table.ts",
];

/** Dynamic imports that are in often.cjs, with all that they import. */
const often = [
  "src/verbs/acknowledge.ts",
  "src/verbs/brief.ts",
  "src/verbs/complete.ts",
  "src/verbs/deliberate.ts",
  "src/verbs/plan.ts",
  "src/verbs/record.ts",
  "src/verbs/search.ts",
  "src/lessons/directive/forbidden-calls.ts",
  "src/lessons/kept/read-actions.ts",
  "src/lessons/failure/stop-at-call.ts",
  "src/lessons/forget/forgotten-count.ts",
  "src/log/events/catalog.ts",
  "src/lessons/projections.ts",
  "src/log/projection.ts",
  "src/search/open-search.ts",
  "src/search/static-embedder.ts",
  "src/log/store/ledger-writer.ts",
];

/** The part of each coding agent that only the server loads. */
const hosts = readdirSync(join(import.meta.dirname, "../src/agents"))
  .map((agent) => `src/agents/${agent}/host.ts`)
  .filter((file) => existsSync(join(import.meta.dirname, "..", file)));

/** Dynamic imports that begin a server: they and all that they import are in servers.cjs. */
const servers = ["src/surfaces/server/serve.ts", "src/surfaces/mcp/stdio.ts", ...hosts];
/** Dynamic imports of the servers that stay with them. */
const withServers = [
  "src/surfaces/mcp/http.ts",
  "src/surfaces/server/openapi.ts",
  "src/surfaces/server/pages.ts",
  ...hosts,
];

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
    external: [...outside, ...files.map((name) => `./${name}`)],
    minifyWhitespace: true,
    minifySyntax: true,
    metafile: true,
  };
  /** What is asked of rest.cjs. */
  const moved = new Set();
  /** Modules that all files take from one, by the name of that file, and those that others do take. */
  const held = new Map();
  const taken = new Set();
  const hold = (name, ids) => ids.forEach((id) => void held.set(id, name));
  const takenFrom = (name) => [...taken].filter((id) => held.get(id) === name);
  const fromCore = [sqliteBinary(), redirect(root, notInCore(moved))];
  hold("core", await modulesOf(options, ["src/surfaces/cli/main.ts"], fromCore));
  const fromOften = [fromHolder(root, new Map(held), taken), redirect(root, notIn(often, held, moved))];
  hold("often", await modulesOf(options, often, fromOften));
  const fromServers = [fromHolder(root, held, taken), redirect(root, notIn(withServers, held, moved))];
  const fromRest = [fromHolder(root, held, taken), redirect(root, onlyServers)];

  const bundle = (name, contents, plugins) =>
    build({
      ...options,
      stdin: { contents, resolveDir: root, loader: "ts" },
      outfile: join(outdir, name),
      plugins,
    });
  // Those that take come before those that are taken from.
  const built = [
    await bundle("servers.cjs", fileOf(servers), fromServers),
    await bundle("rest.cjs", fileOf(moved), fromRest),
    await bundle("often.cjs", fileOf([...often, ...takenFrom("often")]), fromOften),
    // Required and not imported: the package says that its modules have no side effects, and this one is a
    // program.
    await bundle(
      "core.cjs",
      `${fileOf(takenFrom("core"))}require("./src/surfaces/cli/main.ts");\n`,
      fromCore,
    ),
  ];
  hideImportWord(join(outdir, "core.cjs"));
  for (const name of files) {
    takeWithoutCopies(join(outdir, name));
    writeInAscii(join(outdir, name));
  }
  built.push(await bundleStart(outdir, options));
  return built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

/** The program itself. It knows the digest of the files that it starts. */
async function bundleStart(outdir, options) {
  const digest = createHash("sha256");
  for (const name of files) digest.update(readFileSync(join(outdir, name)));
  const outfile = join(outdir, "main.cjs");
  const built = await build({
    ...options,
    define: {
      ...options.define,
      "import.meta.dirname": "__dirname",
      __BUILD__: JSON.stringify(digest.digest("hex").slice(0, 16)),
    },
    entryPoints: ["src/surfaces/cli/start.ts"],
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

/**
 * esbuild copies the names of a module that another file holds, for that file and again for each module that
 * imports it, which takes a thirtieth of a brief. A module of ours is taken as it is. Packages keep their
 * copies: Node gives those that are CommonJS a default export.
 */
function takeWithoutCopies(file) {
  const offered = '__toCommonJS=mod=>__copyProps(__defProp({},"__esModule",{value:!0}),mod)';
  const asItIs = '__toCommonJS=mod=>__defProp(__defProp(mod,"__esModule",{value:!0}),"__own",{value:!0})';
  const taken = "__toESM=(mod,isNodeMode,target)=>";
  const text = readFileSync(file, "utf8");
  if (!text.includes(offered) || !text.includes(taken))
    throw new Error(`esbuild takes modules in a new way: ${file}`);
  writeFileSync(file, text.replace(offered, asItIs).replace(taken, `${taken}mod?.__own?mod:`));
}

function writeInAscii(file) {
  writeFileSync(file, inAscii(readFileSync(file, "utf8")));
}

/** Where a dynamic import of core.cjs finds its module; nowhere else, if it stays. */
function notInCore(moved) {
  return (id) => {
    if (kept.includes(id)) return undefined;
    return often.includes(id) ? "often" : notIn([], new Map(), moved)(id);
  };
}

/** The same for a file in which some imports stay: its own, and those that have a holder. */
function notIn(own, held, moved) {
  return (id) => {
    if (own.includes(id) || held.has(id)) return undefined;
    if (servers.includes(id)) return "servers";
    moved.add(id);
    return "rest";
  };
}

/** All other imports of rest.cjs stay in it. */
function onlyServers(id) {
  return servers.includes(id) ? "servers" : undefined;
}

/** The modules that a file with these entries holds, found by a build that is thrown away. */
async function modulesOf(options, entries, plugins) {
  const { metafile } = await build({
    ...options,
    stdin: { contents: fileOf(entries), resolveDir: options.absWorkingDir, loader: "ts" },
    write: false,
    outfile: "thrown-away.cjs",
    plugins,
  });
  return Object.keys(metafile.inputs).filter(
    (id) => id.startsWith("src/") && id !== "src/surfaces/cli/main.ts",
  );
}

/** A file from which others take these modules, each of which runs when it is first asked for. */
function fileOf(ids) {
  const lines = [...new Set(ids)].map((id) => `${JSON.stringify(id)}: () => require("./${id}"),`);
  return `module.exports = {\n${lines.join("\n")}\n};\n`;
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

/** Takes a module that another file holds from there, and notes that it is taken. */
function fromHolder(root, held, taken) {
  return {
    name: "from-holder",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir, namespace }) => {
        const id = relative(root, join(resolveDir, path.replace(/\.js$/, ".ts"))).replaceAll("\\", "/");
        if (namespace === "held" || !held.has(id)) return undefined;
        taken.add(id);
        return { path: id, namespace: "held" };
      });
      onLoad({ filter: /.*/, namespace: "held" }, ({ path }) => ({
        contents: `module.exports = require("./${held.get(path)}.cjs")[${JSON.stringify(path)}]();`,
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
    entryPoints: { hook: "src/surfaces/server/hook-program.ts" },
    outExtension: { ".js": ".cjs" },
    outdir,
  });
}
