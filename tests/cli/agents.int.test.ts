import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { whetstone } from "../support/child.js";
import { documentedPayload, recordedPayload } from "../support/recorded-payload.js";
import { tempFolder } from "../support/temp-folder.js";

/** A project whose home is its own, so that its server is too; stopped when the test ends. */
function project() {
  const cwd = tempFolder();
  writeFileSync(join(cwd, "whetstone.json"), '{ "project": "agents" }');
  onTestFinished(async () => void (await whetstone(["serve", "--stop"], { cwd })));
  return { cwd, call: (...args: string[]) => whetstone(args, { cwd }) };
}

const settings = ".claude/settings.local.json";
const agents = ["--claude-code", "--codex", "--opencode", "--gemini", "--cursor"];

it("init shows, writes and verifies; uninstall puts everything back", async () => {
  const { cwd, call } = project();
  mkdirSync(join(cwd, ".claude"));
  const theirs = '{\n    "model": "theirs"\n}';
  writeFileSync(join(cwd, settings), theirs);
  const dry = await call("init", ...agents, "--dry-run");
  expect(dry).toMatchObject({ code: 0 });
  expect(dry.stdout).toContain(`change ${settings}`);
  expect(dry.stdout).toContain("create .codex/hooks.json");
  expect(readFileSync(join(cwd, settings), "utf8")).toBe(theirs);
  const done = await call("init", ...agents, "--yes", "--json");
  expect(done.code).toBe(0);
  expect(JSON.parse(done.stdout)).toMatchObject({ written: true, verified: true });
  const again = await call("init", ...agents, "--yes", "--json");
  expect(JSON.parse(again.stdout)).toMatchObject({ files: [], written: false });
  const undone = await call("uninstall", "--yes");
  expect(undone.code).toBe(0);
  expect(readFileSync(join(cwd, settings), "utf8")).toBe(theirs);
  expect(readdirSync(cwd).filter((name) => /^\.(?:codex|opencode|gemini|cursor)$/.test(name))).toEqual([]);
});

it("init does nothing without a yes", async () => {
  const { cwd, call } = project();
  const asked = await call("init", "--codex");
  expect(asked.code).toBe(2);
  expect(readdirSync(cwd).sort()).toEqual(["whetstone.json"]);
});

it("hook answers in the agent's format", async () => {
  const { cwd, call } = project();
  const rule = ["--roles", "coder", "--forbid", "Bash(git push)", "--enforce", "--by", "maintainer"];
  await call("lessons", "add", "Never push to the main branch", "--check", "no push", ...rule);
  const payload = recordedPayload("claude-code", "pre-tool-use.bash", cwd, { tool_input: { command: "git push" } });
  const answer = await whetstone(["hook", "--budget", "15000"], { cwd, input: JSON.stringify(payload) });
  expect(JSON.parse(answer.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
});

it.each([
  ["gemini", recordedPayload, "before-tool.shell", { decision: "deny" }],
  ["cursor", documentedPayload, "pre-tool-use.shell", { permission: "deny" }],
] as const)("hook answers in the format of %s", async (host, payloadOf, name, expected) => {
  const { cwd, call } = project();
  const rule = ["--roles", "coder", "--forbid", "Bash(git push)", "--enforce", "--by", "maintainer"];
  await call("lessons", "add", "Never push to the main branch", "--check", "no push", ...rule);
  const input = JSON.stringify(payloadOf(host, name, cwd, { tool_input: { command: "git push" } }));
  const answer = await whetstone(["hook", host, "--budget", "15000"], { cwd, input });
  expect(JSON.parse(answer.stdout)).toMatchObject(expected);
});

it.each([
  ["no JSON", "{"],
  ["nothing", ""],
  ["an event of the future", '{"hook_event_name":"Tomorrow","cwd":"/"}'],
])("hook ends with 0 and says nothing when it is sent %s", async (_what, input) => {
  const { cwd } = project();
  expect(await whetstone(["hook", "claude-code"], { cwd, input })).toMatchObject({ code: 0, stdout: "" });
});

it("hook does nothing for an agent that we started", async () => {
  const { cwd } = project();
  const input = JSON.stringify(recordedPayload("claude-code", "session-start", cwd));
  const env = { WHETSTONE_NESTED: "1" };
  expect(await whetstone(["hook", "claude-code"], { cwd, input, env })).toMatchObject({ code: 0, stdout: "" });
  expect(existsSync(join(cwd, ".local"))).toBe(false);
});
