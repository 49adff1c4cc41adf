/**
 * Every check that is not a test: one line each, the full output of those that fail.
 * `node scripts/check.mjs [--root FOLDER] [name…]` runs all of them, or the named ones.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { failure } from "./count-tests.mjs";
import { generatedProblems } from "./generate.mjs";
import { lockProblems } from "./lock.mjs";
import { machinePathProblems } from "./machine-paths.mjs";
import { attw, publint } from "./package-checks.mjs";
import { pageWeightProblems } from "./page-weight.mjs";
import { runNode } from "./run.mjs";
import { snippetProblems } from "./snippets.mjs";

const tool =
  (path, ...args) =>
  (root) =>
    runNode([`node_modules/${path}`, ...args], { cwd: root });

const lines = (problems) => async (root) => {
  const found = await problems(root);
  return { ok: found.length === 0, output: found.join("\n") };
};

/** @type {Record<string, (root: string) => Promise<{ ok: boolean, output: string }>>} */
const checks = {
  types: tool("typescript/bin/tsc", "-p", "tsconfig.json"),
  biome: tool(
    "@biomejs/biome/bin/biome",
    "check",
    "--error-on-warnings",
    "--max-diagnostics=none",
    "--colors=off",
  ),
  rooms: tool("dependency-cruiser/bin/dependency-cruise.mjs", "--config", ".dependency-cruiser.mjs", "src"),
  unused: tool("knip/bin/knip.js", "--treat-config-hints-as-errors"),
  "unused-in-production": tool(
    "knip/bin/knip.js",
    "--production",
    "--strict",
    "--include",
    "files,dependencies,unlisted",
  ),
  publint,
  attw,
  lock: lines(lockProblems),
  "machine-paths": lines(machinePathProblems),
  generated: lines(generatedProblems),
  "page-weight": lines(pageWeightProblems),
  snippets: lines(snippetProblems),
};

/** Each is a process of its own, and CI has two cores. */
const atOnce = 2;

/**
 * @param {string} root
 * @param {string[]} [names] all checks if none is named
 * @returns {Promise<{ passed: number, failures: string[] }>} a line for each that failed
 */
export async function runChecks(root, names = []) {
  const failed = [];
  const chosen = names.length === 0 ? Object.keys(checks) : names;
  const left = [...chosen];
  const runNext = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const { ok, output } = await attempt(name, root);
      console.log(`${ok ? "ok    " : "FAILED"} ${name}`);
      if (!ok) failed.push({ name, output });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  const outputs = failed.map(({ name, output }) => `--- ${name} ---\n${output}`);
  if (failed.length > 0) console.log(`\n${outputs.join("\n\n")}\n`);
  const failures = failed.map(({ name, output }) => failure(`check ${name}`, output));
  return { passed: chosen.length - failed.length, failures };
}

/** A check that cannot run has failed. */
async function attempt(name, root) {
  const check = checks[name];
  if (check === undefined)
    return { ok: false, output: `There is no check of that name: ${Object.keys(checks).join(", ")}` };
  try {
    return await check(root);
  } catch (error) {
    return { ok: false, output: error.stack };
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = { root: { type: "string", default: resolve(import.meta.dirname, "..") } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const { failures } = await runChecks(resolve(values.root), positionals);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
