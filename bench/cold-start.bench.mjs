import { spread } from "./interleaved.mjs";
import { commandLine, openForBench, outcome, seed, withProject } from "./project.mjs";
import { measuredNode } from "./timed.mjs";

export const question = "How much longer than an empty Node program do the commands take that agents start?";

const commands = {
  status: [],
  "check-tool": ["Bash", "--command", "npm test"],
  record: ["--result", "success", "--duration", "5s", "--errors", "0", "--retries", "0"],
  brief: ["--role", "coder", "--task", "Add OAuth to the login"],
};

/** The first call may make the data folder, the second keeps its code, the third is the first to use it. */
const warmUps = 3;

export async function run({ quick }) {
  const rounds = quick ? 5 : 31;
  const filled = [
    ["no events", async () => undefined],
    [quick ? "1000 events" : "10,000 events", (project) => seed(project, quick ? 1_000 : 10_000)],
    ["91 lessons", learnStrategies],
  ];
  const rows = [];
  for (const [name, fill] of filled)
    rows.push(
      ...(await withProject(async (project) => {
        await fill(project);
        return measure(project, { name, rounds });
      })),
    );
  return rows;
}

/** What agents wait for is a brief with something to show. */
async function learnStrategies(project) {
  const whetstone = await openForBench(project);
  for (let part = 0; part < 91; part += 1)
    await whetstone.record({ ...outcome(part), strategy: `Split the login by part ${part} and its tests` });
  await whetstone.close();
}

/** All commands and the empty program in turn, so that other load on the machine affects all of them. */
function measure(project, { name: filled, rounds }) {
  const times = new Map(["node", ...Object.keys(commands)].map((name) => [name, []]));
  for (let round = 0; round < rounds + warmUps; round += 1) {
    for (const [name, taken] of times) {
      const args = name === "node" ? ["-e", "0"] : [commandLine, name, ...commands[name], "--json"];
      const one = measuredNode(args, project);
      if (round >= warmUps) taken.push(one);
    }
  }
  const rows = (clock, label) =>
    Object.keys(commands).map((name) => ratioRow(times, name, { clock, filled, label, rounds }));
  return [...rows("wallMs", "clock"), ...rows("cpuMs", "processor")];
}

function ratioRow(times, name, { clock, filled, label, rounds }) {
  const subject = times.get(name).map((each) => each[clock]);
  const baseline = times.get("node").map((each) => each[clock]);
  return {
    name: `${filled}, ${label}`,
    subject: `whetstone ${name} --json`,
    baseline: "node -e 0",
    rounds,
    subjectMs: spread(subject),
    baselineMs: spread(baseline),
    ratio: spread(subject.map((ms, round) => ms / baseline[round])),
  };
}
