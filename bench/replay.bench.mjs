import { DatabaseSync } from "@photostructure/sqlite";
import { interleaved } from "./interleaved.mjs";
import { databaseOf, openForBench, seed, withProject } from "./project.mjs";
import { timed } from "./timed.mjs";

export const question =
  "What does a replay of the log under other settings cost compared with only reading it?";

export async function run({ quick }) {
  return [
    await withProject((project) =>
      measure(project, "outcomes", (each) => seed(each, quick ? 1_000 : 20_000), quick),
    ),
    await withProject((project) =>
      measure(project, "sessions", (each) => seedSessions(each, quick ? 20 : 400), quick),
    ),
  ];
}

/** Sessions as a coding agent has them: a brief, later prompts, and a failure that came before, undone. */
async function seedSessions(project, sessions) {
  const whetstone = await openForBench(project, ["store.synchronous=normal", "insights.briefLimitMs=60000"]);
  for (let number = 0; number < sessions; number += 1) {
    const session = `session-${number}`;
    const about = { phase: session, taskId: session, run: session };
    const option = `--fast-${number % 7}`;
    const call = (input, exitCode, output) =>
      whetstone.reflect({ tool: "Bash", input, output, facts: { exitCode }, ...about });
    const brief = { role: "coder", phase: session, taskId: session, run: session };
    await whetstone.brief({ ...brief, moment: "start" });
    for (let prompt = 0; prompt < 8; prompt += 1)
      await whetstone.brief({ ...brief, moment: "prompt", fresh: true, task: "Deploy the site" });
    await call(`deploy site ${option}`, 1, `unknown option: ${option}`);
    await call("deploy site", 0, "deployed");
    await whetstone.endPhase({ phase: session, taskId: session, run: session, result: "success" });
  }
  await whetstone.close();
}

async function measure(project, name, fill, quick) {
  await fill(project);
  const whetstone = await openForBench(project);
  const database = new DatabaseSync(databaseOf(project), { readOnly: true });
  let events = 0;
  const rates = [];
  const row = await interleaved({
    name,
    subject: "replay",
    baseline: "read and parse the log",
    rounds: quick ? 2 : 7,
    runSubject: () =>
      timed(async () => {
        const before = process.cpuUsage();
        ({ events } = await whetstone.replay({ set: ["reflection.startLessons=1", "policy.minOutcomes=1"] }));
        const { user, system } = process.cpuUsage(before);
        rates.push((events * 1e6) / (user + system));
      }),
    runBaseline: () => timed(async () => readLog(database)),
  });
  database.close();
  await whetstone.close();
  return {
    ...row,
    note: `${events} events, ${Math.round(rates.at(0))} a processor second at first, ${Math.round(rates.at(-1))} at last`,
  };
}

function readLog(database) {
  let parsed = 0;
  for (const { data } of database.prepare("SELECT * FROM events ORDER BY address").iterate())
    if (JSON.parse(data) !== null) parsed += 1;
  return parsed;
}
