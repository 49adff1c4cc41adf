import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { type ScriptedModel, startScriptedModel } from "../support/scripted-model/start.js";
import type { Step } from "../support/scripted-model/step.js";
import { installAgent } from "./support/install-agent.js";
import { type LearningProject, learningProject } from "./support/learning-project.js";
import { runClaude } from "./support/run-claude.js";
import { corrupt, diagnosis, killServer } from "./support/spoil.js";

beforeAll(() => void installAgent("claude"));

const bash = (command: string): Step => ({ tools: [{ name: "Bash", input: { command, description: "a step" } }] });
const work = [bash("echo one > one.txt"), bash("cat one.txt"), { text: "All done." }];

function modelFor(steps: readonly Step[]): Promise<ScriptedModel> {
  return startScriptedModel(({ turn }) => steps[Math.min(turn, steps.length - 1)] ?? { text: "All done." });
}

/** The agent did its work as if we were not there. */
async function expectUndisturbed(project: LearningProject, steps: readonly Step[] = work): Promise<ScriptedModel> {
  const model = await modelFor(steps);
  const run = await runClaude(project, model, "do the task");
  expect(run).toMatchObject({ code: 0, result: "All done." });
  expect(model.seen).toHaveLength(steps.length);
  expect(readFileSync(join(project.project, "one.txt"), "utf8")).toBe("one\n");
  return model;
}

it("goes on when the server is killed in the middle, and still learns from the session", async () => {
  const project = learningProject("claude");
  const failing = bash("cat settings/missing.yml");
  await expectUndisturbed(project, [
    bash("echo one > one.txt"),
    failing,
    bash(killServer(project)),
    failing,
    { text: "All done." },
  ]);
  const next = await modelFor(work);
  await runClaude(project, next, "do the task");
  expect(JSON.stringify(next.seen[0]?.body)).toContain("cat: settings/missing.yml: No such file or directory");
});

it("goes on while somebody else holds the store, and doctor tells what was given up", async () => {
  const project = learningProject("claude", {});
  project.whetstone("lessons", "add", "Name the file that you changed", "--roles", "coder", "--check", "it is named");
  const holder = await lock(project.database);
  await expectUndisturbed(project);
  holder.stdin?.end();
  expect(diagnosis(project)).toMatch(/brief/);
});

it("goes on over a corrupt database, and doctor shows the way back", async () => {
  const project = learningProject("claude");
  corrupt(project);
  await expectUndisturbed(project);
  expect(diagnosis(project)).toMatch(/not a database|malformed|corrupt|damaged/i);
});

it("goes on where nothing can be written", async () => {
  const project = learningProject("claude");
  const data = join(project.home, ".local");
  mkdirSync(data);
  writeFileSync(join(data, "share"), "a file where the data folder should be");
  await expectUndisturbed(project);
});

it("goes on with settings that cannot be read", async () => {
  const project = learningProject("claude");
  writeFileSync(join(project.project, "whetstone.json"), "{ not json");
  await expectUndisturbed(project);
});

async function lock(database: string): Promise<ChildProcess> {
  const holder = spawn(process.execPath, [join(import.meta.dirname, "../storage/lock-holder.mjs"), database]);
  onTestFinished(() => void holder.kill());
  await new Promise((resolve) => holder.stdout?.once("data", resolve));
  return holder;
}
