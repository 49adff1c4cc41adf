import { interleaved } from "./interleaved.mjs";
import { commandLine, seed, withProject } from "./project.mjs";
import { timedNode } from "./timed.mjs";

export const question = "How much longer than an empty Node program does `whetstone status --json` take?";

export async function run({ quick }) {
  const rows = [];
  for (const events of [0, quick ? 1000 : 10_000])
    rows.push(await withProject((project) => measure(project, events, quick)));
  return rows;
}

async function measure(project, events, quick) {
  if (events > 0) await seed(project, events);
  const start = (args) => async () => timedNode(args, project);
  return interleaved({
    name: `${events} events`,
    subject: "whetstone status --json",
    baseline: "node -e 0",
    rounds: quick ? 5 : 31,
    runSubject: start([commandLine, "status", "--json"]),
    runBaseline: start(["-e", "0"]),
  });
}
