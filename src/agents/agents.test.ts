import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serverInTemp } from "../../tests/support/server.js";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { memoryIo } from "../base/terminal/memory-io.contract.js";
import type { Command } from "../surfaces/cli/command.js";
import { hookCommand } from "../surfaces/cli/commands/hook.js";
import { initCommand } from "../surfaces/cli/commands/init.js";
import { uninstallCommand } from "../surfaces/cli/commands/uninstall.js";
import { examine } from "../surfaces/cli/examine.js";
import { run } from "../surfaces/cli/run.js";
import { instructionSources } from "../verbs/open/instruction-sources.js";
import { type Agent, loadHosts } from "./agent.js";
import { agents } from "./agents.js";
import { hookCommands, ownHooks } from "./setup/hook-commands.js";
import { plannedHooks } from "./setup/hooks-file.js";

const hooksFile = ".made-up/hooks.json";

/** Everything that a new agent needs, in one object. */
const madeUp: Agent = {
  name: "made-up",
  title: "Made-up Agent",
  option: `Made-up Agent: ${hooksFile}.`,
  advice: "wake the made-up agent",
  host: async () => ({ name: "made-up", handle: async (payload) => ({ status: 200, body: { payload } }) }),
  setup: async () => ({
    isHere: () => true,
    files: ({ root, dist }) => [
      plannedHooks(
        join(root, hooksFile),
        hookCommands(dist, "made-up", ["Start", "End"], { budgets: { Start: 4_000 }, timeout: 10 }),
        ownHooks("made-up"),
      ),
    ],
    next: "start it",
  }),
};

const known = [...agents, madeUp];

function project() {
  const root = tempFolder();
  mkdirSync(join(root, ".git"));
  const env = { HOME: root, PATH: "" };
  const call = async (command: Command, ...args: string[]) => {
    const { io, written } = memoryIo({ cwd: root, env });
    const { name, summary } = command;
    const tree = { [name]: { summary, load: async () => ({ command }) } };
    const code = await run([name, ...args], { name: "whetstone", summary: "", version: "0.0.0", tree }, io);
    return { code, ...written };
  };
  return { call, file: join(root, hooksFile) };
}

it("what each agent reads by itself is known", () => {
  expect(instructionSources.map(({ agent }) => agent).toSorted()).toEqual(
    agents.map(({ name }) => name).toSorted(),
  );
});

describe("an agent that is added to the list as one object", () => {
  it("a new agent has an option of init and uninstall, and a name for hook", async () => {
    const { call } = project();
    for (const command of [initCommand(known), uninstallCommand(known)])
      expect((await call(command, "--help")).stdout).toContain("--made-up");
    expect((await call(hookCommand(known), "--help")).stdout).toMatch(/made-up, or\s+plugin/);
  });

  it("a new agent is set up by init, and removed by uninstall", async () => {
    const { call, file } = project();
    const options = ["--made-up", "--no-mcp", "--command-hooks"];
    const shown = await call(initCommand(known), ...options, "--dry-run");
    expect(shown.stdout).toContain(`create ${hooksFile}: 2 hooks`);
    expect(existsSync(file)).toBe(false);
    const done = await call(initCommand(known), ...options, "--yes");
    expect(done.stdout).toContain("Made-up Agent: not verified: this agent offers no way to verify it");
    expect(readFileSync(file, "utf8")).toContain('hook.cjs\\" made-up 4000"');
    expect(await call(uninstallCommand(known), "--yes")).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(false);
  });

  it("a new agent is examined by doctor, which gives its advice while its hooks are silent", async () => {
    const { call } = project();
    await call(initCommand(known), "--made-up", "--no-mcp", "--command-hooks", "--yes");
    const seen: { result?: Awaited<ReturnType<typeof examine>> } = {};
    const doctor = { ...hookCommand(known), name: "doctor", arguments: [], options: {} };
    await call({
      ...doctor,
      run: async (context) => {
        seen.result = await examine(context, { startServer: false, known });
      },
    });
    expect(seen.result?.checks).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "agents", next: "wake the made-up agent" }),
        expect.objectContaining({ detail: expect.stringContaining("hook.cjs, which does not exist") }),
      ]),
    );
  });

  it("a new agent has a route of the server", async () => {
    const { call } = await serverInTemp({ hosts: await loadHosts(known) });
    expect(await call("/v1/hooks/made-up", { hello: 1 })).toEqual({
      status: 200,
      body: { payload: { hello: 1 } },
    });
  });
});
