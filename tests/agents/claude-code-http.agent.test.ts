import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { startScriptedModel } from "../support/scripted-model/start.js";
import type { Step } from "../support/scripted-model/step.js";
import { runClaude } from "./support/claude-driver.js";
import { installAgent } from "./support/install-agent.js";
import { addScripts, knownBefore } from "./support/known-failure.js";
import { type LearningProject, learningProject, pluginFolder } from "./support/learning-project.js";
import { diagnosis, killServer } from "./support/spoil.js";

beforeAll(() => void installAgent("claude"));

const bash = (command: string): Step => ({
  tools: [{ name: "Bash", input: { command, description: "a step" } }],
});
const done: Step = { text: "All done." };
const failing = "cat settings/missing.yml";

/** A project as `init` leaves it: Claude Code posts every tool call itself. */
function posting(): LearningProject {
  const project = learningProject("claude");
  writeFileSync(join(project.project, ".gitignore"), ".claude/settings.local.json\n");
  expect(project.whetstone("init", "--claude-code", "--yes")).toMatchObject({
    written: true,
    verified: true,
  });
  const { hooks } = JSON.parse(settingsOf(project));
  for (const event of ["PreToolUse", "PostToolUse", "PostToolUseFailure"])
    expect(hooks[event]).toMatchObject([{ hooks: [{ type: "http" }] }]);
  expect(hooks.PostToolBatch).toMatchObject([{ hooks: [{ type: "command", async: true }] }]);
  return project;
}

const settingsFile = ({ project }: LearningProject) => join(project, ".claude/settings.local.json");
const settingsOf = (project: LearningProject) => readFileSync(settingsFile(project), "utf8");

async function session(project: LearningProject, steps: readonly Step[]) {
  const model = await startScriptedModel(({ turn }) => steps[Math.min(turn, steps.length - 1)] ?? done);
  const { said } = await runClaude(project, model, "do the task");
  expect(said).toBe("All done.");
  return model.seen.map(({ body }) => JSON.stringify(body));
}

function checkOf(project: LearningProject, wanted: string) {
  const { checks } = project.whetstone("doctor") as unknown as { checks: { name: string; state: string }[] };
  return checks.find(({ name }) => name === wanted);
}

it("Whetstone learns from what Claude Code posts itself, and the next session is told at the same failure", async () => {
  const project = posting();
  addScripts(project);
  await session(project, [bash("npm run lnt"), bash("npm run lint"), done]);
  expect(project.events("outcome-recorded").map(({ data }) => data)).toMatchObject([
    { result: "success", errorCount: 1 },
  ]);
  const asked = await session(project, [bash("npm run lnt"), done]);
  expect(asked.at(-1)).toContain(knownBefore);
  expect(checkOf(project, "http hooks")).toMatchObject({ state: "ok" });
  expect(checkOf(project, "losses")).toMatchObject({ state: "ok" });
});

it("an enforced lesson denies a tool call, with the reason and the way out", async () => {
  const project = posting();
  const rule = [
    "--forbid",
    "Bash(npm publish)",
    "--enforce",
    "--check",
    "somebody looked",
    "--by",
    "maintainer",
  ];
  project.whetstone("lessons", "add", "Never publish from a task", "--roles", "coder", ...rule);
  const [, told] = await session(project, [bash("npm publish --dry-run"), done]);
  expect(told).toContain("Never publish from a task");
  expect(told).toContain("ask the person you work for");
});

it("Claude Code goes on without a server, the next command starts one again, and doctor reports what was not seen", async () => {
  const project = posting();
  const seen = await session(project, [
    bash("echo one > one.txt"),
    bash(killServer(project)),
    bash(failing),
    bash("cat one.txt"),
    done,
  ]);
  expect(seen).toHaveLength(5);
  expect(seen[4]).toContain("one");
  expect(project.whetstone("serve", "--status")).toMatchObject({ running: true });
  expect(diagnosis(project)).toMatch(
    /no server ran between \S+ and \S+: tool calls in that time were missed/,
  );
  const [next] = await session(project, [done]);
  expect(next).toContain("do the task");
});

it("Claude Code goes on when its settings name the wrong address, and doctor shows the fix", async () => {
  const project = posting();
  writeFileSync(settingsFile(project), settingsOf(project).replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:1"));
  await session(project, [bash("echo one > one.txt"), done]);
  expect(checkOf(project, "http hooks")).toMatchObject({
    state: "problem",
    next: expect.stringContaining("whetstone init"),
  });
  expect(project.whetstone("init", "--claude-code", "--yes")).toMatchObject({ verified: true });
  expect(checkOf(project, "http hooks")).toMatchObject({ state: "ok" });
});

it("nothing counts that is posted from a session that Whetstone itself started", async () => {
  const project = posting();
  const model = await startScriptedModel(
    ({ turn }) => [bash(failing), bash(failing), done][Math.min(turn, 2)] ?? done,
  );
  await runClaude(project, model, "do the task", [], { WHETSTONE_NESTED: "1" });
  expect(project.events("reflection-recorded")).toEqual([]);
});

it("a tool call counts once when the plugin is installed as well", async () => {
  const project = posting();
  const model = await startScriptedModel(
    ({ turn }) => [bash(failing), bash(failing), done][Math.min(turn, 2)] ?? done,
  );
  await runClaude(project, model, "do the task", ["--plugin-dir", pluginFolder]);
  expect(project.events("outcome-recorded").map(({ data }) => data)).toMatchObject([
    { errorCount: 2, retryCount: 1 },
  ]);
  expect(project.events("brief-made")).toHaveLength(2);
});
