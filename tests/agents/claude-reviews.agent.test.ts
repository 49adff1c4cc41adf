import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { startScriptedModel } from "../support/scripted-model/start.js";
import type { Step } from "../support/scripted-model/step.js";
import { addDirective, done, prompt } from "./support/agent-driver.js";
import { claude, runClaude } from "./support/claude-driver.js";
import { installAgent } from "./support/install-agent.js";
import { learningProject, pluginFolder } from "./support/learning-project.js";

beforeAll(() => void installAgent("claude"));

/** The agent of a role gets a task that names the role, so that the model knows whose turn it answers. */
const taskOf = (role: string) => `SUBTASK for the ${role}`;
const delegate = (role: string): Step => ({
  tools: [{ name: "Agent", input: { description: role, prompt: taskOf(role), subagent_type: role } }],
});

/** Claude Code with agents of these roles; each answers with the text it is given. */
async function startWith(answers: Readonly<Record<string, () => string>>) {
  const project = learningProject("claude");
  const folder = join(project.project, ".claude/agents");
  mkdirSync(folder, { recursive: true });
  for (const role of Object.keys(answers)) {
    const head = `---\nname: ${role}\ndescription: The ${role}\n---\nYou are the ${role}.\n`;
    writeFileSync(join(folder, `${role}.md`), head);
  }
  const script: { main: readonly Step[] } = { main: [done] };
  const model = await startScriptedModel(({ asked, turn }) => {
    const role = Object.keys(answers).find((each) => asked.includes(taskOf(each)));
    if (role !== undefined && !asked.includes(prompt)) return { text: answers[role]?.() ?? "" };
    return script.main[Math.min(turn, script.main.length - 1)] ?? done;
  });
  let looked = 0;
  const run = async (): Promise<readonly string[]> => {
    await runClaude(project, model, prompt, ["--plugin-dir", pluginFolder]);
    const requests = model.seen.slice(looked).map(({ body }) => JSON.stringify(body));
    looked = model.seen.length;
    return requests;
  };
  return { project, script, run };
}

const pattern = "Cache keys must always contain the tenant id, or one tenant reads the data of another.";
const refuting = '{"verdict": "PASS", "issues": [], "must_fix": [], "false_positives": ["J2"]}';

describe("agents that judge in Claude Code", () => {
  it("a validator is told the ids of the findings, and its verdict corrects the insight for the next session", async () => {
    const { project, script, run } = await startWith({
      judge: () => `## Accumulated Patterns\n\n- [J2] ${pattern}`,
      inspector: () => `Checked.\n\n<!-- jkz:verdict-json\n${refuting}\n-->`,
    });
    script.main = [delegate("judge"), delegate("inspector"), done];
    const requests = await run();
    const told = requests.find((each) => each.includes("FINDINGS TO JUDGE") && !each.includes(prompt));
    expect(told).toContain("[J2]");
    expect(project.events("verdict-recorded").map(({ data }) => data)).toMatchObject([
      { role: "judge", validator: "inspector", penalised: [{ by: "finding" }], witness: "host" },
    ]);
    const { lessons } = project.whetstone("lessons", "list", "--kind", "insight");
    expect(lessons).toMatchObject([{ text: pattern, failures: 1 }]);
  });

  it("a rule that two sessions broke is enforced in the next, and a person takes that back", async () => {
    const rule = { id: "" };
    const { project, script, run } = await startWith({
      reviewer: () => `Looks good.\n\nDIRECTIVE_COMPLIANCE\nVERIFIED:${rule.id} evidence=a.ts:1`,
    });
    writeFileSync(join(project.project, "a.ts"), "const user = req.body as User;\n");
    const checked = ["--predicate", "grep:req\\.body as :*.ts", "--forbid", "Bash(echo cast)"];
    rule.id = addDirective(project, "Never cast a request body", "--roles", "coder", ...checked);
    const cast = claude.shell("echo cast");
    script.main = [cast, delegate("reviewer"), done];
    const [, worked] = await run();
    expect(worked).not.toContain("ask the person you work for");
    expect((await run()).join("\n")).toContain("DIRECTIVES TO VERIFY");
    expect(project.events("directive-escalated").map(({ data }) => data)).toMatchObject([
      { lesson: rule.id },
    ]);
    script.main = [cast, done];
    const enforced = await run();
    expect(enforced[0]).toContain("critical: Never cast a request body");
    expect(enforced[1]).toContain("ask the person you work for");
    const back = ["--priority", "medium", "--enforcement", "warn", "--reason", "the body is checked before"];
    project.whetstone("lessons", "set", rule.id, ...back, "--by", "maintainer");
    const after = await run();
    expect(after[0]).toContain("medium: Never cast a request body");
    expect(after[1]).not.toContain("ask the person you work for");
  });
});
