import { spawnSync } from "node:child_process";

/** Milliseconds that the work takes. */
export async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Milliseconds per call, averaged over several calls. */
export async function timedPerCall(calls, work) {
  const total = await timed(async () => {
    for (let index = 0; index < calls; index += 1) await work(index);
  });
  return total / calls;
}

/** Milliseconds that a Node program takes from start to exit. `check` gets its standard output. */
export function timedNode(args, { root, env, input, check = () => undefined }) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env,
    input,
    encoding: "utf8",
  });
  const elapsed = performance.now() - started;
  if (status !== 0) throw new Error(`node ${args.join(" ")} exited with ${status}: ${stderr}`);
  check(stdout);
  return elapsed;
}

/**
 * Milliseconds that a Node program takes from start to exit, by the clock and of processor time in all its
 * threads. By the timer of bash, because Node does not tell the processor time of a child.
 *
 * @returns {{ wallMs: number, cpuMs: number }}
 */
export function measuredNode(args, { root, env }) {
  const script = 'TIMEFORMAT="%3R %3U %3S"; time "$@" </dev/null >/dev/null 2>/dev/null';
  const { status, stderr } = spawnSync("bash", ["-c", script, "bash", process.execPath, ...args], {
    cwd: root,
    env: { ...env, LC_ALL: "C" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`node ${args.join(" ")} exited with ${status}`);
  const [wall, user, system] = stderr.trim().split(" ").map(Number);
  return { wallMs: wall * 1000, cpuMs: (user + system) * 1000 };
}
