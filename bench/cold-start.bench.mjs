import { spread } from "./interleaved.mjs";
import { commandLine, seed, withProject } from "./project.mjs";
import { withServer } from "./server-process.mjs";
import { measuredNode } from "./timed.mjs";

export const question =
  "How much longer than an empty Node program do the commands take that agents start, alone and where a server runs?";

const commands = {
  status: [],
  "check-tool": ["Bash", "--command", "npm test"],
  record: ["--result", "success", "--duration", "5s", "--errors", "0", "--retries", "0"],
  brief: ["--role", "coder", "--task", "Add OAuth to the login"],
};

/** The first call may make the data folder, the second keeps its code, the third is the first to use it. */
const warmUps = 3;

export async function run({ quick }) {
  const rows = [];
  for (const events of [0, quick ? 1000 : 10_000])
    rows.push(
      ...(await withProject(async (project) => {
        if (events > 0) await seed(project, events);
        const given = { events, rounds: quick ? 5 : 31 };
        const alone = measure(project, { ...given, where: "alone" });
        return [
          ...alone,
          ...(await withServer(project, () => measure(project, { ...given, where: "served" }))),
        ];
      })),
    );
  return rows;
}

/** All commands and the empty program in turn, so that other load on the machine affects all of them. */
function measure(project, { events, rounds, where }) {
  const times = new Map(["node", ...Object.keys(commands)].map((name) => [name, []]));
  for (let round = 0; round < rounds + warmUps; round += 1) {
    for (const [name, taken] of times) {
      const args = name === "node" ? ["-e", "0"] : [commandLine, name, ...commands[name], "--json"];
      const one = measuredNode(args, project);
      if (round >= warmUps) taken.push(one);
    }
  }
  const rows = (clock, label) =>
    Object.keys(commands).map((name) => ratioRow(times, name, { clock, events, where, label, rounds }));
  return [...rows("wallMs", "clock"), ...rows("cpuMs", "processor")];
}

function ratioRow(times, name, { clock, events, where, label, rounds }) {
  const subject = times.get(name).map((each) => each[clock]);
  const baseline = times.get("node").map((each) => each[clock]);
  return {
    name: `${events} events, ${where}, ${label}`,
    subject: `whetstone ${name} --json`,
    baseline: "node -e 0",
    rounds,
    subjectMs: spread(subject),
    baselineMs: spread(baseline),
    ratio: spread(subject.map((ms, round) => ms / baseline[round])),
  };
}
