import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { recordedPayload } from "../support/recorded-payload.js";
import { startScriptedModel } from "../support/scripted-model/start.js";
import type { Step } from "../support/scripted-model/step.js";
import { gemini } from "./support/gemini-driver.js";
import { installAgent } from "./support/install-agent.js";
import { keepHooks, keptPayloads } from "./support/keep-hooks.js";
import { addScripts, knownBefore } from "./support/known-failure.js";
import { type LearningProject, learningProject } from "./support/learning-project.js";
import { installExtension, runGemini, setUpGemini } from "./support/run-gemini.js";
import { corrupt, diagnosis, killServer } from "./support/spoil.js";
import { tenSessionCases } from "./support/ten-sessions.js";
import { verdictCases } from "./support/verdict-cases.js";

beforeAll(() => void installAgent("gemini"));

tenSessionCases(gemini);
verdictCases(gemini);

const shell = (command: string): Step => ({ tools: [{ name: "run_shell_command", input: { command } }] });
const done: Step = { text: "All done." };

/**
 * A project that `init` set up, and a model whose steps may be exchanged between two sessions; an agent takes
 * its own.
 */
async function start(main: readonly Step[], agent: readonly Step[] = [], init = true) {
  const project = learningProject("gemini");
  const script = { main, agent };
  const model = await startScriptedModel(({ asked, turn }) => {
    const mine = asked.includes("SUBTASK") && !asked.includes("do the task") ? script.agent : script.main;
    return mine[Math.min(turn, mine.length - 1)] ?? done;
  });
  const env = setUpGemini(project, model);
  if (init)
    expect(project.whetstone("init", "--gemini", "--yes")).toMatchObject({ written: true, verified: true });
  return { project, model, script, env };
}

function addDirective(project: LearningProject, text: string, ...options: string[]): string {
  const always = ["--check", "somebody looked", "--by", "maintainer"];
  const added = project.whetstone("lessons", "add", text, ...always, ...options);
  expect(added).toMatchObject({ status: "active" });
  return String(added.lesson);
}

it("what one session learns is said at the same failure of the next", async () => {
  const { project, model, env } = await start([shell("npm run lnt"), shell("npm run lint"), done]);
  addScripts(project);
  expect((await runGemini(project, env, "do the task")).stdout).toContain("All done.");
  expect(project.events("outcome-recorded")).toMatchObject([{ data: { result: "success", errorCount: 1 } }]);
  expect(JSON.stringify(model.seen)).not.toContain(knownBefore);
  await runGemini(project, env, "do the task");
  expect(JSON.stringify(model.seen.at(-1)?.body)).toContain(knownBefore);
});

it("an enforced lesson blocks a tool call, and the model sees the reason and the way out", async () => {
  const { project, model, env } = await start([shell("npm publish --dry-run"), done]);
  addDirective(
    project,
    "Never publish from a task",
    "--roles",
    "coder",
    "--forbid",
    "Bash(npm publish)",
    "--enforce",
  );
  await runGemini(project, env, "do the task");
  const told = JSON.stringify(model.seen[1]?.body.contents);
  expect(told).toContain("Tool execution blocked");
  expect(told).toContain("Never publish from a task (");
  expect(told).toContain("ask the person you work for");
});

it("a change of files that a lesson protects is blocked", async () => {
  const write = { name: "write_file", input: { file_path: "generated/a.txt", content: "hi" } };
  const { project, model, env } = await start([{ tools: [write] }, done]);
  const forbid = ["--forbid", "Write(generated/**)", "--enforce"];
  addDirective(project, "Never write generated files by hand", "--roles", "coder", ...forbid);
  await runGemini(project, env, "do the task");
  expect(JSON.stringify(model.seen[1]?.body.contents)).toContain("Never write generated files by hand (");
});

it("an acknowledgement counts for what was shown, and not for what was not", async () => {
  const { project, script, env } = await start([done]);
  const lesson = addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
  const forged = addDirective(project, "Draw a picture of the change", "--roles", "painter");
  script.main = [{ text: `All done.\n\nKNOWLEDGE_APPLIED:${lesson}\nKNOWLEDGE_APPLIED:${forged}` }];
  await runGemini(project, env, "do the task");
  expect(project.events("receipt-recorded").map(({ data }) => data)).toMatchObject([
    { lesson, kind: "applied" },
  ]);
  expect(project.events("output-read").map(({ data }) => data)).toMatchObject([{ spoofed: [forged] }]);
});

it("the agent is asked for one more turn, once, when a critical lesson was passed over", async () => {
  const { project, model, env } = await start([done]);
  addDirective(project, "Say which tests you ran", "--roles", "coder", "--priority", "critical");
  expect((await runGemini(project, env, "do the task")).stdout).toContain("All done.");
  expect(model.seen).toHaveLength(2);
  expect(model.seen[1]?.asked).toContain("must not stay open");
});

