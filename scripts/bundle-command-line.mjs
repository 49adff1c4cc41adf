/**
 * Bundles the command line as two CommonJS files: main.cjs with all that `status` needs, and rest.cjs, which is loaded by the
 * first dynamic import of anything else. Compiling one file of everything took a fifth of a cold start; splitting by
 * command gives a hundred files, whose loading costs as much. rest.cjs takes what main.cjs holds from there, so that no
 * module exists twice, and runs each of its own modules only when it is first asked for.
 */
import { chmodSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";

/** Native, or optional and large: taken from where they are installed. */
const outside = ["better-sqlite3", "ai", "@ai-sdk/*", "@lancedb/lancedb", "apache-arrow", "@huggingface/transformers"];

/** Dynamic imports that stay in main.cjs. */
const kept = ["src/cli/commands/status.ts", "src/app/status.ts", "src/cli/table.ts"];

/**
 * @param {string} root
 * @param {string} outdir
 * @param {import("esbuild").BuildOptions} shared
 */
export async function bundleCommandLine(root, outdir, shared) {
  const options = {
    ...shared,
    format: "cjs",
    splitting: false,
    supported: { "dynamic-import": false },
    define: { ...shared.define, "import.meta.filename": "__filename" },
    external: [...outside, "./main.cjs", "./rest.cjs"],
    minifyWhitespace: true,
    minifySyntax: true,
  };
  const moved = new Set();
  const ids = await modulesOf(options, root, moved);
  await build({
    ...options,
    stdin: { contents: mainEntry(ids), resolveDir: root, loader: "ts" },
    outfile: join(outdir, "main.cjs"),
    banner: { js: "#!/usr/bin/env node" },
    plugins: [toRest(root, moved)],
  });
  await build({
    ...options,
    stdin: { contents: restEntry(await movedFrom(options, root, moved)), resolveDir: root, loader: "ts" },
    outfile: join(outdir, "rest.cjs"),
    plugins: [fromMain(root, ids)],
  });
  chmodSync(join(outdir, "main.cjs"), 0o755);
}

/** The modules that main.cjs holds, found by a first build that is thrown away. */
async function modulesOf(options, root, moved) {
  const { metafile } = await build({
    ...options,
    entryPoints: ["src/cli/main.ts"],
    write: false,
    metafile: true,
    outfile: "main.cjs",
    plugins: [toRest(root, moved)],
  });
  return Object.keys(metafile.inputs).filter((id) => id.startsWith("src/") && id !== "src/cli/main.ts");
}

/** Everything that is imported dynamically from anywhere, so that rest.cjs can be asked for it. */
async function movedFrom(options, root, moved) {
  const entry = { contents: restEntry([...moved]), resolveDir: root, loader: "ts" };
  await build({ ...options, stdin: entry, write: false, outfile: "rest.cjs", plugins: [toRest(root, moved)] });
  return [...moved];
}

function mainEntry(ids) {
  const lines = ids.map((id) => `${JSON.stringify(id)}: () => require("./${id}"),`);
  // Required and not imported: the package says that its modules have no side effects, and this one is a program.
  return `export const core = {\n${lines.join("\n")}\n};\nrequire("./src/cli/main.ts");\n`;
}

function restEntry(ids) {
  return `module.exports = {\n${ids.map((id) => `${JSON.stringify(id)}: () => import("./${id}"),`).join("\n")}\n};\n`;
}

/** Turns dynamic imports into questions to rest.cjs, and notes what they ask for. `typeof import(…)` is a type and stays. */
function toRest(root, moved) {
  return {
    name: "to-rest",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, "utf8");
        const contents = text.replace(/(?<!typeof )(?<!\w)import\("(\.[^"]+)\.js"\)/g, (whole, target) => {
          const id = relative(root, resolve(dirname(path), `${target}.ts`)).replaceAll("\\", "/");
          if (kept.includes(id)) return whole;
          moved.add(id);
          return `Promise.resolve().then(() => require("./rest.cjs")[${JSON.stringify(id)}]())`;
        });
        return { contents, loader: "ts" };
      });
    },
  };
}

/** Lets a module that main.cjs holds be taken from there. */
function fromMain(root, ids) {
  const held = new Set(ids.map((id) => join(root, id)));
  return {
    name: "from-main",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir, namespace }) => {
        const file = join(resolveDir, path.replace(/\.js$/, ".ts"));
        if (namespace === "core" || !held.has(file)) return undefined;
        return { path: relative(root, file).replaceAll("\\", "/"), namespace: "core" };
      });
      onLoad({ filter: /.*/, namespace: "core" }, ({ path }) => ({
        contents: `module.exports = require("./main.cjs").core[${JSON.stringify(path)}]();`,
        resolveDir: root,
        loader: "js",
      }));
    },
  };
}
