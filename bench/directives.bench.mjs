import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { interleaved } from "./interleaved.mjs";
import { openForBench, outcome, withProject } from "./project.mjs";
import { timed, timedPerCall } from "./timed.mjs";

export const question =
  "What do a brief, its acknowledgement and the gate cost with 300 directives, and with 10,000?";

const roles = 20;
/** Far above what a brief takes, so that none times out. */
const noTimeout = ["insights.briefLimitMs=60000", "insights.captureLimitMs=60000"];

export async function run({ quick }) {
  const sizes = quick ? [300, 1_000] : [300, 1_000, 10_000];
  const rows = [];
  for (const size of sizes) {
    rows.push(...(await withProject((project) => measure(project, size, manyRoles, quick))));
    rows.push(...(await withProject((project) => measure(project, size, oneRole, quick))));
  }
  rows.push(await withProject((project) => checked(project, quick)));
  return rows;
}

/** Directives for many roles, as in a real project, or all for the role of the brief. */
const manyRoles = {
  name: `of ${roles} roles`,
  roleOf: (index) => (index % roles === 0 ? "coder" : `role-${index % roles}`),
};
const oneRole = { name: "of one role", roleOf: () => "coder" };

async function measure(project, size, { name, roleOf }, quick) {
  const filledMs = await timed(() => fill(project, size, roleOf));
  console.error(`  ${size} directives ${name} added in ${(filledMs / 1000).toFixed(1)} s`);
  const whetstone = await openForBench(project, noTimeout);
  const [calls, rounds] = quick ? [3, 3] : [10, 9];
  const subjects = callsOf(whetstone);
  const common = { name: `${size} ${name}`, baseline: "record", rounds };
  const runBaseline = () => timedPerCall(calls, (index) => whetstone.record(outcome(index)));
  const rows = [];
  for (const [subject, work] of Object.entries(subjects))
    rows.push(
      await interleaved({ ...common, subject, runSubject: () => timedPerCall(calls, work), runBaseline }),
    );
  await whetstone.close();
  return rows;
}

/** Each call has its own phase and run, so that none is a repetition. */
function callsOf(whetstone) {
  const made = { briefs: 0, current: undefined };
  const task = "Check the timeout of the parser before the next release";
  const brief = async () => {
    made.briefs += 1;
    const phase = `phase-${made.briefs}`;
    const { id, shown, failed } = await whetstone.brief({
      role: "coder",
      task,
      phase,
      run: `run-${made.briefs}`,
    });
    if (failed !== undefined || shown.length === 0) throw new Error(failed?.reason ?? "nothing was shown");
    made.current = {
      phase,
      id,
      output: shown.map(({ shortId }) => `KNOWLEDGE_APPLIED:${shortId}`).join("\n"),
    };
  };
  const ack = async () => {
    made.current.output += "\n";
    const { receipts } = await whetstone.acknowledge({ brief: made.current.id, output: made.current.output });
    if (receipts.length === 0) throw new Error("nothing was acknowledged");
  };
  const gate = async () => {
    const { passed, considered } = await whetstone.gate({ phase: made.current.phase });
    if (!passed || considered === 0) throw new Error("the gate did not pass");
  };
  const add = (index) => whetstone.lessons.add({ text: textOf(1_000_000 + made.briefs * 1_000 + index) });
  const checkTool = () => whetstone.checkTool({ tool: "Bash", command: "npm test", role: "coder" });
  const loop = async () => {
    await brief();
    await ack();
    await gate();
  };
  return { brief, ack, gate, "brief, ack and gate": loop, "check-tool": checkTool, add };
}

/** One directive in a hundred is critical, one in fifty blocks a tool. */
async function fill(project, size, roleOf) {
  const whetstone = await openForBench(project, ["store.synchronous=normal"]);
  for (let index = 0; index < size; index += 1)
    await whetstone.lessons.add({
      text: textOf(index),
      appliesToAgents: [roleOf(index)],
      requiredActions: [`look at ${word(index)}`],
      forbiddenActions: index % 50 === 0 ? [`tool-${index} --force`] : [],
      priority: index % 100 === 0 ? "critical" : "medium",
      enforcement: index % 50 === 0 ? "enforce" : "warn",
      origin: "human",
      actor: "maintainer",
    });
  await whetstone.close();
}

const verbs = "Check Log Bind Name Sort Close Limit Round Split Cover Guard Count".split(" ");
const syllables = "ba ce di fo gu ha ke li mo nu pa re si to vu wa ze qui cro ble".split(" ");

/** A different word for each number, because directives of a project share only some words. */
function word(number) {
  const at = (place) => syllables[Math.floor(number / syllables.length ** place) % syllables.length];
  return `${at(0)}${at(1)}${at(2)}r`;
}

function textOf(index) {
  const [one, other, third] = [index * 31, index * 57 + 11, index * 91 + 5].map((number) => word(number));
  const verb = verbs[index % verbs.length];
  return `${verb} the ${one} and the ${other} of module ${third}${index} before a release`;
}

/** A gate that runs a failed check again, compared with the system's grep over the same files. */
async function checked({ root, env, data }, quick) {
  const files = quick ? 300 : 3_000;
  for (let index = 0; index < files; index += 1) {
    const folder = join(root, `src/part${index % 50}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `file${index}.ts`),
      `const value = client.request("items/${index}");\n`.repeat(60),
    );
  }
  for (const args of [
    ["init", "--quiet"],
    ["add", "--all"],
  ])
    spawnSync("git", args, { cwd: root, env });
  const whetstone = await openForBench({ root, env, data }, noTimeout);
  const verificationPredicate = 'grep:items/7":src/**/*.ts';
  const rule = { text: textOf(1), appliesToAgents: ["coder"], priority: "critical", origin: "human" };
  await whetstone.lessons.add({ ...rule, verificationPredicate });
  const { shown } = await whetstone.brief({ role: "coder", phase: "build" });
  await whetstone.review({ phase: "build", output: `DIRECTIVE_COMPLIANCE\nVERIFIED:${shown[0].shortId}\n` });
  const row = await interleaved({
    name: `a check over ${files} files`,
    subject: "gate",
    baseline: "grep -rE",
    rounds: quick ? 2 : 9,
    runSubject: () => timed(() => expectDenied(whetstone)),
    runBaseline: () => timed(async () => systemGrep(root, env)),
  });
  await whetstone.close();
  return row;
}

async function expectDenied(whetstone) {
  const { passed, blocks } = await whetstone.gate({ phase: "build" });
  if (passed || blocks[0]?.reason !== "check_failed") throw new Error("the check was not run");
}

/** Exit code 0 means a match. */
function systemGrep(root, env) {
  const { status } = spawnSync("grep", ["-rE", "--include=*.ts", "--exclude-dir=.git", 'items/7"', root], {
    env,
  });
  if (status !== 0) throw new Error(`grep exited with ${status}`);
}
