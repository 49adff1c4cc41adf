import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { startScriptedModel } from "../support/scripted-model/start.js";
import { addDirective, done, prompt, startAgent } from "./support/agent-driver.js";
import { claude, runClaude } from "./support/claude-driver.js";
import { faultCases } from "./support/fault-cases.js";
import { installAgent } from "./support/install-agent.js";
import { learningProject, pluginFolder, repository } from "./support/learning-project.js";
import { loopCases } from "./support/loop-cases.js";
import { recordingCases } from "./support/recording-cases.js";
import { tenSessionCases } from "./support/ten-sessions.js";
import { verdictCases } from "./support/verdict-cases.js";

beforeAll(() => void installAgent("claude"));

tenSessionCases(claude);
verdictCases(claude);

loopCases(claude);
faultCases(claude);

recordingCases(claude, {
  main: ({ project }) => {
    const file = join(project, "a.txt");
    const edit = (old_string: string) => ({
      name: "Edit",
      input: { file_path: file, old_string, new_string: "x" },
    });
    const read = (name: string) => ({ name: "Read", input: { file_path: join(project, name) } });
    return [
      claude.shell("echo hello"),
      claude.shell("echo oops >&2; exit 3"),
      {
        tools: [{ name: "Bash", input: { command: "true", description: "a step", run_in_background: true } }],
      },
      { tools: [{ name: "Write", input: { file_path: file, content: "hi\n" } }] },
      { tools: [read("a.txt")] },
      { tools: [edit("hi")] },
      { tools: [edit("missing")] },
      { tools: [read("missing.txt")] },
      { tools: [...(claude.shell("echo one").tools ?? []), ...(claude.shell("echo two").tools ?? [])] },
      { tools: [{ name: "WebFetch", input: { url: "http://127.0.0.1:1/", prompt: "read it" } }] },
      { tools: [{ name: "mcp__plugin_whetstone_whetstone__search_lessons", input: { query: "a" } }] },
      { tools: [{ name: "mcp__plugin_whetstone_whetstone__complete", input: { bead_id: "unplanned" } }] },
      ...claude.delegate("SUBTASK"),
      done,
    ];
  },
  agent: [claude.shell("echo sub"), done],
  elsewhere: { "stop-failure": "the model has to fail, and then the session is over" },
});

it("the agent is asked once for the acknowledgement of a critical lesson", async () => {
  const { project, script, run, asked } = await startAgent(claude);
  const critical = ["--roles", "coder", "--priority", "critical"];
  const lesson = addDirective(project, "Name every file that you changed", ...critical);
  script.main = [done, { text: `All done.\n\nKNOWLEDGE_N_A:${lesson} reason=nothing changed` }];
  await run();
  const requests = asked();
  expect(requests).toHaveLength(2);
  expect(requests[1]).toContain("Stop hook feedback");
  expect(project.events("receipt-recorded").map(({ data }) => data)).toMatchObject([
    { lesson, kind: "unacknowledged" },
    { lesson, kind: "n_a" },
  ]);
});

it("the session ends when the model stays silent on a critical lesson", async () => {
  const { project, run, asked } = await startAgent(claude);
  addDirective(project, "Name every file that you changed", "--roles", "coder", "--priority", "critical");
  expect((await run()).said).toBe("All done.");
  expect(asked()).toHaveLength(2);
});

it("the hooks do nothing in a session that Whetstone itself started", async () => {
  const project = learningProject("claude");
  addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
  const model = await startScriptedModel("All done.");
  await runClaude(project, model, prompt, ["--plugin-dir", pluginFolder], { WHETSTONE_NESTED: "1" });
  expect(JSON.stringify(model.seen)).not.toContain("Name the file that you changed");
  expect(project.events("brief-made")).toEqual([]);
});

it("the agent goes on where nothing can be written, and with settings that cannot be read", async () => {
  const { project, script, run } = await startAgent(claude);
  script.main = [claude.shell("echo one"), done];
  rmSync(join(project.home, ".local/share"), { recursive: true, force: true });
  mkdirSync(join(project.home, ".local"), { recursive: true });
  writeFileSync(join(project.home, ".local/share"), "a file where the data folder should be");
  expect(await run()).toEqual({ code: 0, said: "All done." });
  writeFileSync(join(project.project, "whetstone.json"), "{ not json");
  expect(await run()).toEqual({ code: 0, said: "All done." });
});

it("the plugin installs from the marketplace as a person would do it, and the agent finds nothing wrong with it", async () => {
  const { project, script, run, asked } = await startAgent(claude, { plugin: false });
  const tool = "mcp__plugin_whetstone_whetstone__plan_prompt";
  script.waitsFor = [tool];
  const plugin = (...args: string[]) =>
    spawnSync("claude", ["plugin", ...args], { cwd: project.project, env: project.env, encoding: "utf8" });
  for (const folder of [repository, pluginFolder]) {
    const { status, stdout } = plugin("validate", folder);
    expect([status, stdout]).toEqual([0, expect.stringContaining("Validation passed")]);
    expect(stdout).not.toMatch(/warning/i);
  }
  expect(plugin("marketplace", "add", repository)).toMatchObject({ status: 0 });
  expect(plugin("install", "whetstone@whetstone")).toMatchObject({ status: 0 });
  addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
  await run();
  const requests = asked();
  expect(requests[0]).toContain("Name the file that you changed in your answer");
  expect(requests.at(-1)).toContain(tool);
  expect(requests.at(-1)).toContain("whetstone:status");
});
