import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { interleaved } from "./interleaved.mjs";
import { openForBench, withProject } from "./project.mjs";

export const question = "What do 50 rules that bind cost at a call? The goal is 1 ms more than without any.";

/** Of processor time: what else the machine does is not ours. */
const goalMs = 1;
const noTimeout = ["insights.briefLimitMs=60000", "insights.captureLimitMs=60000"];
const replay = { applied: 0, broken: 0, sessions: 0, looked: 0 };

/** Ten of each form that is asked at a call and has a command, a path, a text, a step or a name in it. */
const forms = [
  (n) => ({ never: { run: `tool${n} push --force` } }),
  (n) => ({ never: { write: `generated${n}/**` } }),
  (n) => ({ never: { text: `debug${n}()`, in: "src/**/*.ts" } }),
  (n) => ({ before: { run: "git commit" }, ran: `npm run check${n}`, since: "edit" }),
  (n) => ({ newFile: { match: `**/*plan${n}*.md`, in: "docs/plans/**" } }),
];
const rules = 50;

export async function run({ quick }) {
  const [calls, rounds] = quick ? [5, 3] : [100, 9];
  return withProject((bare) =>
    withProject(async (bound) => {
      const [without, subject] = [
        await openForBench(bare, noTimeout),
        await openForBench(bound, noTimeout, { origin: "human" }),
      ];
      await bind(subject);
      const rows = [];
      for (const [name, call] of Object.entries(callsIn(bound.root))) {
        const ask = (whetstone) => processorMs(calls, () => allowed(whetstone, call));
        const row = await interleaved({
          ...{ name, subject: `check-tool with ${rules} rules`, baseline: "without", rounds },
          runSubject: () => ask(subject),
          runBaseline: () => ask(without),
        });
        const more = row.subjectMs.median - row.baselineMs.median;
        rows.push({ ...row, note: `${more.toFixed(2)} ms more` });
        if (!quick && more > goalMs) process.exitCode = 1;
      }
      for (const each of [without, subject]) await each.close();
      return rows;
    }),
  );
}

async function bind(whetstone) {
  for (let n = 0; n < rules; n += 1) {
    const check = JSON.stringify(forms[n % forms.length](n));
    await whetstone.rules.bind({ file: "CLAUDE.md", line: n + 1, text: `Rule ${n}`, check, replay });
  }
}

async function processorMs(calls, work) {
  const before = process.cpuUsage();
  for (let index = 0; index < calls; index += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / calls;
}

function callsIn(root) {
  mkdirSync(join(root, "src"), { recursive: true });
  const file = join(root, "src/a.ts");
  writeFileSync(file, "export const value = 1;\n".repeat(300));
  const edit = { file, before: "value", after: "count", whole: false };
  const about = { run: "r", phase: "s", taskId: "s" };
  return {
    command: { ...about, tool: "Bash", command: "cd src && grep -rn value . | head -20" },
    commit: { ...about, tool: "Bash", command: 'git add -A && git commit -m "feat: count the values"' },
    edit: { ...about, tool: "Edit", files: [file], writes: true, edits: [edit] },
  };
}

async function allowed(whetstone, call) {
  const { decision, reason } = await whetstone.checkTool(call);
  if (decision !== "allow") throw new Error(reason);
}