it("an agent gets the brief of its own role, and its acknowledgement counts", async () => {
  const invoke = { name: "invoke_agent", input: { agent_name: "generalist", prompt: "SUBTASK" } };
  const { project, model, script, env } = await start([{ tools: [invoke] }, done]);
  const lesson = addDirective(project, "Look for missing tests first", "--roles", "generalist");
  addDirective(project, "Write the test before the code", "--roles", "coder");
  const response = `Explored.\nKNOWLEDGE_APPLIED:${lesson}`;
  script.agent = [{ tools: [{ name: "complete_task", input: { result: { response } } }] }];
  await runGemini(project, env, "do the task");
  const sub = model.seen.find(
    ({ asked }) => asked.includes("SUBTASK") && !asked.includes("do the task"),
  )?.asked;
  expect(sub).toContain("Look for missing tests first");
  expect(sub).not.toContain("Write the test before the code");
  const receipts = project.events("receipt-recorded").map(({ data }) => data);
  expect(receipts).toMatchObject([{ lesson, kind: "applied", role: "generalist" }]);
});

it("the hooks do nothing in a folder that is not trusted", async () => {
  const { project, model, env } = await start([done]);
  addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
  writeFileSync(join(project.home, ".gemini/trustedFolders.json"), "{}");
  expect((await runGemini(project, env, "do the task", ["--skip-trust"])).stdout).toContain("All done.");
  expect(JSON.stringify(model.seen)).not.toContain("Name the file that you changed");
});

it("the extension works too, and needs no file in the project", async () => {
  const { project, model, env } = await start([shell("npm publish --dry-run"), done], [], false);
  installExtension(project, env);
  addDirective(
    project,
    "Never publish from a task",
    "--roles",
    "coder",
    "--forbid",
    "Bash(npm publish)",
    "--enforce",
  );
  await runGemini(project, env, "do the task");
  expect(model.seen[0]?.asked).toContain("Never publish from a task");
  expect(JSON.stringify(model.seen[1]?.body.contents)).toContain("Tool execution blocked");
});

it("uninstall leaves the project as it was before", async () => {
  const { project, model, env } = await start([done]);
  const file = join(project.project, ".gemini/settings.json");
  project.whetstone("uninstall", "--yes");
  const theirs = '{\n    "model": { "maxSessionTurns": 50 }\n}';
  mkdirSync(join(project.project, ".gemini"));
  writeFileSync(file, theirs);
  project.whetstone("init", "--gemini", "--yes");
  addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
  await runGemini(project, env, "do the task");
  expect(model.seen.at(-1)?.asked).toContain("Name the file that you changed");
  project.whetstone("uninstall", "--yes");
  expect(readFileSync(file, "utf8")).toBe(theirs);
  await runGemini(project, env, "do the task");
  expect(model.seen.at(-1)?.asked).not.toContain("Name the file that you changed");
});

it("the agent goes on when the server is killed in the middle, and the session still teaches something", async () => {
  const { project, model, script, env } = await start([done]);
  addScripts(project);
  const failing = shell("npm run lnt");
  script.main = [failing, shell(killServer(project)), shell("npm run lint"), done];
  expect((await runGemini(project, env, "do the task")).stdout).toContain("All done.");
  script.main = [failing, done];
  await runGemini(project, env, "do the task");
  expect(JSON.stringify(model.seen.at(-1)?.body)).toContain(knownBefore);
});

it("the agent goes on over a corrupt database, and doctor shows the way back", async () => {
  const { project, model, env } = await start([shell("echo one"), done]);
  project.whetstone("serve", "--stop");
  corrupt(project);
  expect((await runGemini(project, env, "do the task")).stdout).toContain("All done.");
  expect(model.seen).toHaveLength(2);
  expect(diagnosis(project)).toMatch(/not a database|malformed|corrupt|damaged/i);
});

it("Gemini CLI still sends the fields that were recorded for our tests", async () => {
  const read = { tools: [{ name: "read_file", input: { file_path: "missing.txt" } }] };
  const { project, env } = await start(
    [shell("echo hello"), shell("frobnicate --now"), read, done],
    [],
    false,
  );
  const folder = join(project.home, "payloads");
  const events = ["SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "SessionEnd"];
  mkdirSync(join(project.project, ".gemini"));
  const hooks = keepHooks(project.home, folder, events, 20_000);
  writeFileSync(join(project.project, ".gemini/settings.json"), JSON.stringify(hooks));
  await runGemini(project, env, "do the task");
  const sent = keptPayloads(folder).map(shapeOf);
  for (const name of [
    "session-start",
    "before-agent",
    "before-tool.shell",
    "after-tool.shell",
    "after-tool.read.failed",
    "after-agent",
    "session-end",
  ])
    expect(sent, name).toContainEqual(shapeOf(recordedPayload("gemini", name, project.project)));
});

/** The event, its fields, and for a call that is over those of its response. */
function shapeOf({ hook_event_name, ...fields }: Record<string, unknown>): object {
  const response = Object.keys(Object(fields.tool_response)).sort();
  return { hook_event_name, fields: Object.keys(fields).sort(), response };
}
