import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { interleaved } from "./interleaved.mjs";
import { withProject } from "./project.mjs";

export const question =
  "What does a durable append cost compared with a bare SQLite insert with the same columns and settings?";

const worker = join(import.meta.dirname, "append-worker.mjs");

export async function run({ quick }) {
  const rows = [];
  for (const processes of [1, 8]) rows.push(await measure(processes, quick));
  return rows;
}

/**
 * Each process appends the same number of events. Measured from the common start to the last acknowledgement.
 */
async function measure(processes, quick) {
  const events = quick ? 20 : 200;
  const row = await interleaved({
    name: `${processes} process${processes === 1 ? "" : "es"}, ${events} events each`,
    subject: "record",
    baseline: "bare INSERT",
    rounds: quick ? 2 : 9,
    runSubject: () => withProject((project) => appendTogether(project, "whetstone", processes, events)),
    runBaseline: () => withProject((project) => appendTogether(project, "bare", processes, events)),
  });
  const perSecond = (ms) => Math.round((processes * events * 1000) / ms);
  return {
    ...row,
    note: `${perSecond(row.subjectMs.median)} against ${perSecond(row.baselineMs.median)} events a second`,
  };
}

async function appendTogether({ root, data, env }, kind, processes, events) {
  const children = [];
  // One after the other: the first creates the database, and no start is part of the measurement.
  for (let index = 0; index < processes; index += 1) {
    const child = fork(worker, [kind, root, data, String(index), String(events)], { env });
    children.push(child);
    await expectMessage(child, "ready");
  }
  const started = performance.now();
  for (const child of children) child.send("go");
  await Promise.all(children.map((child) => expectMessage(child, "done")));
  const elapsed = performance.now() - started;
  await Promise.all(children.map((child) => child.exitCode ?? once(child, "exit")));
  return elapsed;
}

async function expectMessage(child, expected) {
  const exit = once(child, "exit").then(([code]) => [`exit ${code}`]);
  const [message] = await Promise.race([once(child, "message"), exit]);
  if (message !== expected) throw new Error(`an append worker sent ${message} instead of ${expected}`);
}
