import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { interleaved } from "./interleaved.mjs";
import { withProject } from "./project.mjs";

export const question =
  "What does a durable append cost compared with a bare SQLite insert, for one process and for many at once?";

const worker = join(import.meta.dirname, "append-worker.mjs");

export async function run({ quick }) {
  const rows = [];
  for (const processes of [1, 8, 20]) rows.push(await againstBare(processes, quick));
  for (const processes of [8, 20]) rows.push(await againstOne(processes, quick));
  return rows;
}

/**
 * Each process appends the same number of events. Measured from the common start to the last acknowledgement.
 */
async function againstBare(processes, quick) {
  const events = eventsEach(quick);
  const row = await interleaved({
    name: `${processes} process${processes === 1 ? "" : "es"}, ${events} events each`,
    subject: "record",
    baseline: "bare INSERT",
    rounds: roundsOf(processes, quick),
    runSubject: () => withProject((project) => appendTogether(project, "whetstone", processes, events)),
    runBaseline: () => withProject((project) => appendTogether(project, "bare", processes, events)),
  });
  const perSecond = (ms) => Math.round((processes * events * 1000) / ms);
  return {
    ...row,
    note: `${perSecond(row.subjectMs.median)} against ${perSecond(row.baselineMs.median)} events a second`,
  };
}

/** The time of an event when many write, to its time when one does: 2 is half of what one writes. */
async function againstOne(processes, quick) {
  const events = eventsEach(quick);
  const each = async (kind, count) =>
    (await withProject((project) => appendTogether(project, kind, count, events))) / (count * events);
  const measured = (kind) =>
    interleaved({
      name: `${processes} processes, ${events} events each`,
      subject: `${kind} by ${processes}`,
      baseline: `${kind} by one`,
      rounds: roundsOf(processes, quick),
      runSubject: () => each(kind, processes),
      runBaseline: () => each(kind, 1),
    });
  const bare = await measured("bare");
  return { ...(await measured("whetstone")), note: `bare inserts: ${bare.ratio.median.toFixed(2)}` };
}

function eventsEach(quick) {
  return quick ? 20 : 200;
}

function roundsOf(processes, quick) {
  if (quick) return 2;
  return processes > 8 ? 5 : 9;
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
