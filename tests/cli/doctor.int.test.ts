import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { acceptIn } from "../support/accept.js";
import { stoppedAtEnd } from "../support/background-server.js";
import { whetstone } from "../support/child.js";
import { commandLine } from "../support/command-line.js";
import { patience, patientSettings } from "../support/patience.js";
import { recordedPayload } from "../support/recorded-payload.js";
import { tempFolder } from "../support/temp-folder.js";

interface Found {
  readonly state: string;
  readonly detail: string;
  readonly next?: string;
}

const outcome = JSON.stringify({ result: "success", durationMs: 1, errorCount: 0, retryCount: 0 });
const root = join(import.meta.dirname, "../..");

interface ProjectOptions {
  /** Leaves no file outside of the project: the environment names it then, which the server does not see. */
  readonly bare?: boolean;
  /** Commands are processes, and the server that they may start is stopped when the test ends. */
  readonly processes?: boolean;
}

/** A project in a home of its own. */
function project({ bare = false, processes = true }: ProjectOptions = {}) {
  const home = tempFolder();
  const cwd = join(home, "project");
  const data = join(home, "data");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "whetstone.json"), JSON.stringify({ project: "patient", ...patientSettings }));
  const env = { HOME: home, WHETSTONE_DATA_DIR: data, ...(bare ? { WHETSTONE_PROJECT: "patient" } : {}) };
  if (!bare) acceptIn(cwd, env);
  const call = (args: readonly string[], input = "") =>
    processes
      ? whetstone(args, { cwd, env, input })
      : commandLine(args, { cwd, env: { ...patience, ...env }, stdin: input });
  if (processes) stoppedAtEnd(env);
  const checks = async (name: string, ...args: string[]): Promise<readonly Found[]> => {
    const { stdout, stderr, code } = await call(["doctor", "--json", "--quiet", ...args]);
    expect(stderr).toBe("");
    const { checks: all, healthy } = JSON.parse(stdout);
    expect(code).toBe(healthy ? 0 : 3);
    return all.filter((each: { readonly name: string }) => each.name === name);
  };
  return {
    home,
    cwd,
    data,
    env,
    call,
    checks,
    check: async (...a: [string, ...string[]]) => (await checks(...a))[0],
  };
}

