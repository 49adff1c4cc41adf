/**
 * Installs the coding agents that the agent tests run, those named or all of them, into a cache that lives
 * on: `TEST_AGENTS_CACHE`, else `.cache/agents`. They are pinned in tests/agents/agents.json: another version
 * may have other flags, events and payloads. What is there already is left alone.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { npm } from "./npm.mjs";
import { run } from "./run.mjs";

const root = join(import.meta.dirname, "..");
const agents = JSON.parse(readFileSync(join(root, "tests/agents/agents.json"), "utf8"));
const cache = resolve(process.env.TEST_AGENTS_CACHE || join(root, ".cache/agents"));
const wayOut =
  "Connect to a registry that has it, or name a folder where it is installed in TEST_AGENTS_CACHE.";
/** In a log every line stays: often enough to see that it goes on. */
const tellEveryMs = 15_000;

const named = process.argv.slice(2);
const wanted = named.length > 0 ? named : Object.keys(agents);
const missing = wanted.filter((name) => !existsSync(programOf(folderOf(name), name)));
const failures = (await Promise.all(missing.map(installed))).filter((failure) => failure !== undefined);
for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

function folderOf(name) {
  return join(cache, `${name}-${agents[name].version}`);
}

function programOf(folder, name) {
  return join(folder, "node_modules/.bin", name);
}

/** @returns {Promise<string | undefined>} why it could not be installed, the second time too */
async function installed(name) {
  const { package: source, version, megabytes } = agents[name];
  const what = `${source}@${version}`;
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  console.error(`Installing ${what}, about ${megabytes} MB, into ${cache}`);
  const timer = setInterval(() => console.error(`  ${what}: ${seconds()} …`), tellEveryMs);
  try {
    const first = await attempt(name, what);
    if (first !== undefined) console.error(`  ${what}: ${first}\n  Once more.`);
    const failure = first === undefined ? undefined : await attempt(name, what);
    if (failure === undefined) console.error(`  ${what}: installed in ${seconds()}`);
    return failure && `${what} cannot be installed, and its tests need it: ${failure}\n${wayOut}`;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Into a folder of its own that gets its name when it is complete: a stopped install leaves nothing that
 * looks whole.
 */
async function attempt(name, what) {
  const folder = folderOf(name);
  const draft = `${folder}.${process.pid}.part`;
  mkdirSync(draft, { recursive: true });
  try {
    // Its own package.json, so that npm looks for none above and runs the script that puts the binary in
    // place.
    const manifest = { private: true, allowScripts: { [agents[name].package]: true } };
    writeFileSync(join(draft, "package.json"), JSON.stringify(manifest));
    const args = ["install", "--prefix", draft, "--no-audit", "--no-fund", "--no-package-lock", what];
    const { ok, output } = await run(npm(...args), { cwd: draft });
    if (!ok) return output.trim().split("\n").slice(-5).join("\n");
    if (!existsSync(programOf(draft, name))) return `it has no program ${name}`;
    keep(draft, folder);
    return undefined;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Another process may have installed it meanwhile; both are the same. */
function keep(draft, folder) {
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
