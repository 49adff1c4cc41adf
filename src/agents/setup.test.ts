import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordedPayload } from "../../tests/support/recorded-payload.js";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { openInTemp } from "../../tests/support/whetstone.js";
import { readInstalled } from "../base/project/installed.js";
import { loadSetups } from "./agent.js";
import { agents } from "./agents.js";
import { withHooks, withoutHooks } from "./setup/hooks-file.js";
import { install, uninstall } from "./setup/install.js";
import { planRemoval, planSetup } from "./setup/plan-setup.js";

const setups = await loadSetups(agents);
const withRecordings = setups.filter(({ name }) => name === "claude-code" || name === "codex");

/** A project with nothing in it, and what `init` and `uninstall` do there. */
function project(root = tempFolder(), dist = "/opt/whetstone/dist") {
  const mcp = {
    words: ["node", `${dist}/cli/main.cjs`, "mcp", "--name", "whetstone"],
    portable: false,
  } as const;
  const place = { root, dist, hasProgram: () => true, mcp };
  const folder = join(root, ".whetstone");
  return {
    root,
    place,
    plan: () => planSetup(setups, place),
    init: (now = "2026-11-15T00:00:00.000Z") =>
      install(planSetup(setups, place), setups, place, { folder, now }),
    uninstall: () => uninstall(planRemoval(setups, place, readInstalled(folder)), setups, folder),
  };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const claudeFile = ".claude/settings.local.json";

describe("init", () => {
  it("init lets Claude Code wait one second at most for a post: a server that hangs delays every tool call", () => {
    const { root, place } = project();
    const http = () => ({ url: "http://127.0.0.1:20001/v1/hooks/claude-code?root=x", authorization: "k" });
    const claude = setups.filter(({ name }) => name === "claude-code");
    install(planSetup(claude, { ...place, http }), claude, place, { folder: join(root, "w"), now: "" });
    const { hooks } = JSON.parse(readFileSync(join(root, claudeFile), "utf8"));
    expect(hooks.PreToolUse[0].hooks[0]).toMatchObject({ type: "http", timeout: 1 });
  });

  it("init lets a program look after the server when Claude Code posts, after each batch and without waiting", () => {
    const { root, place } = project();
    const http = () => ({ url: "http://127.0.0.1:20001/v1/hooks/claude-code?root=x", authorization: "k" });
    const claude = setups.filter(({ name }) => name === "claude-code");
    install(planSetup(claude, { ...place, http }), claude, place, { folder: join(root, "w"), now: "" });
    const { hooks } = JSON.parse(readFileSync(join(root, claudeFile), "utf8"));
    const command = 'node "/opt/whetstone/dist/hook.cjs" claude-code';
    expect(hooks.PostToolBatch).toEqual([
      { hooks: [{ type: "command", command, timeout: 10, async: true }] },
    ]);
  });

  const slashFiles = (file: (name: string) => string) => ["status", "report", "today"].map(file);

  it("init writes hooks, commands and servers, and nothing the second time", () => {
    const { root, plan, init } = project();
    expect(plan().map(({ path }) => path.slice(root.length + 1))).toEqual([
      claudeFile,
      ...slashFiles((name) => `.claude/commands/whetstone/${name}.md`),
      ".mcp.json",
      ".codex/hooks.json",
      ".codex/config.toml",
      ".opencode/plugin/whetstone.js",
      ...slashFiles((name) => `.opencode/command/whetstone-${name}.md`),
      "opencode.json",
      ".gemini/settings.json",
      ...slashFiles((name) => `.gemini/commands/whetstone/${name}.toml`),
      ".github/hooks/whetstone.json",
      ".cursor/hooks.json",
      ".cursor/mcp.json",
    ]);
    init();
    expect(plan()).toEqual([]);
  });

  it("init keeps every other setting and hook", () => {
    const { root, init } = project();
    const theirs = { type: "command", command: "node ./hook.cjs claude-code" };
    const settings = {
      permissions: { allow: ["Bash"] },
      hooks: { Stop: [{ matcher: "x", hooks: [theirs] }], Own: 1 },
    };
    write(join(root, claudeFile), JSON.stringify(settings));
    init();
    const after = JSON.parse(readFileSync(join(root, claudeFile), "utf8"));
    expect(after).toMatchObject({ permissions: settings.permissions, hooks: { Own: 1 } });
    expect(after.hooks.Stop[0]).toEqual({ matcher: "x", hooks: [theirs] });
    expect(after.hooks.Stop).toHaveLength(2);
  });

  it("init writes commands in the shape and the unit that each agent reads", () => {
    const { root, init } = project();
    init();
    const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
    const command = (rest: string) => `node "/opt/whetstone/dist/hook.cjs" ${rest}`;
    expect(read(".gemini/settings.json").hooks.BeforeTool).toEqual([
      { hooks: [{ type: "command", command: command("gemini"), timeout: 10_000 }] },
    ]);
    const { SessionEnd, Stop } = read(".codex/hooks.json").hooks;
    expect([SessionEnd[0].hooks[0].timeout, Stop[0].hooks[0].timeout]).toEqual([3, 10]);
    expect(read(".cursor/hooks.json")).toMatchObject({
      version: 1,
      hooks: { preToolUse: [{ command: command("cursor"), timeout: 10 }] },
    });
  });

  it("init keeps a person's hooks in Cursor's file, whose commands are not in groups", () => {
    const { root, init, uninstall: undo } = project();
    const theirs = { version: 2, hooks: { stop: [{ command: "./audit.sh", loop_limit: 3 }] } };
    write(join(root, ".cursor/hooks.json"), JSON.stringify(theirs));
    init();
    const changed = JSON.parse(readFileSync(join(root, ".cursor/hooks.json"), "utf8"));
    expect(changed.hooks.stop).toEqual([theirs.hooks.stop[0], expect.objectContaining({ timeout: 10 })]);
    writeFileSync(join(root, ".cursor/hooks.json"), JSON.stringify(changed));
    undo();
    expect(JSON.parse(readFileSync(join(root, ".cursor/hooks.json"), "utf8"))).toEqual(theirs);
  });

  it("init replaces the hooks of an older installation", () => {
    const { root, init } = project();
    init();
    const moved = project(root, "/usr/lib/node_modules/whetstone/dist");
    moved.init();
    const text = readFileSync(join(root, claudeFile), "utf8");
    expect(text).not.toContain("/opt/whetstone");
    moved.uninstall();
    expect(readdirSync(root)).toEqual([".whetstone"]);
  });

  it("init refuses a file that uninstall could not restore, and says where it is not JSON", () => {
    const { root, plan } = project();
    write(join(root, claudeFile), '{\n  "a": 1,\n  broken\n}');
    expect(plan).toThrow(/is not a JSON object: unexpected text in line 3, column 3; left unchanged/);
    writeFileSync(join(root, claudeFile), Buffer.from([0x22, 0xff, 0x22]));
    expect(plan).toThrow(/is not UTF-8 text; left unchanged/);
  });

  it("comments, trailing commas and a byte order mark in a settings file stay", () => {
    const { root, init, uninstall } = project();
    const [claude, gemini] = [join(root, claudeFile), join(root, ".gemini/settings.json")];
    const before = '{ // mine\n  "model": "opus", /* why */\n  "hooks": { "Stop": [], }, // none\n}\n';
    write(claude, before);
    write(gemini, '\uFEFF{ "theme": "dark" }\n');
    init();
    const written = readFileSync(claude, "utf8");
    for (const comment of ["// mine", "/* why */", "// none"]) expect(written).toContain(comment);
    expect(written).toContain("SessionStart");
    expect(readFileSync(gemini, "utf8").startsWith('\uFEFF{ "theme": "dark"')).toBe(true);
    writeFileSync(claude, written.replace("opus", "sonnet"));
    uninstall();
    const left = readFileSync(claude, "utf8");
    expect(left).toContain("// mine");
    expect(left).toContain("/* why */");
    expect(left).not.toContain("whetstone");
    expect(readFileSync(gemini, "utf8")).toBe('\uFEFF{ "theme": "dark" }\n');
  });

  it("init refuses a file with comments in the list that it would write anew", () => {
    const { root, plan } = project();
    write(join(root, claudeFile), '{ "hooks": { "Stop": [ // mine\n ] } }');
    expect(plan).toThrow(/has comments in its hooks, which a change there would lose; left unchanged/);
  });
});

describe("the probe of init", () => {
  it.each(withRecordings)("the probe of init has the fields that $title sends", ({ name, probe }) => {
    const { root, init, place } = project();
    init();
    const question = probe?.(place, root, "session-1");
    expect(question?.command).toEqual([expect.stringContaining(`hook.cjs" ${name} 4000`)]);
    const recorded = recordedPayload(name, "session-start", root);
    expect(Object.keys(JSON.parse(question?.input ?? "{}")).sort()).toEqual(Object.keys(recorded).sort());
  });

  it("there is no probe where the hook was removed", () => {
    const { root, init, place } = project();
    init();
    writeFileSync(
      join(root, claudeFile),
      '{"hooks":{"SessionStart":[{"hooks":[{"command":"echo theirs"}]}]}}',
    );
    expect(withRecordings[0]?.probe?.(place, root, "session-1")).toBeUndefined();
  });
});

describe("uninstall", () => {
  it.each(["{}", '{\n\t"a": 1\n}', "  {}\r\n", "", '{"hooks":{"Stop":[]}}', '{"a":"\u2028\u00e9"}'])(
    "uninstall restores %j byte for byte",
    (text) => {
      const { root, init, uninstall: undo } = project();
      write(join(root, claudeFile), text);
      init();
      expect(readFileSync(join(root, claudeFile), "utf8")).not.toBe(text);
      undo();
      expect(readFileSync(join(root, claudeFile), "utf8")).toBe(text);
    },
  );

  it("uninstall removes what init created, and keeps folders that existed", () => {
    const { root, init, uninstall: undo } = project();
    mkdirSync(join(root, ".claude"));
    init();
    undo();
    expect(readdirSync(root).sort()).toEqual([".claude", ".whetstone"]);
    expect(readInstalled(join(root, ".whetstone"))).toEqual([]);
  });

  it("uninstall removes only Whetstone's entries from a file that was edited since", () => {
    const { root, init, uninstall: undo } = project();
    init();
    const file = join(root, claudeFile);
    const changed = { ...JSON.parse(readFileSync(file, "utf8")), model: "their choice" };
    writeFileSync(file, JSON.stringify(changed));
    undo();
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ model: "their choice" });
  });

  it("init and uninstall leave a person's own formatting alone", () => {
    const { root, init, uninstall: undo } = project();
    const file = join(root, claudeFile);
    const theirs = '{ "permissions": {"allow":["Bash"]},\n     "hooks" : { "Own":[ ] } }';
    write(file, theirs);
    init();
    expect(readFileSync(file, "utf8")).toContain(
      '{ "permissions": {"allow":["Bash"]},\n     "hooks" : { "Own":[ ]',
    );
    write(file, readFileSync(file, "utf8").replace('["Bash"]', '[ "Bash","Read" ]'));
    undo();
    expect(readFileSync(file, "utf8")).toBe(theirs.replace('["Bash"]', '[ "Bash","Read" ]'));
  });

  it("uninstall works without the note of what was there", () => {
    const { root, init, uninstall: undo } = project();
    write(join(root, claudeFile), '{\n  "model": "theirs"\n}\n');
    init();
    writeFileSync(join(root, ".whetstone/installed.json"), "damaged");
    undo();
    expect(readFileSync(join(root, claudeFile), "utf8")).toBe('{\n  "model": "theirs"\n}\n');
  });

  it("init and uninstall are refused while the note cannot be read: they would replace it", () => {
    const { root, init, uninstall: undo } = project();
    init();
    const note = join(root, ".whetstone/installed.json");
    rmSync(note);
    mkdirSync(note);
    const settings = readFileSync(join(root, claudeFile), "utf8");
    expect(undo).toThrow(/installed\.json cannot be read/);
    expect(() => project(root, "/elsewhere/dist").init()).toThrow(/installed\.json cannot be read/);
    expect(readFileSync(join(root, claudeFile), "utf8")).toBe(settings);
  });

  it("init and uninstall keep links and file modes", () => {
    const { root, init, uninstall: undo } = project();
    const real = join(root, "dotfiles.json");
    writeFileSync(real, "{}");
    chmodSync(real, 0o600);
    mkdirSync(join(root, ".claude"));
    symlinkSync(real, join(root, claudeFile));
    init();
    undo();
    expect(lstatSync(join(root, claudeFile)).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o600);
    expect(readFileSync(real, "utf8")).toBe("{}");
  });
});

