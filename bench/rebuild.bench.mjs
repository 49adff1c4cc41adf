import { DatabaseSync } from "@photostructure/sqlite";
import { interleaved } from "./interleaved.mjs";
import { databaseOf, openForBench, seed, withProject } from "./project.mjs";
import { timed } from "./timed.mjs";

export const question = "What does rebuilding all views cost compared with only reading the log?";

export async function run({ quick }) {
  const events = quick ? 1000 : 20_000;
  return [await withProject((project) => measure(project, events, quick))];
}

async function measure(project, events, quick) {
  await seed(project, events);
  const whetstone = await openForBench(project);
  const database = new DatabaseSync(databaseOf(project), { readOnly: true });
  const row = await interleaved({
    name: `${events} events`,
    subject: "rebuild",
    baseline: "read and parse the log",
    rounds: quick ? 2 : 9,
    runSubject: () => timed(() => whetstone.rebuild()),
    runBaseline: () => timed(async () => readLog(database)),
  });
  database.close();
  await whetstone.close();
  return { ...row, note: `${Math.round((events * 1000) / row.subjectMs.median)} events a second` };
}

function readLog(database) {
  let parsed = 0;
  for (const { data } of database.prepare("SELECT * FROM events ORDER BY address").iterate()) {
    if (JSON.parse(data) !== null) parsed += 1;
  }
  return parsed;
}
