import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";
import { serverPlaces } from "../../src/base/project/server-places.js";
import { stoppedAtEnd } from "../support/background-server.js";
import { whetstone } from "../support/child.js";
import { patient } from "../support/mcp.js";
import { patientSettings } from "../support/patience.js";
import { recordedPayload } from "../support/recorded-payload.js";
import { tempFolder } from "../support/temp-folder.js";

/** A project whose home is its own, so that its server is too; stopped when the test ends. */
function project(below = "") {
  const cwd = join(tempFolder(), below);
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, "whetstone.json"), JSON.stringify({ project: "agents", ...patientSettings }));
  stoppedAtEnd({ HOME: cwd });
  return { cwd, call: (...args: string[]) => whetstone(args, { cwd }) };
}

const repository = join(import.meta.dirname, "../..");
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
  expect(JSON.parse(done.stdout)).toMatchObject({
    written: true,
    verified: true,
    agents: ["claude-code", "codex", "opencode", "gemini", "cursor"].map((agent) => ({
      agent,
      verified: true,
      why: null,
    })),
    mcp: { verified: true },
  });
  const again = await call("init", ...agents, "--yes", "--json");
  expect(JSON.parse(again.stdout)).toMatchObject({ files: [], written: false, verified: true });
  const undone = await call("uninstall", "--yes");
  expect(undone.code).toBe(0);
  expect(readFileSync(join(cwd, settings), "utf8")).toBe(theirs);
  expect(readdirSync(cwd).sort()).toEqual([".claude", ".local", ".whetstone", "whetstone.json"]);
});

it("uninstall stops the server, but for agents that use it in other projects", async () => {
  const { cwd, call } = project();
  const other = join(cwd, "other");
  mkdirSync(join(other, ".git", "refs"), { recursive: true });
  const isRunning = async () => JSON.parse((await call("serve", "--status", "--json")).stdout).running;
  const hook = (folder: string) => {
    const fields = { cwd: folder, session_id: `a session in ${folder}` };
    const input = JSON.stringify(recordedPayload("codex", "session-start", folder, fields));
    return whetstone(["hook", "codex", "--budget", "600000"], { cwd, env: { HOME: cwd }, input });
  };
  expect(await call("init", "--codex", "--yes")).toMatchObject({ code: 0 });
  await hook(cwd);
  await hook(other);
  expect(await isRunning()).toBe(true);
  expect(await call("uninstall", "--yes")).toMatchObject({ code: 0 });
  expect(await isRunning()).toBe(true);
  await call("serve", "--stop");
  expect(await call("init", "--codex", "--yes")).toMatchObject({ code: 0 });
  await hook(cwd);
  expect(await isRunning()).toBe(true);
  expect(await call("uninstall", "--yes", "--dry-run")).toMatchObject({ code: 0 });
  expect(await isRunning()).toBe(true);
  expect(await call("uninstall", "--yes")).toMatchObject({ code: 0 });
  expect(await isRunning()).toBe(false);
});

it("init leaves nothing of its check behind: no event, no folder", async () => {
  const { cwd, call } = project();
  const temporary = join(cwd, "tmp");
  mkdirSync(temporary);
  const options = ["--codex", "--yes", "--json"];
  const done = await whetstone(["init", ...options], { cwd, env: { TMPDIR: temporary } });
  expect(JSON.parse(done.stdout)).toMatchObject({ agents: [{ agent: "codex", verified: true }] });
  await call("serve", "--stop");
  expect(readdirSync(temporary)).toEqual([]);
  expect(existsSync(join(cwd, ".local/share/whetstone/projects"))).toBe(false);
});

it("init names the agents that it cannot set up, and ends with 3 when there is no other", async () => {
  const { cwd } = project();
  const env = { PATH: join(cwd, "nowhere") };
  const done = await whetstone(["init", "--claude-code", "--opencode", "--yes"], { cwd, env });
  expect(done.code).toBe(3);
  expect(done.stdout).toMatch(/Claude Code: not verified: .*node.*not found/);
  expect(done.stdout).toContain("OpenCode: not verified: spawn node ENOENT");
  expect(done.stdout).toContain("whetstone doctor");
  expect(done.stdout).toContain("MCP server whetstone: not verified");
});

it("init --no-mcp writes hooks alone", async () => {
  const { cwd, call } = project();
  const done = await call("init", "--codex", "--no-mcp", "--dry-run", "--json");
  expect(JSON.parse(done.stdout)).toMatchObject({
    mcp: null,
    files: [{ path: join(cwd, ".codex/hooks.json") }],
  });
});

it("init speaks of the MCP server only where it registers it", async () => {
  const { cwd, call } = project();
  const shown = async (...options: string[]) => {
    const done = await call("init", "--claude-code", "--dry-run", "--json", ...options);
    const { agents, mcp } = JSON.parse(done.stdout);
    return [agents[0].next.includes("'whetstone'"), mcp !== null];
  };
  expect(await shown()).toEqual([true, true]);
  expect(await shown("--no-mcp")).toEqual([false, false]);
  writeFileSync(join(cwd, ".mcp.json"), JSON.stringify({ mcpServers: { whetstone: { command: "other" } } }));
  expect(await shown()).toEqual([false, false]);
});

it("init does not name a path of this machine in a file that git tracks", async () => {
  const { cwd, call } = project();
  writeFileSync(join(cwd, ".mcp.json"), "{}\n");
  const git = (...args: string[]) => spawnSync("git", ["-C", cwd, ...args]);
  git("init", "-q");
  git("add", ".mcp.json");
  const done = await call("init", "--claude-code", "--codex", "--yes");
  expect(readFileSync(join(cwd, ".mcp.json"), "utf8")).toBe("{}\n");
  expect(done.stdout).toContain("Left .mcp.json: git tracks this file");
  expect(done.stdout).not.toContain("do not commit");
});

