import { spawnSync } from "node:child_process";
import { interleaved } from "./interleaved.mjs";
import { commandLine, seed, withProject } from "./project.mjs";

export const question = "How much longer than an empty Node program does `whetstone status --json` take?";

export async function run({ quick }) {
  const rows = [];
  for (const events of [0, quick ? 1000 : 10_000])
    rows.push(await withProject((project) => measure(project, events, quick)));
  return rows;
}

async function measure(project, events, quick) {
  if (events > 0) await seed(project, events);
  const start = (args) => async () => timed(args, project);
  return interleaved({
    name: `${events} events`,
    subject: "whetstone status --json",
    baseline: "node -e 0",
    rounds: quick ? 5 : 31,
    runSubject: start([commandLine, "status", "--json"]),
    runBaseline: start(["-e", "0"]),
  });
}

function timed(args, { root, env }) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: "utf8" });
  const elapsed = performance.now() - started;
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  return elapsed;
}
