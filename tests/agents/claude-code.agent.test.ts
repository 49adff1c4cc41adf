import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { recordedPayload } from "../support/recorded-payload.js";
import { startScriptedModel } from "../support/scripted-model/start.js";
import type { Step } from "../support/scripted-model/step.js";
import { installAgent } from "./support/install-agent.js";
import { keepHooks, keptPayloads } from "./support/keep-hooks.js";
import { type LearningProject, learningProject, pluginFolder, repository } from "./support/learning-project.js";
import { runClaude } from "./support/run-claude.js";

beforeAll(() => void installAgent("claude"));

const bash = (command: string): Step => ({ tools: [{ name: "Bash", input: { command, description: "a step" } }] });
const done: Step = { text: "All done." };

/** A model that takes these steps, one in each turn; an agent that it starts takes its own. */
function steps(main: readonly Step[], agent: readonly Step[] = []) {
  return startScriptedModel(({ asked, turn }) => {
    const mine = asked.includes("SUBTASK") && !asked.includes("do the task") ? agent : main;
    return mine[Math.min(turn, mine.length - 1)] ?? done;
  });
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
  const project = learningProject("claude");
  const failing = "cat settings/missing.yml";
  const first = await steps([bash(failing), bash(failing), done]);
  expect((await runClaude(project, first, "do the task")).result).toBe("All done.");
  expect(project.events("outcome-recorded").map(({ data }) => data)).toMatchObject([
    { result: "partial", errorCount: 2, retryCount: 1 },
  ]);
  const second = await steps([done]);
  await runClaude(project, second, "do the task");
  const said = JSON.stringify(second.seen[0]?.body);
  expect(said).toContain("cat: settings/missing.yml: No such file or directory");
  expect(said).toContain("delegate_knowledge_directives");
});

it("blocks a tool call by an enforced lesson, and the model sees the reason and the way out", async () => {
  const project = learningProject("claude");
  addDirective(project, "Never publish from a task", "--roles", "coder", "--forbid", "Bash(npm publish)", "--enforce");
  const model = await steps([bash("npm publish --dry-run"), done]);
  expect((await runClaude(project, model, "do the task")).result).toBe("All done.");
  const told = JSON.stringify(model.seen[1]?.body);
  expect(told).toContain("Never publish from a task");
  expect(told).toContain("whetstone lessons set");
  expect(project.events("outcome-recorded")).toEqual([]);
});

it("takes an acknowledgement for what was shown, and none for what was not", async () => {
  const project = learningProject("claude");
  const lesson = addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
  const forged = addDirective(project, "Draw a picture of the change", "--roles", "painter");
  const model = await steps([{ text: `All done.\n\nKNOWLEDGE_APPLIED:${lesson}\nKNOWLEDGE_APPLIED:${forged}` }]);
  await runClaude(project, model, "do the task");
  expect(project.events("receipt-recorded").map(({ data }) => data)).toMatchObject([{ lesson, kind: "applied" }]);
  expect(project.events("output-read").map(({ data }) => data)).toMatchObject([{ spoofed: [forged] }]);
});

it("asks once for the word on a critical lesson", async () => {
  const project = learningProject("claude");
  const lesson = addDirective(
    project,
    "Name every file that you changed",
    "--roles",
    "coder",
    "--priority",
    "critical",
  );
  const model = await steps([done, { text: `All done.\n\nKNOWLEDGE_N_A:${lesson} reason=nothing changed` }]);
  await runClaude(project, model, "do the task");
  expect(model.seen).toHaveLength(2);
  expect(JSON.stringify(model.seen[1]?.body)).toContain("Stop hook feedback");
  expect(project.events("receipt-recorded").map(({ data }) => data)).toMatchObject([
    { lesson, kind: "unacknowledged" },
    { lesson, kind: "n_a" },
  ]);
});

it("ends when the model stays silent on a critical lesson", async () => {
  const project = learningProject("claude");
  addDirective(project, "Name every file that you changed", "--roles", "coder", "--priority", "critical");
  const model = await steps([done]);
  expect((await runClaude(project, model, "do the task")).result).toBe("All done.");
  expect(model.seen).toHaveLength(2);
});

