import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { recordedPayload } from "../support/recorded-payload.js";
import { startScriptedModel } from "../support/scripted-model/start.js";
import type { Step } from "../support/scripted-model/step.js";
import { installAgent } from "./support/install-agent.js";
import { keepHooks, keptPayloads } from "./support/keep-hooks.js";
import { type LearningProject, learningProject } from "./support/learning-project.js";
import { runCodex, setUpCodex } from "./support/run-codex.js";
import { corrupt, diagnosis, killServer } from "./support/spoil.js";

beforeAll(() => void installAgent("codex"));

const shell = (cmd: string): Step => ({ tools: [{ name: "exec_command", input: { cmd } }] });
const done: Step = { text: "All done." };

/** A model whose steps may be exchanged between two sessions; an agent that it starts takes its own. */
async function start(main: readonly Step[], agent: readonly Step[] = []) {
  const project = learningProject("codex");
  const script = { main, agent };
  const model = await startScriptedModel(({ asked, turn }) => {
    const mine = asked.includes("SUBTASK") && !asked.includes("do the task") ? script.agent : script.main;
    return mine[Math.min(turn, mine.length - 1)] ?? done;
  });
  return { project, model, script, env: setUpCodex(project, model) };
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
  const { project, model, script, env } = await start([shell("frobnicate --now"), shell("frobnicate --now"), done]);
  expect((await runCodex(project, env, "do the task")).stdout).toContain("All done.");
  const asked = model.seen.length;
  script.main = [done];
  await runCodex(project, env, "do the task");
  expect(JSON.stringify(model.seen[asked]?.body)).toContain("frobnicate: command not found");
  expect(JSON.stringify(model.seen[asked]?.body)).toContain("delegate_knowledge_directives");
});

it("blocks a tool call by an enforced lesson, and the model sees the reason and the way out", async () => {
  const { project, model, env } = await start([shell("npm publish --dry-run"), done]);
  addDirective(project, "Never publish from a task", "--roles", "coder", "--forbid", "Bash(npm publish)", "--enforce");
  await runCodex(project, env, "do the task");
  const told = JSON.stringify(model.seen[1]?.body);
  expect(told).toContain("Never publish from a task");
  expect(told).toContain("whetstone lessons set");
});

it("blocks a patch of files that a lesson protects", async () => {
  const patch = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: generated/a.txt\n+hi\n*** End Patch\nEOF";
  const { project, model, env } = await start([shell(patch), done]);
  const forbid = ["--forbid", "Edit(generated/**)", "--enforce"];
  addDirective(project, "Never edit generated files by hand", "--roles", "coder", ...forbid);
  await runCodex(project, env, "do the task");
  expect(JSON.stringify(model.seen[1]?.body)).toContain("Never edit generated files by hand (");
});

it("takes an acknowledgement for what was shown, and none for what was not", async () => {
  const { project, script, env } = await start([done]);
  const lesson = addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
  const forged = addDirective(project, "Draw a picture of the change", "--roles", "painter");
  script.main = [{ text: `All done.\n\nKNOWLEDGE_APPLIED:${lesson}\nKNOWLEDGE_APPLIED:${forged}` }];
  await runCodex(project, env, "do the task");
  expect(project.events("receipt-recorded").map(({ data }) => data)).toMatchObject([{ lesson, kind: "applied" }]);
  expect(project.events("output-read").map(({ data }) => data)).toMatchObject([{ spoofed: [forged] }]);
});

it("briefs an agent for its own role", async () => {
  const spawnAgent = {
    name: "spawn_agent",
    namespace: "multi_agent_v1",
    input: { message: "SUBTASK", agent_type: "explorer" },
  };
  const { project, model, env } = await start(
    [{ tools: [spawnAgent] }, shell("sleep 3"), done],
    [{ text: "Explored." }],
  );
  addDirective(project, "Look for missing tests first", "--roles", "explorer");
  addDirective(project, "Write the test before the code", "--roles", "coder");
  await runCodex(project, env, "do the task");
  const sub = JSON.stringify(
    model.seen.find(({ asked }) => asked.includes("SUBTASK") && !asked.includes("do the task")),
  );
  expect(sub).toContain("Look for missing tests first");
  expect(sub).not.toContain("Write the test before the code");
});

it("does nothing while its hooks are not trusted", async () => {
  const { project, model, env } = await start([done]);
  addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
  await runCodex(project, env, "do the task", []);
  expect(JSON.stringify(model.seen)).not.toContain("Name the file that you changed");
});

it("goes on when the server is killed in the middle, and still learns from the session", async () => {
  const { project, model, script, env } = await start([done]);
  const failing = shell("frobnicate --now");
  script.main = [failing, shell(killServer(project)), failing, done];
  expect((await runCodex(project, env, "do the task")).stdout).toContain("All done.");
  const asked = model.seen.length;
  script.main = [done];
  await runCodex(project, env, "do the task");
  expect(JSON.stringify(model.seen[asked]?.body)).toContain("frobnicate: command not found");
});

it("goes on over a corrupt database, and doctor shows the way back", async () => {
  const { project, model, env } = await start([shell("echo one"), done]);
  corrupt(project);
  expect((await runCodex(project, env, "do the task")).stdout).toContain("All done.");
  expect(model.seen).toHaveLength(2);
  expect(diagnosis(project)).toMatch(/not a database|malformed|corrupt|damaged/i);
});

it("sends the fields that were recorded, and that our tests are made of", async () => {
  const { project, env } = await start([shell("echo hello"), shell("frobnicate --now"), done]);
  const folder = join(project.home, "payloads");
  mkdirSync(join(project.project, ".codex"));
  writeFileSync(join(project.project, ".codex/hooks.json"), JSON.stringify(keepHooks(project.home, folder)));
  await runCodex(project, env, "do the task");
  const sent = keptPayloads(folder);
  for (const name of [
    "session-start",
    "user-prompt-submit",
    "pre-tool-use.bash",
    "post-tool-use.bash",
    "stop",
    "session-end",
  ]) {
    const recorded = recordedPayload("codex", name, project.project);
    const alike = sent.filter((each) => each.hook_event_name === recorded.hook_event_name);
    expect(
      alike.map((each) => Object.keys(each).sort()),
      name,
    ).toContainEqual(Object.keys(recorded).sort());
  }
});
