/**
 * Builds dist/: the library (imports left as they are), the command line (one file and what starts it, all
 * inside but the native module, and the SDK of MCP in a file beside it), the hook program, the pages and the type declarations.
 * Does nothing when no input changed since the last build.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleCommandLine, bundleHook } from "./bundle-command-line.mjs";
import { bundlePages } from "./bundle-pages.mjs";
import { projectFiles } from "./files.mjs";
import { noticesOf } from "./notices.mjs";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const hash = hashOfInputs();

const shared = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  splitting: true,
  platform: "node",
  target: "node20.19",
  define: {
    __VERSION__: JSON.stringify(version),
    __SOURCES__: JSON.stringify(hash.slice(0, 16)),
    __BUILT_AT__: JSON.stringify(new Date().toISOString()),
  },
  logLevel: "warning",
};

if (!isCurrent(hash)) await buildAll(hash).catch(giveUp);

function giveUp(error) {
  console.error(`${error.message}\nThe build failed; dist/ is as it was before.`);
  process.exitCode = 1;
}

function hashOfInputs() {
  const sources = projectFiles(root, "src").filter((file) => !/\.(test|contract)\.tsx?$/.test(file));
  const settings = [
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "tsconfig.build.json",
    "scripts/build.mjs",
    "scripts/bundle-command-line.mjs",
    "scripts/bundle-pages.mjs",
    "scripts/notices.mjs",
  ];
  const digest = createHash("sha256");
  for (const file of [...settings, ...sources])
    digest
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  return digest.digest("hex");
}

function isCurrent(hash) {
  const stamp = join(dist, ".build-hash");
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

/**
 * Into a folder of its own, swapped in at the end: a program that runs from dist/ never sees half a build.
 */
async function buildAll(hash) {
  const fresh = join(root, "node_modules/.cache", `whetstone-build-${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  try {
    const [bundled, inPages] = await Promise.all([
      bundleCommandLine(join(fresh, "cli"), shared),
      bundlePages(root, join(fresh, "pages"), shared),
      buildLibrary(fresh),
      bundleHook(fresh, shared),
    ]);
    writeFileSync(join(fresh, "THIRD-PARTY-LICENSES.txt"), noticesOf(root, [...bundled, ...inPages]));
    buildTypes(fresh);
    writeFileSync(join(fresh, ".build-hash"), hash);
    swapIn(fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  console.error(`Built whetstone ${version}.`);
}

async function buildLibrary(outdir) {
  const entryPoints = {
    index: "src/index.ts",
    "seeds/rules/index": "src/seeds/rules/index.ts",
    "ai-sdk/index": "src/agents/ai-sdk/index.ts",
    "opencode/plugin": "src/agents/opencode/plugin/plugin.ts",
  };
  await build({
    ...shared,
    entryPoints,
    outdir,
    packages: "external",
    chunkNames: "chunks/[hash]",
  });
}

function buildTypes(outDir) {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", "tsconfig.build.json", "--outDir", outDir];
  if (spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status !== 0) {
    throw new Error("tsc did not accept the public types; its message is above.");
  }
}

function swapIn(fresh) {
  const old = `${fresh}-old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}