describe("hooks in a file", () => {
  const hook = { type: "command" as const, command: "ours", timeout: 10 };
  const isOurs = (command: string) => command === "ours";
  const group = fc.record({
    hooks: fc.array(fc.record({ type: fc.constant("command"), command: fc.string() }), { minLength: 1 }),
  });
  const settings = fc
    .dictionary(fc.string(), fc.jsonValue())
    .chain((other) =>
      fc
        .dictionary(fc.constantFrom("Stop", "Start"), fc.array(group, { minLength: 1 }), { minKeys: 1 })
        .map((hooks) => ({ ...other, hooks })),
    );

  it("hooks go in and out of any settings without a trace", () => {
    fc.assert(
      fc.property(settings, (before) => {
        const text = JSON.stringify(before, null, 2);
        const added = withHooks("f", text, { Stop: hook, End: hook }, isOurs);
        expect(withHooks("f", added, { Stop: hook, End: hook }, isOurs)).toBe(added);
        expect(withoutHooks("f", added, isOurs)).toBe(text);
      }),
    );
  });

  it("hooks without groups go in and out of a file without a trace", () => {
    const entry = fc.record({ command: fc.string().filter((command) => command !== "ours") });
    const events = fc.dictionary(fc.constantFrom("Stop", "Start"), fc.array(entry, { minLength: 1 }), {
      minKeys: 1,
    });
    fc.assert(
      fc.property(events, (hooks) => {
        const text = JSON.stringify({ version: 1, hooks }, null, 2);
        const shape = { flat: true, settings: { version: 1 } };
        const added = withHooks("f", text, { Stop: hook, End: hook }, isOurs, shape);
        expect(JSON.parse(added).hooks.End).toEqual([hook]);
        expect(withHooks("f", added, { Stop: hook, End: hook }, isOurs, shape)).toBe(added);
        expect(withoutHooks("f", added, isOurs)).toBe(text);
      }),
    );
  });
});

