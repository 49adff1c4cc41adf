import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { isProcess } from "../../src/surfaces/server/server-files.js";
import { gone, userInTemp } from "../support/background-server.js";
import { whetstone } from "../support/child.js";
import { outcome } from "../support/whetstone.js";

const root = join(import.meta.dirname, "../..");

/** The command line as another version, where it finds the native module. */
async function builtAs(version: string): Promise<string> {
  const outdir = join(root, "node_modules/.cache", `whetstone-test-${process.pid}-${version}`);
  onTestFinished(() => rmSync(outdir, { recursive: true, force: true }));
  const script: { bundleCommandLine(outdir: string, shared: object): Promise<unknown> } = await import(
    pathToFileURL(join(root, "scripts/bundle-command-line.mjs")).href
  );
  await script.bundleCommandLine(outdir, {
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node20.19",
    define: { __VERSION__: JSON.stringify(version) },
    logLevel: "error",
  });
  return join(outdir, "main.cjs");
}

describe("the server in the background", () => {
  it("the first call starts the server, and ten calls at once start one", async () => {
    const { call, state, places } = userInTemp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => call("record", outcome())));
    expect(answers.map((answer) => answer?.status)).toEqual(Array(10).fill(200));
    const first = state();
    expect(await call("status")).toMatchObject({ body: { outcomes: { success: 10 } } });
    expect(state()).toEqual(first);
    expect(statSync(places.token).mode & 0o777).toBe(0o600);
    expect(statSync(places.folder).mode & 0o777).toBe(0o700);
  });

  it.skipIf(process.platform === "win32")(
    "the server keeps no descriptor of the shell that started it",
    async () => {
      const { command, env, home, state } = userInTemp();
      const [program = "", cli = ""] = command;
      const descriptors = [...Array<"ignore">(63).fill("ignore"), "pipe" as const];
      const child = spawn(program, [cli, "init", "--codex", "--yes", "--no-mcp"], {
        env,
        cwd: home,
        stdio: descriptors,
      });
      const pipe = (child.stdio as readonly unknown[])[63] as Readable;
      pipe.resume();
      await Promise.all([once(child, "exit"), once(pipe, "end")]);
      // With the pipe in its hands, the server would have been gone before the pipe ended.
      expect(isProcess(state()?.pid ?? -1)).toBe(true);
    },
  );

  it("of ten servers that start at once one stays, and the others end quietly", async () => {
    const { command, env, home, state } = userInTemp();
    const [program = "", cli = ""] = command;
    const starts = Array.from({ length: 10 }, () => {
      const child = spawn(program, [cli, "serve", "--background"], { env, cwd: home });
      onTestFinished(() => void child.kill("SIGKILL"));
      let said = "";
      child.stdout.on("data", (chunk) => (said += chunk));
      child.stderr.on("data", (chunk) => (said += chunk));
      return { child, ended: once(child, "close").then(([code]) => ({ code, said })) };
    });
    const losers = await new Promise<{ code: number; said: string }[]>((resolve) => {
      const ended: { code: number; said: string }[] = [];
      for (const start of starts)
        start.ended.then((end) => (ended.push(end) === 9 ? resolve(ended) : undefined));
    });
    expect(losers).toEqual(Array(9).fill({ code: 0, said: "" }));
    const running = starts.filter(({ child }) => child.exitCode === null && child.signalCode === null);
    expect(running.map(({ child }) => child.pid)).toEqual([state()?.pid]);
  });

  it("after a kill the next call starts the server again, with everything that was acknowledged", async () => {
    const { call, state } = userInTemp();
    await call("record", outcome());
    const killed = state();
    process.kill(killed?.pid ?? 0, "SIGKILL");
    await gone(killed);
    expect(await call("status")).toMatchObject({ status: 200, body: { outcomes: { success: 1 } } });
    expect(state()?.pid).not.toBe(killed?.pid);
    expect(state()?.port).toBe(killed?.port);
  });

  it("an idle server leaves, and takes its file with it", async () => {
    const { call, state } = userInTemp({ WHETSTONE_SERVER_IDLE_MS: "1000" });
    expect(await call("status")).toMatchObject({ status: 200 });
    // Under load it may have left already.
    await gone(state());
    expect(state()).toBeUndefined();
    expect(await call("status")).toMatchObject({ status: 200 });
  });

  it("a server whose folder was deleted leaves, as nobody would find it any more", async () => {
    const { call, state, places } = userInTemp();
    await call("status");
    const deserted = state();
    rmSync(places.folder, { recursive: true });
    await gone(deserted);
    expect(await call("status")).toMatchObject({ status: 200 });
    expect(state()?.pid).not.toBe(deserted?.pid);
  });

  it("the server gives way to a newer version at the same port, and not to an older one", async () => {
    const { call, state, root: folder, env, dist } = userInTemp({}, await builtAs("0.0.1"));
    const newer = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
    await call("record", outcome(), "0.0.1");
    const first = state();
    expect(first?.version).toBe("0.0.1");
    const { callServer } = await import("../../src/surfaces/server/client.js");
    const command = [process.execPath, join(dist, "cli/main.cjs")];
    const options = { budgetMs: 60_000, env, version: newer, command };
    expect(await callServer("status", { root: folder }, options)).toMatchObject({
      body: { outcomes: { success: 1 } },
    });
    const second = state();
    expect(second).toMatchObject({ version: newer, port: first?.port });
    expect(await call("status", {}, "0.0.1")).toMatchObject({ status: 200 });
    expect(state()).toEqual(second);
  });

  it("doctor says why the server cannot start", async () => {
    const { env, root: folder, places } = userInTemp();
    mkdirSync(places.folder, { recursive: true });
    mkdirSync(places.token);
    const start = await whetstone(["serve", "--background"], { cwd: folder, env });
    expect(start.code).toBe(3);
    const { stdout, code } = await whetstone(["doctor", "--json"], { cwd: folder, env });
    const check = JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === "server");
    expect({ code, check }).toMatchObject({
      code: 3,
      check: { state: "problem", detail: expect.stringContaining("last start failed") },
    });
    rmSync(places.token, { recursive: true });
  });
});

