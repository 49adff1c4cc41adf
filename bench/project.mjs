import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const commandLine = resolve(import.meta.dirname, "../dist/cli/main.cjs");

/**
 * An empty project with a data folder of its own, removed when the work ends.
 *
 * @template T
 * @param {(project: { root: string, data: string, env: NodeJS.ProcessEnv }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProject(work) {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-bench-"));
  const project = {
    root: join(folder, "project"),
    data: join(folder, "data"),
    env: benchEnvironment(folder),
  };
  mkdirSync(project.root);
  try {
    return await work(project);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * NODE_EXTRA_CA_CERTS makes every start of Node read a file of certificates: 30 ms that neither side should
 * pay.
 */
function benchEnvironment(folder) {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
  return { ...env, HOME: folder, USERPROFILE: folder, WHETSTONE_DATA_DIR: join(folder, "data") };
}

/**
 * The one place where the benches meet the library.
 *
 * @param {{ root: string, env: NodeJS.ProcessEnv }} project
 * @param {string[]} [set] settings, as on the command line
 */
export async function openForBench({ root, env }, set = []) {
  const { openWhetstone } = await import("whetstone");
  return openWhetstone({ root, env, set });
}

/** An outcome as an agent's host records it, about 300 bytes. */
export function outcome(index) {
  return {
    result: index % 5 === 0 ? "failure" : "success",
    task: `task-${index % 100}`,
    run: `run-${index}`,
    durationMs: 60_000 + index,
    errorCount: index % 3,
    retryCount: index % 2,
    filesTouched: ["src/auth.ts", "src/auth.test.ts"],
  };
}

/** Fills the log without waiting for the disk after each event. */
export async function seed(project, events) {
  const whetstone = await openForBench(project, ["store.synchronous=normal"]);
  for (let index = 0; index < events; index += 1) await whetstone.record(outcome(index));
  await whetstone.close();
}

export function databaseOf({ data }) {
  const file = readdirSync(data, { recursive: true }).find((name) => name.endsWith("whetstone.db"));
  return join(data, file);
}