describe("doctor", () => {
  it("doctor warns of installed hooks that never called, until they call", async () => {
    const ws = await openInTemp({ clock: () => Date.parse("2026-11-16T00:00:00.000Z") });
    project(ws.folder).init();
    const agents = async () => (await ws.doctor()).checks.find(({ name }) => name === "agents");
    expect(await agents()).toMatchObject({ state: "warning", next: expect.stringContaining("/hooks") });
    for (const host of ["claude-code", "codex", "opencode", "gemini", "copilot", "cursor"]) ws.noteCall(host);
    expect(await agents()).toMatchObject({ state: "ok" });
    project(ws.folder, "/elsewhere/dist").init("2026-11-17T00:00:00.000Z");
    expect(await agents()).toMatchObject({ state: "warning" });
  });

  it("doctor reports an unreadable note of init, and status still answers", async () => {
    const ws = await openInTemp();
    mkdirSync(join(ws.folder, ".whetstone/installed.json"), { recursive: true });
    expect((await ws.doctor()).checks.find(({ name }) => name === "agents")).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("installed.json cannot be read"),
    });
    expect(await ws.status()).toMatchObject({ hosts: [] });
  });

  it("doctor says that no agent is set up where init was not used", async () => {
    const ws = await openInTemp();
    expect(existsSync(join(ws.folder, ".whetstone/installed.json"))).toBe(false);
    const agents = (await ws.doctor()).checks.find(({ name }) => name === "agents");
    expect(agents).toMatchObject({ state: "ok", detail: expect.stringContaining("none set up here") });
  });
});