describe("the hook program", () => {
  const hook = join(root, "dist/hook.cjs");
  const run = (env: NodeJS.ProcessEnv, args: readonly string[], input: string) =>
    spawnSync(process.execPath, [hook, ...args], { env, input, encoding: "utf8" });

  it("the hook program starts the server, and never fails the agent", () => {
    const { env, state } = userInTemp();
    expect(run(env, ["no-such-host", "60000"], "{}")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(state()).toBeDefined();
    for (const input of ["", "{", "null", "[]", "x".repeat(3_000_000)])
      expect(run(env, ["claude-code"], input)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });

  it("the hook program gives up where the server cannot come up", () => {
    const { env, places } = userInTemp();
    mkdirSync(places.folder, { recursive: true });
    mkdirSync(places.token);
    expect(run(env, ["claude-code", "60000"], "{}")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(readFileSync(places.lost, "utf8")).toContain("the server could not start");
    rmSync(places.token, { recursive: true });
  });

  it("the hook program does nothing in a folder that it may not write", () => {
    const { home } = userInTemp();
    writeFileSync(join(home, "file"), "");
    const env = { PATH: process.env.PATH, HOME: join(home, "file") };
    expect(run(env, ["claude-code", "200"], "{}")).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });
});

describe("whetstone serve", () => {
  it("serve says where it listens and where the token is, and ends cleanly on Ctrl-C", async () => {
    const { command, env, home, places, state } = userInTemp();
    const [program = "", cli = ""] = command;
    const child = spawn(program, [cli, "serve", "--port", "0"], { env, cwd: home });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [first] = (await once(child.stdout, "data")) as [Buffer];
    expect(String(first)).toContain(`Listening at http://127.0.0.1:${state()?.port}`);
    expect(String(first)).toContain(`The token is in ${places.token}`);
    const second = await whetstone(["serve"], { cwd: home, env });
    expect(second).toMatchObject({ code: 2, stderr: expect.stringContaining("a server runs already") });
    const status = await whetstone(["serve", "--status", "--json"], { cwd: home, env });
    expect(JSON.parse(status.stdout)).toMatchObject({ running: true, pid: child.pid, token: places.token });
    child.kill("SIGINT");
    const [code] = await once(child, "close");
    expect({ code, state: state() }).toEqual({ code: 0, state: undefined });
  });

  it("serve --stop stops the server that runs", async () => {
    const { call, env, home, state } = userInTemp();
    await call("status");
    const pid = state()?.pid;
    const stopped = await whetstone(["serve", "--stop"], { cwd: home, env });
    expect(stopped).toMatchObject({ code: 0, stdout: `Stopped process ${pid}.\n` });
    expect((await whetstone(["serve", "--stop"], { cwd: home, env })).stdout).toBe("No server is running.\n");
    const { stdout } = await whetstone(["serve", "--status"], { cwd: home, env });
    expect(stdout).toBe("No server is running; a hook starts one when it needs it.\n");
  });

  it.each([
    ["--port", "http"],
    ["--port", "70000"],
    ["--idle", "-1"],
  ])("serve refuses %s %s", async (option, value) => {
    const { env, home } = userInTemp();
    expect((await whetstone(["serve", `${option}=${value}`], { cwd: home, env })).code).toBe(2);
  });

  it("the server makes way for a restore, so that nothing is written into the old files", async () => {
    const { call, env, root: folder, state } = userInTemp();
    await call("record", outcome());
    const copied = await call("back-up");
    const { backup } = (copied?.body ?? {}) as { backup: string };
    await call("record", outcome());
    const restored = await whetstone(["doctor", "--restore", backup, "--yes"], { cwd: folder, env });
    expect({ code: restored.code, state: state() }).toEqual({ code: 0, state: undefined });
    expect(await call("status")).toMatchObject({ body: { outcomes: { success: 1 } } });
  });
});
