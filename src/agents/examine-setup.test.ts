import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { readInstalled } from "../base/project/installed.js";
import { loadSetups } from "./agent.js";
import { agents } from "./agents.js";
import { codexEvents } from "./codex/setup.js";
import { examineSetup } from "./setup/examine-setup.js";
import { install } from "./setup/install.js";
import { planSetup } from "./setup/plan-setup.js";

const setups = await loadSetups(agents);

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A project in which all agents were set up by the program in `dist`. */
function project() {
  const root = tempFolder();
  const dist = join(tempFolder(), "dist");
  for (const program of ["hook.cjs", "opencode/plugin.js"]) write(join(dist, program), "");
  const place = { root, dist, hasProgram: () => false };
  const folder = join(root, ".whetstone");
  const now = "2026-03-01T00:00:00.000Z";
  const setUp = () => install(planSetup(setups, place), setups, place, { folder, now });
  const home = tempFolder();
  const codexHome = join(home, ".codex");
  const approve = () => {
    const hooks = codexEvents.map((event) => event.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase());
    const tables = hooks.map(
      (event) => `[hooks.state."${root}/.codex/hooks.json:${event}:0:0"]\ntrusted_hash = "x"\n`,
    );
    write(
      join(codexHome, "config.toml"),
      `[projects."${root}"]\ntrust_level = "trusted"\n${tables.join("")}`,
    );
  };
  const findings = (from = root) =>
    examineSetup(setups, place, readInstalled(folder), { home, env: {}, folder: from });
  return { root, dist, codexHome, setUp, approve, findings };
}

describe("the settings of coding agents", () => {
  it("settings without a setup are not examined", () => {
    const { root, findings } = project();
    write(join(root, ".claude/settings.local.json"), "{ broken");
    expect(findings()).toEqual([]);
  });

  it("settings are in order after init, once Codex has approved them", () => {
    const { setUp, approve, findings } = project();
    setUp();
    expect(findings()).toMatchObject([{ agent: "codex", detail: expect.stringContaining("does not trust") }]);
    approve();
    expect(findings()).toEqual([]);
  });

  it("Gemini CLI is reported in a subfolder of the project, where it reads no hooks", () => {
    const { root, setUp, approve, findings } = project();
    setUp();
    approve();
    expect(findings(join(root, "packages/one"))).toMatchObject([
      {
        agent: "gemini",
        detail: expect.stringContaining("reads no hooks"),
        next: expect.stringContaining(root),
      },
    ]);
  });

  it("settings that name a missing program are reported until it exists", () => {
    const { dist, setUp, approve, findings } = project();
    setUp();
    approve();
    rmSync(dist, { recursive: true });
    expect(findings().map(({ agent, detail }) => [agent, detail.includes(`${dist}/`)])).toEqual([
      ["claude-code", true],
      ["codex", true],
      ["opencode", true],
      ["gemini", true],
      ["copilot", true],
      ["cursor", true],
    ]);
    for (const { next } of findings()) expect(next).toMatch(/^run 'whetstone init --[a-z-]+' again/);
    for (const program of ["hook.cjs", "opencode/plugin.js"]) write(join(dist, program), "");
    expect(findings()).toEqual([]);
  });

  it("edited, deleted and broken settings are told apart", () => {
    const { root, setUp, approve, findings } = project();
    setUp();
    approve();
    write(join(root, ".claude/settings.local.json"), '{ "model": "theirs" }');
    write(join(root, ".codex/hooks.json"), "{ broken");
    rmSync(join(root, ".opencode"), { recursive: true });
    expect(findings().map(({ agent, detail }) => `${agent}: ${detail.replaceAll(root, "")}`)).toEqual([
      "claude-code: /.claude/settings.local.json no longer holds a Whetstone hook",
      "codex: /.codex/hooks.json is not a JSON object: unexpected text in line 1, column 3; left unchanged",
      "opencode: /.opencode/plugin/whetstone.js no longer holds a Whetstone hook",
    ]);
  });

  it("hooks that Codex skips are reported", () => {
    const { root, codexHome, setUp, findings } = project();
    setUp();
    write(join(codexHome, "config.toml"), `[projects."${root}"]\ntrust_level = "trusted"\n`);
    expect(findings()).toMatchObject([
      { detail: expect.stringContaining("our hooks are not approved in Codex") },
    ]);
  });

  it("an unreadable config.toml of Codex is reported as such", () => {
    const { codexHome, setUp, findings } = project();
    setUp();
    mkdirSync(join(codexHome, "config.toml"), { recursive: true });
    expect(findings()).toMatchObject([
      { agent: "codex", detail: expect.stringMatching(/config\.toml cannot be read: it is a folder/) },
    ]);
  });
});
