import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { hookUrl, httpHooksIn } from "../../base/project/http-hooks.js";
import { readInstalled } from "../../base/project/installed.js";
import { loadSetups } from "../agent.js";
import { install, uninstall } from "../setup/install.js";
import { planRemoval, planSetup } from "../setup/plan-setup.js";
import { keyWarnings } from "../setup/setup-place.js";
import { claudeCode } from "./agent.js";

const setups = await loadSetups([claudeCode]);

function project(root = tempFolder()) {
  const file = join(root, ".claude/settings.local.json");
  const folder = join(root, ".whetstone");
  const at = (port: number | undefined) => ({
    root,
    dist: "/opt/whetstone/dist",
    hasProgram: () => true,
    ...(port === undefined
      ? {}
      : {
          http: (host: string) => ({ url: hookUrl(port, host, root), authorization: `Bearer key-${port}` }),
        }),
  });
  const init = (port?: number) =>
    install(planSetup(setups, at(port)), setups, at(port), { folder, now: "2026-11-15T00:00:00.000Z" });
  return {
    root,
    file,
    init,
    plan: (port?: number) => planSetup(setups, at(port)),
    undo: () => uninstall(planRemoval(setups, at(undefined), readInstalled(folder)), setups, folder),
    typesOf: () => {
      const { hooks } = JSON.parse(readFileSync(file, "utf8")) as {
        hooks: Record<string, { hooks: [Hook] }[]>;
      };
      return Object.fromEntries(
        Object.entries(hooks).map(([event, groups]) => [event, groups[0]?.hooks[0].type]),
      );
    },
    mode: (path = file) => statSync(path).mode & 0o777,
  };
}

interface Hook {
  readonly type: string;
}

describe("Claude Code with an address", () => {
  it("Claude Code posts the events of tool calls, and starts a program for the others", () => {
    const { file, root, init, typesOf } = project();
    init(20_001);
    expect(typesOf()).toMatchObject({ PreToolUse: "http", PostToolUse: "http", PostToolUseFailure: "http" });
    expect(typesOf()).toMatchObject({
      SessionStart: "command",
      UserPromptSubmit: "command",
      Stop: "command",
      PostToolBatch: "command",
    });
    expect(httpHooksIn(file)).toEqual(
      Array(3).fill({ url: hookUrl(20_001, "claude-code", root), authorization: "Bearer key-20001" }),
    );
  });

  it("init rewrites the hooks only when the address changes", () => {
    const { file, init, plan, typesOf } = project();
    init(20_001);
    expect(plan(20_001)).toEqual([]);
    init(20_002);
    expect(httpHooksIn(file).map(({ authorization }) => authorization)).toEqual(
      Array(3).fill("Bearer key-20002"),
    );
    init();
    expect(typesOf()).toMatchObject({ PreToolUse: "command" });
    expect(httpHooksIn(file)).toEqual([]);
  });

  it("uninstall removes commands and posts without a trace", () => {
    const { file, init, undo } = project();
    const theirs =
      '{\n  "hooks": {\n    "PreToolUse": [{ "hooks": [{ "type": "http", "url": "http://x/" }] }]\n  }\n}';
    for (const port of [20_001, undefined]) {
      mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(file, theirs);
      init(port);
      undo();
      expect(readFileSync(file, "utf8")).toBe(theirs);
    }
  });
});

describe("a file with a key", () => {
  it("a file with a key, and the note about it, are readable by their owner alone", () => {
    const { root, init, mode } = project();
    init(20_001);
    expect([mode(), mode(join(root, ".whetstone/installed.json"))]).toEqual([0o600, 0o600]);
  });

  it("an existing file keeps its mode, and a warning names it", () => {
    const { root, file, init, mode } = project();
    mkdirSync(join(root, ".claude"));
    writeFileSync(file, "{}");
    chmodSync(file, 0o644);
    init(20_001);
    expect(mode()).toBe(0o644);
    expect(keyWarnings(file, root)).toEqual([
      expect.stringContaining("chmod 600 .claude/settings.local.json"),
    ]);
    chmodSync(file, 0o600);
    expect(keyWarnings(file, root)).toEqual([]);
  });

  it("a file with a key that git does not ignore causes a warning", () => {
    const { root, file, init } = project();
    spawnSync("git", ["init", "-q", root]);
    init(20_001);
    expect(keyWarnings(file, root)).toEqual([expect.stringContaining("add it to .gitignore")]);
    writeFileSync(join(root, ".gitignore"), "*.local.json\n");
    expect(keyWarnings(file, root)).toEqual([]);
  });
});