it("init leaves nothing in git's list of untracked files, and uninstall nothing in git's list of ignored ones", async () => {
  const { cwd, call } = project();
  const git = (...args: string[]) =>
    spawnSync("git", ["-C", cwd, ...args], { encoding: "utf8" }).stdout.split("\n");
  git("init", "-q");
  mkdirSync(join(cwd, ".gemini"));
  writeFileSync(join(cwd, ".gemini/settings.json"), "{}\n");
  const list = join(cwd, ".git/info/exclude");
  writeFileSync(list, "# mine\n*.tmp\n");
  const before = git("status", "--short", "--", ":!.local");
  const some = ["--claude-code", "--codex", "--gemini"];
  const asked = await call("init", ...some, "--dry-run");
  expect(asked.stdout).toContain("change .git/info/exclude");
  const done = await call("init", ...some, "--yes");
  expect(git("status", "--short", "--", ":!.local")).toEqual(before);
  // It was there before, and may be on its way into a commit.
  expect(done.stdout).toMatch(/do not commit them: \.gemini\/settings\.json$/m);
  expect(done.stderr).not.toContain("git does not ignore");
  await call("uninstall", "--claude-code", "--yes");
  expect(readFileSync(list, "utf8")).not.toContain("/.claude/");
  expect(readFileSync(list, "utf8")).toContain("\n/.codex/hooks.json\n");
  await call("uninstall", "--yes");
  expect(readFileSync(list, "utf8")).toBe("# mine\n*.tmp\n");
  expect(git("status", "--short", "--", ":!.local")).toEqual(before);
});

it("init in a folder of a repository hides its files by their way from the top", async () => {
  const { cwd, call } = project("app");
  const top = join(cwd, "..");
  spawnSync("git", ["-C", top, "init", "-q"]);
  const done = await call("init", "--codex", "--yes");
  expect(readFileSync(join(top, ".git/info/exclude"), "utf8")).toContain("\n/app/.codex/hooks.json\n");
  expect(done.stdout).not.toContain("do not commit");
});

/** The words that start the server, as each agent's own file says them. */
const servers = {
  ".mcp.json": (text: string) => {
    const { command, args } = JSON.parse(text).mcpServers.whetstone;
    return [command, ...args];
  },
  "opencode.json": (text: string) => JSON.parse(text).mcp.whetstone.command,
  ".codex/config.toml": (text: string) => [
    JSON.parse(/^command = (.*)$/m.exec(text)?.[1] ?? '""'),
    ...JSON.parse(/^args = (.*)$/m.exec(text)?.[1] ?? "[]"),
  ],
};

it("the server that init wrote for each agent answers as agents start it", async () => {
  const { cwd } = project();
  // As after `npm install` in the project.
  mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
  symlinkSync(join(repository, "dist/cli/main.cjs"), join(cwd, "node_modules/.bin/whetstone"));
  const done = await whetstone(["init", "--claude-code", "--codex", "--opencode", "--yes", "--json"], {
    cwd,
  });
  expect(JSON.parse(done.stdout)).toMatchObject({ mcp: { verified: true } });
  const words = ["npx", "--no-install", "whetstone", "mcp", "--name", "whetstone"];
  for (const [file, wordsIn] of Object.entries(servers))
    expect(wordsIn(readFileSync(join(cwd, file), "utf8")), file).toEqual(words);
  const [command = "", ...args] = words;
  const client = new Client({ name: "test-agent", version: "1.0.0" });
  const env = { PATH: process.env.PATH ?? "", HOME: cwd };
  await client.connect(new StdioClientTransport({ command, args, cwd, env, stderr: "ignore" }), patient);
  const { tools } = await client.listTools(undefined, patient);
  await client.close();
  expect(tools.map(({ name }) => name)).toContain("plan_prompt");
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
  const payload = recordedPayload("claude-code", "pre-tool-use.bash", cwd, {
    tool_input: { command: "git push" },
  });
  const answer = await whetstone(["hook", "--budget", "600000"], { cwd, input: JSON.stringify(payload) });
  expect(JSON.parse(answer.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
});

it.each([
  ["nothing", ""],
  ["an event of the future", '{"hook_event_name":"Tomorrow","cwd":"/"}'],
])("hook ends with 0 and prints nothing when it is sent %s", async (_what, input) => {
  const { cwd } = project();
  expect(await whetstone(["hook", "claude-code"], { cwd, input })).toMatchObject({ code: 0, stdout: "" });
});

it("hook records an event that is not text as a loss, and prints nothing", () => {
  const { cwd } = project();
  const env = { PATH: process.env.PATH, HOME: cwd };
  const main = join(repository, "dist/cli/main.cjs");
  const call = spawnSync(process.execPath, [main, "hook", "codex"], {
    cwd,
    env,
    input: Buffer.from([0x7b, 0xff]),
  });
  expect([call.status, call.stdout.toString()]).toEqual([0, ""]);
  const places = serverPlaces({ env, platform: process.platform, home: cwd });
  expect(JSON.parse(readFileSync(places.lost, "utf8"))).toMatchObject({
    route: "hooks/codex",
    reason: expect.stringContaining("the body is not JSON"),
  });
});

it("hook does nothing for an agent that Whetstone itself started", async () => {
  const { cwd } = project();
  const input = JSON.stringify(recordedPayload("claude-code", "session-start", cwd));
  const env = { WHETSTONE_NESTED: "1" };
  expect(await whetstone(["hook", "claude-code"], { cwd, input, env })).toMatchObject({
    code: 0,
    stdout: "",
  });
  expect(existsSync(join(cwd, ".local"))).toBe(false);
});