it("briefs an agent for its own role, and takes a reviewer's word", async () => {
  const project = learningProject("claude");
  const forReviewer = addDirective(project, "Look for missing tests first", "--roles", "reviewer");
  const forCoder = addDirective(project, "Write the test before the code", "--roles", "coder");
  mkdirSync(join(project.project, ".claude/agents"), { recursive: true });
  writeFileSync(
    join(project.project, ".claude/agents/reviewer.md"),
    "---\nname: reviewer\ndescription: Reviews the work\n---\nYou review the work.\n",
  );
  const start: Step = {
    tools: [{ name: "Agent", input: { description: "review", prompt: "SUBTASK", subagent_type: "reviewer" } }],
  };
  const verdict = `DIRECTIVE_COMPLIANCE\nVERIFIED:${forCoder} evidence=src/a.test.ts:1\n\nKNOWLEDGE_APPLIED:${forReviewer}`;
  const model = await steps([start, done], [{ text: verdict }]);
  await runClaude(project, model, "do the task");
  const sub = JSON.stringify(
    model.seen.find(({ asked }) => asked.includes("SUBTASK") && !asked.includes("do the task")),
  );
  expect(sub).toContain("Look for missing tests first");
  expect(sub).not.toContain("Write the test before the code");
  const receipts = project.events("receipt-recorded").map(({ data }) => data);
  expect(receipts).toMatchObject([
    { lesson: forReviewer, kind: "applied", role: "reviewer" },
    { lesson: forCoder, kind: "verified", source: "reviewer" },
  ]);
});

it("does nothing in a session that we started ourselves", async () => {
  const project = learningProject("claude");
  addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
  const model = await steps([done]);
  await runClaude(project, model, "do the task", { env: { WHETSTONE_NESTED: "1" } });
  expect(JSON.stringify(model.seen)).not.toContain("Name the file that you changed");
  expect(project.events("brief-made")).toEqual([]);
});

it("sends the fields that were recorded, and that our tests are made of", async () => {
  const project = learningProject("claude");
  const folder = join(project.home, "payloads");
  mkdirSync(join(project.project, ".claude"), { recursive: true });
  writeFileSync(join(project.project, ".claude/settings.json"), JSON.stringify(keepHooks(project.home, folder)));
  const edit = { file_path: join(project.project, "a.txt"), old_string: "missing", new_string: "x" };
  const model = await steps([
    bash("echo hello"),
    bash("echo oops >&2; exit 3"),
    { tools: [{ name: "Write", input: { file_path: edit.file_path, content: "hi\n" } }] },
    { tools: [{ name: "Edit", input: edit }] },
    { tools: [{ name: "Agent", input: { description: "s", prompt: "SUBTASK", subagent_type: "general-purpose" } }] },
    done,
  ]);
  await runClaude(project, model, "do the task");
  const sent = keptPayloads(folder);
  for (const name of recordedHere) {
    const recorded = recordedPayload("claude-code", name, project.project);
    const alike = sent.filter((each) => isAlike(each, recorded));
    expect(
      alike.map((each) => Object.keys(each).sort()),
      name,
    ).toContainEqual(Object.keys(recorded).sort());
  }
});

/** Those whose moment this session has. */
const recordedHere = [
  "session-start",
  "user-prompt-submit",
  "pre-tool-use.bash",
  "post-tool-use.bash",
  "post-tool-use-failure.bash",
  "post-tool-use.write",
  "post-tool-batch.refused-input",
  "subagent-start",
  "subagent-stop",
  "stop",
  "session-end",
];

function isAlike(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  return one.hook_event_name === other.hook_event_name && one.tool_name === other.tool_name;
}

it("works by what init wrote into the project, too", async () => {
  const project = learningProject("claude");
  expect(project.whetstone("init", "--claude-code", "--yes")).toMatchObject({ written: true, verified: true });
  addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
  const model = await steps([done]);
  await runClaude(project, model, "do the task", { plugin: false });
  expect(JSON.stringify(model.seen[0]?.body)).toContain("Name the file that you changed in your answer");
  const { checks } = project.whetstone("doctor") as unknown as { checks: { name: string; state: string }[] };
  expect(checks.find(({ name }) => name === "agents")).toMatchObject({ state: "ok" });
});

it("installs from the marketplace as a person would, and finds nothing wrong with the plugin", async () => {
  const project = learningProject("claude");
  const claude = (...args: string[]) =>
    spawnSync("claude", ["plugin", ...args], { cwd: project.project, env: project.env, encoding: "utf8" });
  for (const folder of [repository, pluginFolder]) {
    const { status, stdout } = claude("validate", folder);
    expect([status, stdout]).toEqual([0, expect.stringContaining("Validation passed")]);
  }
  expect(claude("marketplace", "add", repository)).toMatchObject({ status: 0 });
  expect(claude("install", "whetstone@whetstone")).toMatchObject({ status: 0 });
  addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
  const model = await steps([done]);
  await runClaude(project, model, "do the task", { plugin: false });
  expect(JSON.stringify(model.seen[0]?.body)).toContain("Name the file that you changed in your answer");
});
