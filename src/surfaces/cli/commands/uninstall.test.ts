import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandLine } from "../../../../tests/support/command-line.js";
import { tempFolder } from "../../../../tests/support/temp-folder.js";
import { loadSetups } from "../../../agents/agent.js";
import { agents } from "../../../agents/agents.js";
import { install } from "../../../agents/setup/install.js";
import type { McpCommand } from "../../../agents/setup/mcp-command.js";
import { planSetup } from "../../../agents/setup/plan-setup.js";
import { agentMarks } from "../../../base/config/environment.js";
import type { MemoryIoOptions } from "../../../base/terminal/memory-io.contract.js";

const every = await loadSetups(agents);

/** A project whose agents have our hooks, and the command line in it. */
function guarded(names: readonly string[] = ["claude-code"], mcp?: McpCommand) {
  const cwd = tempFolder();
  mkdirSync(join(cwd, ".git"));
  const setups = every.filter(({ name }) => names.includes(name));
  const place = { root: cwd, dist: "/opt/whetstone/dist", hasProgram: () => true, mcp };
  install(planSetup(setups, place), setups, place, { folder: join(cwd, ".whetstone"), now: "" });
  const call = (line: readonly string[], options: MemoryIoOptions = {}) =>
    commandLine(line, { cwd, ...options, env: { USER: "kim", ...options.env } });
  return { call, cwd, settings: join(cwd, ".claude/settings.local.json") };
}

const marks = Object.values(agentMarks).flat();

describe("whetstone uninstall", () => {
  it.each(marks)("uninstall is refused to the agent that sets %s, and its hooks stay", async (mark) => {
    const { call, settings } = guarded();
    const before = readFileSync(settings, "utf8");
    const refused = await call(["uninstall", "--yes"], { tty: true, stdin: "y\n", env: { [mark]: "1" } });
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("only a person may remove Whetstone from a project");
    expect(readFileSync(settings, "utf8")).toBe(before);
    expect((await call(["log", "--json"])).stdout).not.toContain("setup-removed");
  });

  it.each(["copilot", "claude-code"])(
    "uninstall of %s alone leaves what another agent reads too",
    async (gone) => {
      const mcp = {
        words: ["node", "/opt/whetstone/dist/cli/main.cjs", "mcp", "--name", "whetstone"],
        portable: false,
      } as const;
      const { call, cwd } = guarded(["claude-code", "copilot"], mcp);
      const server = readFileSync(join(cwd, ".mcp.json"), "utf8");
      expect(await call(["uninstall", `--${gone}`, "--yes"])).toMatchObject({ code: 0 });
      expect(readFileSync(join(cwd, ".mcp.json"), "utf8")).toBe(server);
      expect(await call(["uninstall", "--yes"])).toMatchObject({ code: 0 });
      const left = existsSync(join(cwd, ".mcp.json")) ? readFileSync(join(cwd, ".mcp.json"), "utf8") : "";
      expect(left).not.toContain("whetstone");
    },
  );

  it("uninstall shows an agent what would be removed", async () => {
    const { call } = guarded();
    const shown = await call(["uninstall", "--dry-run"], { env: { CLAUDECODE: "1" } });
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining("settings.local.json") });
  });

  it("uninstall removes the hooks for a person, and the log says who did it", async () => {
    const { call, settings } = guarded();
    expect(await call(["uninstall", "--yes"])).toMatchObject({ code: 0 });
    expect(existsSync(settings)).toBe(false);
    const { events } = JSON.parse((await call(["log", "--json"])).stdout);
    expect(events).toMatchObject([{ type: "setup-removed", actor: "kim", origin: "human" }]);
  });
});

describe("other commands that leave agents unguarded", () => {
  it.each(
    marks.flatMap((mark) =>
      [
        ["serve", "--stop"],
        ["team", "leave", "--yes"],
        ["open", "--no-browser"],
      ].map((line) => [line.join(" "), mark, line] as const),
    ),
  )("%s is refused to the agent that sets %s", async (_name, mark, line) => {
    const { call } = guarded();
    const refused = await call(line, { tty: true, stdin: "y\n", env: { [mark]: "1" } });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("only a person") });
  });
});