describe("doctor on broken settings and stores", () => {
  it("doctor reports a broken whetstone.json, and is content once it is corrected", async () => {
    const { cwd, check } = project({ processes: false });
    writeFileSync(join(cwd, "whetstone.json"), '{ "project": "patient", ');
    const found = await check("settings");
    expect(found).toMatchObject({ state: "problem", detail: expect.stringContaining("whetstone.json") });
    expect(found?.next).toBeTruthy();
    expect(await check("server")).toMatchObject({ state: "ok" });
    writeFileSync(join(cwd, "whetstone.json"), '{ "project": "patient" }');
    expect(await check("settings")).toBeUndefined();
    expect(await check("runtime")).toMatchObject({ state: "ok" });
  });

  it.each([
    ["an unknown setting", '{ "antiPatern": {} }', "warning", /antiPatern.*antiPatterns/],
    ["a value out of range", '{ "store": { "busyWaitMs": -1 } }', "problem", /store\.busyWaitMs/],
    ["a list", "[]", "problem", /whetstone\.json/],
  ])("doctor reports a whetstone.json that holds %s", async (_what, text, state, names) => {
    const { cwd, check } = project({ processes: false });
    writeFileSync(join(cwd, "whetstone.json"), text);
    expect(await check("settings")).toMatchObject({ state, detail: expect.stringMatching(names) });
  });

  it("doctor warns of a setting that there is not, and every command says so once on stderr", async () => {
    const { cwd, call } = project({ processes: false });
    writeFileSync(join(cwd, "whetstone.json"), '{ "project": "patient", "plan": { "lineMaxChars": 9 } }');
    const ignored = /plan\.lineMaxChars \(file .*\) is not a setting.* is ignored/;
    const doctor = await call(["doctor", "--json"]);
    const { checks: all } = JSON.parse(doctor.stdout);
    expect(all.find((each: { readonly name: string }) => each.name === "settings")).toMatchObject({
      state: "warning",
      detail: expect.stringMatching(ignored),
    });
    const status = await call(["status"]);
    expect(status).toMatchObject({ code: 0, stderr: expect.stringMatching(ignored) });
    expect(status.stderr.trim().split("\n")).toHaveLength(1);
    expect(await call(["status", "--set", "plan.lineMaxChars=9"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is not a setting"),
    });
  });

  it("doctor reports a data folder that is not an absolute path", async () => {
    const { cwd, home } = project({ processes: false });
    const env = { HOME: home, WHETSTONE_DATA_DIR: "relative" };
    const { code, stdout } = await commandLine(["doctor"], { cwd, env });
    expect(code).toBe(3);
    expect(stdout).toMatch(/problem +settings +WHETSTONE_DATA_DIR must be an absolute path/);
  });

  it("doctor reports a database that is not one, and one that is a folder", async () => {
    const { data, call, check } = project({ processes: false });
    await call(["record", "-"], outcome);
    const file = join(data, "patient/store.db");
    writeFileSync(file, "no database");
    expect(await check("store")).toMatchObject({ state: "problem" });
    rmSync(file);
    mkdirSync(file);
    expect(await check("store")).toMatchObject({ state: "problem" });
    expect(await check("data folder")).toMatchObject({ state: "problem" });
  });
});

/**
 * Runs a shell script in a mount namespace of its own: nothing of the machine is touched, and it is gone with
 * the process.
 */
function inNamespace(script: string) {
  return spawnSync("unshare", ["--map-root-user", "--mount", "sh", "-c", script], { encoding: "utf8" });
}
const mayMount = inNamespace("true").status === 0;
const doctorIn = (cwd: string, env: Readonly<Record<string, string>>) => {
  const variables = Object.entries(env).map(([name, value]) => `${name}="${value}"`);
  return `cd "${cwd}" && env -i PATH="$PATH" ${variables.join(" ")} "${process.execPath}" "${root}/dist/cli/main.cjs" doctor --json`;
};

describe("doctor on a store that cannot be written", () => {
  it("doctor names a file that is in the way of the folder, and recording works once it is moved away", async () => {
    const { data, call, check } = project({ bare: true });
    writeFileSync(data, "in the way");
    expect(await check("data folder")).toMatchObject({
      state: "problem",
      next: expect.stringMatching(/^move it away/),
    });
    expect(await check("server")).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("cannot start"),
    });
    renameSync(data, `${data}-moved`);
    expect(await call(["record", "-"], outcome)).toMatchObject({ code: 0 });
    expect(await check("data folder")).toMatchObject({ state: "ok" });
  });

  // Skipped where the kernel lets nobody make a mount namespace: root may write everywhere else.
  it.skipIf(!mayMount)("doctor names a file system that is read-only", async () => {
    const { cwd, data, env, call } = project();
    await call(["record", "-"], outcome);
    const mount = `mount --bind "${data}" "${data}" && mount -o remount,bind,ro "${data}"`;
    const { stdout } = inNamespace(`${mount} && ${doctorIn(cwd, env)}`);
    const [found] = JSON.parse(stdout).checks.filter(({ name }: { name: string }) => name === "data folder");
    expect(found).toMatchObject({ state: "problem", detail: expect.stringContaining("cannot be written") });
    expect(found.next).toContain("set store.folder or WHETSTONE_DATA_DIR to a folder you can write");
  });

  it.skipIf(!mayMount)("doctor names a disk that is full, and one that is nearly full", async () => {
    const { cwd, data, env } = project({ bare: true });
    mkdirSync(join(data, "patient"), { recursive: true });
    const look = (fill: string) => {
      const mount = `mount -t tmpfs -o size=1m tmpfs "${data}" && mkdir "${data}/patient"`;
      const { stdout } = inNamespace(`${mount} && { ${fill}; } 2>/dev/null; ${doctorIn(cwd, env)}`);
      return JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === "data folder");
    };
    expect(look(`cat /dev/zero > "${data}/filler"`)).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("the disk is full"),
      next: expect.stringMatching(/^free some space/),
    });
    expect(look("true")).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("MB left on its disk"),
    });
  });
});

