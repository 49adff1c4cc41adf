import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { readInstalled } from "../base/project/installed.js";
import { loadSetups } from "./agent.js";
import { agents } from "./agents.js";
import type { NamedSetup } from "./setup/agent-setup.js";
import { install, uninstall } from "./setup/install.js";
import { isOurMcpCommand, type McpCommand, mcpCommand } from "./setup/mcp-command.js";
import { mcpFiles } from "./setup/mcp-files.js";
import { filesLeft, planRemoval, planSetup } from "./setup/plan-setup.js";

const setups = await loadSetups(agents);

function setupOf(agent: string): NamedSetup {
  const setup = setups.find(({ name }) => name === agent);
  if (setup === undefined) throw new Error(`no agent is called ${agent}`);
  return setup;
}

const byName: McpCommand = { words: ["whetstone", "mcp", "--name", "whetstone"], portable: true };
const byPath: McpCommand = {
  words: ["node", "/opt/dist/cli/main.cjs", "mcp", "--name", "whetstone"],
  portable: false,
};

/** An agent with the MCP server of Whetstone and without its hooks. */
function project(name: string, mcp = byName, isTracked = false) {
  const root = tempFolder();
  const place = { root, dist: "/opt/dist", hasProgram: () => true, mcp, isTracked: () => isTracked };
  const setup: NamedSetup = { ...setupOf(name), files: () => [] };
  const folder = join(root, ".whetstone");
  const noted = { folder, now: "2026-11-15T00:00:00.000Z" };
  return {
    write(file: string, text: string) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    },
    read: (file: string) => readFileSync(join(root, file), "utf8"),
    plan: () => planSetup([setup], place),
    left: () => filesLeft([setup], place).map(({ why }) => why),
    init: (by = mcp) => install(planSetup([setup], { ...place, mcp: by }), [setup], place, noted),
    uninstall: () => uninstall(planRemoval([setup], place, readInstalled(folder)), [setup], folder),
  };
}

const cases = [
  [
    "claude-code",
    ".mcp.json",
    '{\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n',
    '"other"',
    '"theirs"',
  ],
  ["cursor", ".cursor/mcp.json", '{"mcpServers":{}}', "{", "{ "],
  ["gemini", ".gemini/settings.json", '// mine\n{ "theme": "x", }', '"x"', '"y"'],
  ["opencode", "opencode.jsonc", '{\n\t"mcp": {}, // none yet\n}', "none yet", "still none"],
  ["opencode", "opencode.json", '{ "model": "x" }\r\n', '"x"', '"y"'],
  ["codex", ".codex/config.toml", 'model = "x" # mine', "# mine", "# changed"],
] as const;

describe.each(cases)("the server of %s in %s", (agent, file, text, mine, changed) => {
  it("the server goes in once, and comes out byte for byte", () => {
    const { write, read, init, plan, uninstall: undo } = project(agent);
    write(file, text);
    init();
    expect(read(file)).toContain("whetstone");
    expect(plan()).toEqual([]);
    undo();
    expect(read(file)).toBe(text);
  });

  it("only the server comes out when the file was edited since", () => {
    const { write, read, init, uninstall: undo } = project(agent);
    write(file, text);
    init();
    write(file, read(file).replace(mine, changed));
    undo();
    expect(read(file)).toBe(text.replace(mine, changed));
  });

  it("the server follows a moved program, and uninstall restores the first text", () => {
    const { write, read, init, uninstall: undo } = project(agent);
    write(file, text);
    init(byPath);
    expect(read(file)).toContain("/opt/dist");
    init(byName);
    expect(read(file)).not.toContain("/opt/dist");
    undo();
    expect(read(file)).toBe(text);
  });

  it("the server stays out of a tracked file when only a path of this machine would do", () => {
    const { write, read, init, left } = project(agent, byPath, true);
    write(file, text);
    init();
    expect(read(file)).toBe(text);
    expect(left()).toEqual([expect.stringContaining("npm install --global whetstone")]);
  });
});

