import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const commandLine = resolve(import.meta.dirname, "../dist/cli/main.cjs");

/**
 * Runs `work` in an empty project with its own data folder, and removes both.
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
 * NODE_EXTRA_CA_CERTS makes every start of Node read a certificate file, which takes 30 ms on both sides.
 */
function benchEnvironment(folder) {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
  return { ...env, HOME: folder, USERPROFILE: folder, WHETSTONE_DATA_DIR: join(folder, "data") };
}

/**
 * The only place where the benches open the library.
 *
 * @param {{ root: string, env: NodeJS.ProcessEnv }} project
 * @param {string[]} [set] settings, as on the command line
 * @param {{ origin?: string }} [speaker] who opens it; a program, if left out
 */
export async function openForBench({ root, env }, set = [], speaker = {}) {
  const { openWhetstone } = await import("whetstone");
  return openWhetstone({ root, env, set, ...speaker });
}

/** An outcome as an agent host records it, about 300 bytes. */
export function outcome(index) {
  return {
    result: index % 5 === 0 ? "failure" : "success",
    taskId: `task-${index % 100}`,
    run: `run-${index}`,
    durationMs: 60_000 + index,
    errorCount: index % 3,
    retryCount: index % 2,
    filesTouched: ["src/auth.ts", "src/auth.test.ts"],
  };
}

/** Fills the log without a sync after each event. */
export async function seed(project, events) {
  const whetstone = await openForBench(project, ["store.synchronous=normal"]);
  for (let index = 0; index < events; index += 1) await whetstone.record(outcome(index));
  await whetstone.close();
}

export function databaseOf({ data }) {
  const file = readdirSync(data, { recursive: true }).find((name) => name.endsWith("store.db"));
  return join(data, file);
}