describe("doctor on coding agents", () => {
  it("doctor reports silent hooks until the agent calls, and a missing program until init is run again", async () => {
    const { cwd, env, call, check, checks } = project();
    await call(["init", "--claude-code", "--no-mcp", "--yes"]);
    expect(await check("agents")).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("has not called since it was set up"),
    });
    expect(await check("agent settings")).toMatchObject({ state: "ok" });
    const payload = JSON.stringify(recordedPayload("claude-code", "stop-failure", cwd));
    await whetstone(["hook", "claude-code", "--budget", "600000"], { cwd, env, input: payload });
    expect(await check("agents")).toMatchObject({
      state: "ok",
      detail: expect.stringMatching(/^claude-code called /),
    });
    const settings = join(cwd, ".claude/settings.local.json");
    writeFileSync(
      settings,
      readFileSync(settings, "utf8").replaceAll(`${root}/dist`, `${root}/no-longer-here`),
    );
    expect(await checks("agent settings")).toMatchObject([
      { state: "warning", detail: expect.stringContaining("which does not exist") },
    ]);
    await call(["init", "--claude-code", "--no-mcp", "--yes"]);
    expect(await check("agent settings")).toMatchObject({ state: "ok" });
  });

  it("doctor reports a damaged record of what init did", async () => {
    const { cwd, call, check } = project();
    await call(["init", "--claude-code", "--no-mcp", "--yes"]);
    const note = join(cwd, ".whetstone/installed.json");
    writeFileSync(note, readFileSync(note, "utf8").slice(0, 40));
    expect(await check("agent settings")).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("installed.json is damaged"),
      next: expect.stringContaining("delete the file"),
    });
  });

  it("doctor reads in Codex's settings whether the hooks were approved", async () => {
    const { cwd, home, call, check } = project();
    await call(["init", "--codex", "--no-mcp", "--yes"]);
    expect(await check("agent settings")).toMatchObject({
      detail: expect.stringContaining("does not trust"),
    });
    mkdirSync(join(home, ".codex"));
    const trusted = `[projects."${cwd}"]\ntrust_level = "trusted"\n`;
    writeFileSync(join(home, ".codex/config.toml"), trusted);
    expect(await check("agent settings")).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("hooks are not approved in Codex"),
      next: expect.stringContaining("/hooks"),
    });
    const events = Object.keys(JSON.parse(readFileSync(join(cwd, ".codex/hooks.json"), "utf8")).hooks);
    const approvals = events.map((event) => {
      const name = event.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
      return `\n[hooks.state."${cwd}/.codex/hooks.json:${name}:0:0"]\ntrusted_hash = "sha256:1"\n`;
    });
    writeFileSync(join(home, ".codex/config.toml"), trusted + approvals.join(""));
    expect(await check("agent settings")).toMatchObject({ state: "ok" });
  });
});

describe("doctor --server", () => {
  it("doctor --server starts a server and calls it", async () => {
    const { check, call } = project();
    expect(await check("server")).toMatchObject({ state: "ok", detail: "not running, starts on demand" });
    expect(await check("server", "--server")).toMatchObject({
      state: "ok",
      detail: expect.stringContaining("answered"),
    });
    expect(JSON.parse((await call(["serve", "--status", "--json"])).stdout)).toMatchObject({ running: true });
  });

  it("doctor --server says why the server cannot start, and that it can once that is mended", async () => {
    const { data, check } = project();
    mkdirSync(join(data, ".server/server.token"), { recursive: true });
    expect(await check("server", "--server")).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("it cannot start: "),
      next: expect.stringContaining("whetstone serve"),
    });
    expect(existsSync(join(data, ".server/server.failed.json"))).toBe(true);
    expect(await check("server")).toMatchObject({ detail: expect.stringContaining("the last start failed") });
    rmSync(join(data, ".server/server.token"), { recursive: true });
    expect(await check("server", "--server")).toMatchObject({ state: "ok" });
    expect(await check("server")).toMatchObject({ state: "ok" });
  });
});