describe("a server of the same name that is not Whetstone's", () => {
  it.each([
    ["claude-code", ".mcp.json", '{"mcpServers":{"whetstone":{"command":"beekeeper"}}}'],
    ["opencode", "opencode.json", '{"mcp":{"whetstone":{"type":"remote","url":"http://bees"}}}'],
    ["codex", ".codex/config.toml", '[mcp_servers.whetstone]\ncommand = "beekeeper"\n'],
  ])("another server of the same name is left to %s and reported", (agent, file, text) => {
    const { write, read, init, left, uninstall: undo } = project(agent);
    write(file, text);
    init();
    expect(left()).toEqual([expect.stringContaining("another MCP server 'whetstone'")]);
    undo();
    expect(read(file)).toBe(text);
  });
});

it.each([
  ["claude-code", ".mcp.json"],
  ["codex", ".codex/config.toml"],
  ["opencode", "opencode.json"],
])("a server that was set up for %s under its former name keeps that name", (agent, file) => {
  const { write, read, init, plan } = project(agent);
  init(byName);
  const names = [/\[mcp_servers\.whetstone\]/, /"whetstone": \{/, /(?<="--name",\s*)"whetstone"/];
  const former = names.reduce(
    (text, name) => text.replace(name, (found) => found.replace("whetstone", "hive")),
    read(file),
  );
  expect(former.match(/hive/g)).toHaveLength(2);
  write(file, former);
  expect(plan()).toEqual([]);
});

it("init keeps what a person added to the entry of the server", () => {
  const { write, read, init } = project("claude-code");
  init(byPath);
  write(".mcp.json", read(".mcp.json").replace('"command"', '"env": { "A": "1" },\n      "command"'));
  init(byName);
  expect(JSON.parse(read(".mcp.json")).mcpServers.whetstone).toEqual({
    command: "whetstone",
    args: ["mcp", "--name", "whetstone"],
    env: { A: "1" },
  });
});

it("no server is written where it is not wanted, or where the agent has no file for it", () => {
  const place = { root: "/project", dist: "/opt/dist", hasProgram: () => true };
  expect(mcpFiles(setupOf("claude-code"), place)).toEqual([]);
  expect(mcpFiles({}, { ...place, mcp: byName })).toEqual([]);
});

describe("the command of the server", () => {
  function places() {
    const root = tempFolder();
    const program = join(root, "main.cjs");
    writeFileSync(program, "");
    const link = (folder: string) => {
      mkdirSync(join(root, folder), { recursive: true });
      symlinkSync(program, join(root, folder, "whetstone"));
      return join(root, folder);
    };
    return { root, program, link };
  }

  it("the command is a name where this program is on the PATH", () => {
    const { root, program, link } = places();
    expect(mcpCommand(program, root, `/nowhere:${link("bin")}`)).toEqual(byName);
  });

  it("the command goes through npx where the project has the program installed", () => {
    const { root, program, link } = places();
    const path = link("node_modules/.bin");
    const words = ["npx", "--no-install", "whetstone", "mcp", "--name", "whetstone"];
    expect(mcpCommand(program, root, path)).toEqual({ words, portable: true });
  });

  it("the command is a path where another program has the name", () => {
    const { root, program } = places();
    mkdirSync(join(root, "bin"));
    writeFileSync(join(root, "bin/whetstone"), "another");
    const words = ["node", program, "mcp", "--name", "whetstone"];
    expect(mcpCommand(program, root, join(root, "bin"))).toEqual({ words, portable: false });
  });

  it.each([
    [byName.words, true],
    [byPath.words, true],
    [["npx", "--no-install", "whetstone", "mcp", "--name", "whetstone"], true],
    [["whetstone", "mcp", "--name", "hive"], true],
    [["whetstone", "mcp", "--name", "other"], false],
    [["whetstone", "--root", "/x", "mcp", "--name", "whetstone"], false],
    [["node", "server.js", "mcp", "--name", "whetstone"], false],
    [["mcp", "--name", "whetstone"], false],
    [[], false],
  ])("isOurMcpCommand of %j is %j", (words, expected) => {
    expect(isOurMcpCommand(words)).toBe(expected);
  });
});
