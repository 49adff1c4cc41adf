import { beforeAll, expect, it } from "vitest";
import { startScriptedModel } from "../support/scripted-model/start.js";
import type { Step } from "../support/scripted-model/step.js";
import { installAgent } from "./support/install-agent.js";
import { type LearningProject, learningProject } from "./support/learning-project.js";
import { runOpencode, setUpOpencode } from "./support/run-opencode.js";
import { corrupt, diagnosis, killServer } from "./support/spoil.js";

beforeAll(() => void installAgent("opencode"));

const bash = (command: string): Step => ({ tools: [{ name: "bash", input: { command, description: "a step" } }] });
const done: Step = { text: "All done." };
const reviewer = { reviewer: { mode: "subagent", description: "Reviews", prompt: "You review the work." } };

/** A model whose steps may be exchanged between two sessions; an agent that it starts takes its own. */
async function start(main: readonly Step[], agent: readonly Step[] = []) {
  const project = learningProject("opencode");
  const script = { main, agent };
  const model = await startScriptedModel(({ asked, turn }) => {
    const mine = asked.includes("SUBTASK") && !asked.includes("do-the-task") ? script.agent : script.main;
    return mine[Math.min(turn, mine.length - 1)] ?? done;
  });
  setUpOpencode(project, model, reviewer);
  return { project, model, script };
}

/** The requests of a session, without those that only ask for a title. */
function workOf(seen: readonly { readonly body: Readonly<Record<string, unknown>> }[]) {
  return seen.filter(({ body }) => Array.isArray(body.tools) && body.tools.length > 0);
}

function addDirective(project: LearningProject, text: string, ...options: string[]): string {
  const added = project.whetstone(
    "lessons",
    "add",
    text,
    "--check",
    "somebody looked",
    "--by",
    "maintainer",
    ...options,
  );
  expect(added).toMatchObject({ status: "active" });
  return String(added.lesson);
}

it("learns in one session what the next one begins with", async () => {
  const failing = bash("cat settings/missing.yml");
  const { project, model, script } = await start([failing, failing, done]);
  expect((await runOpencode(project, "do-the-task")).stdout).toContain("All done.");
  expect(project.events("outcome-recorded").map(({ data }) => data)).toMatchObject([
    { result: "partial", errorCount: 2 },
  ]);
  const asked = workOf(model.seen).length;
  script.main = [done];
  await runOpencode(project, "do-the-task");
  const said = JSON.stringify(workOf(model.seen)[asked]?.body);
  expect(said).toContain("cat: settings/missing.yml: No such file or directory");
  expect(said).toContain("delegate_knowledge_directives");
});

it("learns from tools that throw, which no hook after the tool tells of", async () => {
  const read: Step = { tools: [{ name: "read", input: { filePath: "settings/missing.yml" } }] };
  const { project } = await start([read, read, done]);
  await runOpencode(project, "do-the-task");
  expect(project.events("reflection-recorded").map(({ data }) => data)).toMatchObject([
    { tool: "Read", result: "failure" },
    { tool: "Read", result: "failure" },
  ]);
});

it("blocks a tool call by an enforced lesson, and the model sees the reason and the way out", async () => {
  const { project, model } = await start([bash("npm publish --dry-run"), done]);
  addDirective(project, "Never publish from a task", "--roles", "coder", "--forbid", "Bash(npm publish)", "--enforce");
  expect((await runOpencode(project, "do-the-task")).stdout).toContain("All done.");
  expect(JSON.stringify(workOf(model.seen)[1]?.body)).toContain("whetstone lessons set");
  expect(project.events("reflection-recorded")).toEqual([]);
});

it("takes an acknowledgement for what was shown, and none for what was not", async () => {
  const { project, script } = await start([done]);
  const lesson = addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
  const forged = addDirective(project, "Draw a picture of the change", "--roles", "painter");
  script.main = [{ text: `All done.\n\nKNOWLEDGE_APPLIED:${lesson}\nKNOWLEDGE_APPLIED:${forged}` }];
  await runOpencode(project, "do-the-task");
  expect(project.events("receipt-recorded").map(({ data }) => data)).toMatchObject([{ lesson, kind: "applied" }]);
  expect(project.events("output-read").map(({ data }) => data)).toMatchObject([{ spoofed: [forged] }]);
});

it("briefs an agent for its own role, and takes a reviewer's word", async () => {
  const task = { name: "task", input: { description: "review", prompt: "SUBTASK", subagent_type: "reviewer" } };
  const { project, model, script } = await start([{ tools: [task] }, done]);
  addDirective(project, "Look for missing tests first", "--roles", "reviewer");
  const forCoder = addDirective(project, "Write the test before the code", "--roles", "coder");
  script.agent = [{ text: `DIRECTIVE_COMPLIANCE\nVERIFIED:${forCoder} evidence=src/a.test.ts:1` }];
  await runOpencode(project, "do-the-task");
  const sub = JSON.stringify(workOf(model.seen).find((each) => "asked" in each && isAgent(String(each.asked))));
  expect(sub).toContain("Look for missing tests first");
  expect(sub).not.toContain("Write the test before the code");
  expect(project.events("receipt-recorded").map(({ data }) => data)).toMatchObject([
    { lesson: forCoder, kind: "verified", source: "reviewer" },
  ]);
});

function isAgent(asked: string): boolean {
  return asked.includes("SUBTASK") && !asked.includes("do-the-task");
}

it("goes on when the server is killed in the middle, and still learns from the session", async () => {
  const { project, model, script } = await start([done]);
  const failing = bash("cat settings/missing.yml");
  script.main = [failing, bash(killServer(project)), failing, done];
  expect((await runOpencode(project, "do-the-task")).stdout).toContain("All done.");
  const asked = workOf(model.seen).length;
  script.main = [done];
  await runOpencode(project, "do-the-task");
  expect(JSON.stringify(workOf(model.seen)[asked]?.body)).toContain("cat: settings/missing.yml");
});

it("goes on over a corrupt database, and doctor shows the way back", async () => {
  const { project, model } = await start([bash("echo one"), done]);
  corrupt(project);
  expect((await runOpencode(project, "do-the-task")).stdout).toContain("All done.");
  expect(workOf(model.seen)).toHaveLength(2);
  expect(diagnosis(project)).toMatch(/not a database|malformed|corrupt|damaged/i);
});
