import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { addDirective, done, startAgent } from "./support/agent-driver.js";
import { copilot } from "./support/copilot-driver.js";
import { installAgent } from "./support/install-agent.js";
import { loopCases } from "./support/loop-cases.js";
import { tenSessionCases } from "./support/ten-sessions.js";
import { verdictCases } from "./support/verdict-cases.js";

beforeAll(() => void installAgent("copilot"));

tenSessionCases(copilot);
verdictCases(copilot);
loopCases(copilot);

it("Copilot CLI is answered once where Claude Code is set up too, whose hooks it runs as well", async () => {
  const { project, script, run, asked } = await startAgent(copilot, { plugin: false });
  const hooks = ["--claude-code", "--copilot", "--command-hooks", "--yes"];
  expect(project.whetstone("init", ...hooks)).toMatchObject({ written: true, verified: true });
  const text = "Name the file that you changed in your answer";
  addDirective(project, text, "--roles", "coder");
  script.main = [copilot.shell("npm run lnt"), done];
  await run();
  expect(asked()[0]?.split(text)).toHaveLength(2);
  expect(project.events("reflection-recorded")).toHaveLength(1);
  const { checks } = project.whetstone("doctor") as { checks?: { name: string; detail: string }[] };
  expect(JSON.stringify(checks)).not.toContain("enforcement was off");
});

it("a file that a lesson protects is not written by Copilot CLI", async () => {
  const { project, script, run, asked } = await startAgent(copilot);
  const forbid = ["--forbid", "Write(generated/**)", "--enforce"];
  addDirective(project, "Never write generated files by hand", "--roles", "coder", ...forbid);
  const path = join(project.project, "generated/a.txt");
  mkdirSync(join(project.project, "generated"));
  script.main = [{ tools: [{ name: "create", input: { path, file_text: "hi" } }] }, done];
  await run();
  expect(asked()[1]).toContain("Never write generated files by hand (");
});

it("uninstall leaves a project of Copilot CLI as it was", async () => {
  const { project } = await startAgent(copilot, { plugin: false });
  const file = join(project.project, ".github/hooks/own.json");
  mkdirSync(join(project.project, ".github/hooks"), { recursive: true });
  writeFileSync(file, '{"version":1,"hooks":{}}\n');
  project.whetstone("init", "--copilot", "--yes");
  expect(project.whetstone("uninstall", "--yes")).toMatchObject({ files: expect.any(Array) });
  expect(readdirSync(join(project.project, ".github/hooks"))).toEqual(["own.json"]);
  expect(existsSync(join(project.project, ".mcp.json"))).toBe(false);
});
