import { spawnSync } from "node:child_process";

/** Milliseconds that some work takes. */
export async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Milliseconds that a program of Node takes from its start to its end. */
export function timedNode(args, { root, env, input }) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env, input, encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - started;
}
