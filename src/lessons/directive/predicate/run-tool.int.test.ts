import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { check } from "../../../../tests/support/check.js";
import { tempFolder } from "../../../../tests/support/temp-folder.js";
import { AllowedCommands } from "./allowed-commands.js";

/** A project, and a folder of programs outside of it. */
function workplace(programs: Readonly<Record<string, string>> = {}) {
  const folder = tempFolder();
  const root = join(folder, "project");
  const bin = join(folder, "bin");
  mkdirSync(root);
  mkdirSync(bin);
  for (const [name, script] of Object.entries(programs)) program(join(bin, name), script);
  return { root, bin, folder, env: { PATH: [bin, process.env.PATH].join(delimiter) } };
}

function program(file: string, script: string): void {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

/** A process that has ended may still wait for its parent to notice. */
async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    try {
      process.kill(pid, 0);
      if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))) return true;
    } catch (error) {
      return ["ESRCH", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "");
    }
    await pause(25);
  }
  return false;
}

/** Waits for the id of the first process that a tool notes, as long as what runs it has not ended. */
async function startedUnless(ended: Promise<unknown>, root: string): Promise<void> {
  const end = ended.then((how) => {
    throw new Error(`The tool never started: ${JSON.stringify(how)}`);
  });
  const pids = join(root, "pids");
  while (!existsSync(pids) || readFileSync(pids, "utf8") === "") await Promise.race([end, pause(10)]);
  end.catch(() => undefined);
}

function pidsIn(file: string): number[] {
  return readFileSync(file, "utf8").trim().split("\n").map(Number);
}

/**
 * Runs a tool that does not end until its time is over. On a busy machine it may be cut off before all of its
 * processes have noted their ids: then it gets more time.
 */
async function cutOff(name: string, root: string, env: Readonly<Record<string, string>>, processes: number) {
  for (let limitMs = 1_500; ; limitMs *= 4) {
    rmSync(join(root, "pids"), { force: true });
    const result = await check(`tool:${name}`, root, { env, allowed: [name], limitMs });
    const pids = existsSync(join(root, "pids")) ? pidsIn(join(root, "pids")) : [];
    if (pids.length === processes) return { result, pids, limitMs };
    expect(result.reason).toContain("longer than");
  }
}

/** A program that runs the predicate `tool:sleeper` and leaves when the file `leave` appears. */
async function bundledAsker(folder: string): Promise<string> {
  const outfile = join(folder, "asker.mjs");
  const contents = `
    import { existsSync } from "node:fs";
    import { AllowedCommands } from "./allowed-commands.ts";
    import { runPredicate } from "./run-predicate.ts";
    import { defaults } from "../../../base/config/settings.ts";
    const commands = AllowedCommands.from(["sleeper"], { from: "argument" });
    const place = { root: process.argv[2], settings: defaults.directives, commands, env: process.env };
    runPredicate({ kind: "tool", words: ["sleeper"] }, place);
    setInterval(() => existsSync(process.argv[2] + "/leave") && process.exit(7), 10);
  `;
  const stdin = { contents, resolveDir: import.meta.dirname, loader: "ts" } as const;
  await build({ stdin, outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
  return outfile;
}

it("a tool that failed is quoted with the last line of its errors, not of its output", async () => {
  const { root, env } = workplace({ loud: "echo out; echo why >&2; echo more; exit 3" });
  const result = await check("tool:loud", root, { env, allowed: ["loud"] });
  expect(result).toEqual({ passed: false, reason: "loud ended with 3: why" });
});

describe("a tool predicate", () => {
  it("a tool predicate passes when the allowed command ends with 0", async () => {
    const { root, env } = workplace({ good: "exit 0", bad: "echo two problems >&2; exit 3" });
    const allowed = ["good --all", "bad"];
    expect(await check("tool:good --all", root, { env, allowed })).toEqual({
      passed: true,
      reason: "good ended with 0",
    });
    const failing = await check("tool:bad", root, { env, allowed });
    expect(failing).toEqual({ passed: false, reason: "bad ended with 3: two problems" });
  });

  it.each([
    "tool:touch",
    "tool:touch canary canary2",
    "tool:touch other",
    "tool:touch 'canary other'",
    "tool:'touch canary'",
    "tool:TOUCH canary",
    "tool:touch canary ''",
    "tool:touch canar\u0443",
    "tool:/usr/bin/touch canary",
    "tool:./touch canary",
    "tool:sh -c 'touch canary'",
    "tool:touch ../canary",
  ])("the predicate %s is not run, as the config does not allow exactly these words", async (text) => {
    const { root, env } = workplace();
    expect((await check(text, root, { env, allowed: ["touch canary"] })).passed).toBe(false);
    expect(existsSync(join(root, "canary"))).toBe(false);
    expect((await check("tool:touch canary", root, { env, allowed: ["touch canary"] })).passed).toBe(true);
    expect(existsSync(join(root, "canary"))).toBe(true);
  });

  it.each([
    "git -c core.fsmonitor=./evil status",
    "git -p log",
    "git --exec-path=evil status",
    "./evil",
    "/bin/sh evil",
    "tar --to-command=evil -xf x",
    "cat ../secret",
    "cat /etc/passwd",
    "touch canary; touch canary",
  ])("the command '%s' is not run, although the config allows it", async (command) => {
    const { root, env } = workplace();
    program(join(root, "evil"), "touch canary");
    expect((await check(`tool:${command}`, root, { env, allowed: [command] })).passed).toBe(false);
    expect(existsSync(join(root, "canary"))).toBe(false);
  });

  it("a command that only a file of the project allows is not run", async () => {
    const commands = AllowedCommands.from(["touch canary"], { from: "file", file: "whetstone.json" });
    expect(commands.has(["touch", "canary"])).toBe(false);
    expect(commands.refused).toEqual([expect.stringContaining("WHETSTONE_DIRECTIVES_PREDICATE_COMMANDS")]);
    expect(AllowedCommands.from(["touch canary"], undefined).has(["touch", "canary"])).toBe(false);
    expect(AllowedCommands.from(["touch canary"], { from: "argument" }).has(["touch", "canary"])).toBe(true);
  });

  it("entries of the config that never run, or that run the project's code, are reported", () => {
    const { refused, warnings } = AllowedCommands.from(["git -c a=b log", "npm test", "a | b"], {
      from: "argument",
    });
    expect(refused).toEqual([expect.stringContaining("git must not"), expect.stringContaining("no shell")]);
    expect(warnings).toEqual([expect.stringContaining("npm runs code of the project")]);
  });

  it("a program inside the project is not run, however PATH leads there", async () => {
    const { root, bin, folder } = workplace();
    program(join(root, "node_modules/.bin/lint"), "touch canary");
    program(join(root, "lint"), "touch canary");
    symlinkSync(join(root, "node_modules/.bin"), join(folder, "link"));
    symlinkSync(join(root, "lint"), join(bin, "lint"));
    const paths = [
      join(root, "node_modules/.bin"),
      root,
      ".",
      "",
      join(folder, "link"),
      bin,
      "node_modules/.bin",
    ];
    const result = await check("tool:lint", root, {
      env: { PATH: paths.join(delimiter) },
      allowed: ["lint"],
    });
    expect(result).toMatchObject({ passed: false, reason: expect.stringContaining("not on the PATH") });
    expect(existsSync(join(root, "canary"))).toBe(false);
  });

  it("an argument that is a link out of the project is refused", async () => {
    const { root, folder, env } = workplace();
    writeFileSync(join(folder, "secret"), "");
    symlinkSync(join(folder, "secret"), join(root, "link"));
    symlinkSync(folder, join(root, "dir"));
    symlinkSync("circle", join(root, "circle"));
    symlinkSync("/nowhere/at/all", join(root, "dangling"));
    for (const word of ["link", "dir/secret", "circle", "dangling", "--file=link"]) {
      const result = await check(`tool:cat ${word}`, root, { env, allowed: [`cat ${word}`] });
      expect(result).toMatchObject({ passed: false, reason: expect.stringContaining("leads out") });
    }
  });

  it("a tool gets PATH as its only variable, no input, and the project's folder", async () => {
    const { root, env } = workplace({ look: "env > seen.txt; cat > input.txt; pwd > place.txt" });
    const secrets = {
      ...env,
      SECRET_TOKEN: "s3cret",
      HOME: "/home/someone",
      GIT_DIR: "/x",
      LD_PRELOAD: "",
      NODE_OPTIONS: "-r x",
    };
    expect(await check("tool:look", root, { env: secrets, allowed: ["look"] })).toMatchObject({
      passed: true,
    });
    const seen = readFileSync(join(root, "seen.txt"), "utf8");
    for (const name of ["SECRET", "s3cret", "HOME", "GIT_DIR", "LD_PRELOAD", "NODE_OPTIONS"])
      expect(seen).not.toContain(name);
    expect(readFileSync(join(root, "input.txt"), "utf8")).toBe("");
    expect(readFileSync(join(root, "place.txt"), "utf8").trim()).toBe(root);
  });

  it("a program of the project is not started by its name either", async () => {
    const { root, env } = workplace({ outer: "helper" });
    program(join(root, "node_modules/.bin/helper"), "touch canary");
    const path = [join(root, "node_modules/.bin"), "node_modules/.bin", ".", "", env.PATH].join(delimiter);
    expect(await check("tool:outer", root, { env: { PATH: path }, allowed: ["outer"] })).toMatchObject({
      passed: false,
    });
    expect(existsSync(join(root, "canary"))).toBe(false);
  });

  it("the last line of a failing tool is shown as one safe line", async () => {
    const { root, env } = workplace({
      forge: "printf 'a\\n\\033[31m<!-- x --> ```\\342\\200\\256end\\n'; exit 1",
    });
    const { reason } = await check("tool:forge", root, { env, allowed: ["forge"] });
    expect(reason).toBe("forge ended with 1: [31m x end");
  });

  it.each([
    ["both", "echo on stdout; echo on stderr >&2; exit 1", "both ended with 1: on stderr"],
    ["output", "echo first; echo on stdout; exit 1", "output ended with 1: on stdout"],
    ["neither", "exit 3", "neither ended with 3"],
  ])(
    "the reason of a failing tool is the last line of its errors, else of its output: %s",
    async (...given) => {
      const [name, script, expected] = given;
      const { root, env } = workplace({ [name]: script });
      expect((await check(`tool:${name}`, root, { env, allowed: [name] })).reason).toBe(expected);
    },
  );

  it("a tool that prints too much is killed", async () => {
    const { root, env } = workplace({ flood: "echo $$ > pids; exec yes" });
    const result = await check("tool:flood", root, { env, allowed: ["flood"] });
    expect(result).toMatchObject({ passed: false, reason: expect.stringContaining("more than 65536 bytes") });
    expect(await isGone(pidsIn(join(root, "pids"))[0] ?? 0)).toBe(true);
  });

  it("a tool that does not end is killed, with its children and theirs", async () => {
    const fork =
      "for i in 1 2 3 4 5; do (sleep 600 & echo $! >> pids; wait) & echo $! >> pids; done; echo $$ >> pids; wait";
    const { root, env } = workplace({ fork: `trap '' TERM INT HUP; ${fork}` });
    const { result, pids, limitMs } = await cutOff("fork", root, env, 11);
    expect(result).toMatchObject({
      passed: false,
      reason: expect.stringContaining(`longer than ${limitMs} ms`),
    });
    for (const pid of pids) expect(await isGone(pid)).toBe(true);
  });

  it("the children that a tool leaves behind are killed", async () => {
    const { root, env } = workplace({ leave: "sleep 600 & echo $! > pids; exit 0" });
    expect(await check("tool:leave", root, { env, allowed: ["leave"] })).toMatchObject({ passed: true });
    expect(await isGone(pidsIn(join(root, "pids"))[0] ?? 0)).toBe(true);
  });

  it("a child that left the group and holds the output is not waited for", async () => {
    const { root, env } = workplace({
      daemon:
        "setsid sh -c 'echo $$ > pid; exec sleep 600' & while [ ! -s pid ]; do sleep 0.05; done; cat pid > pids",
    });
    const { result, pids } = await cutOff("daemon", root, env, 1);
    expect(result).toMatchObject({ passed: false, reason: expect.stringContaining("longer than") });
    for (const pid of pids) process.kill(pid, "SIGKILL");
  });

  it("a tool stops when the caller cancels", async () => {
    const { root, env } = workplace({ sleeper: "echo $$ > pids; exec sleep 600" });
    const stop = new AbortController();
    const running = check("tool:sleeper", root, { env, allowed: ["sleeper"], signal: stop.signal });
    await startedUnless(running, root);
    stop.abort();
    expect(await running).toMatchObject({ passed: false, reason: expect.stringContaining("was stopped") });
    expect(await isGone(pidsIn(join(root, "pids"))[0] ?? 0)).toBe(true);
    expect(
      await check("tool:sleeper", root, { env, allowed: ["sleeper"], signal: stop.signal }),
    ).toMatchObject({
      passed: false,
    });
  });

  it.each(["SIGTERM", "SIGINT", "exit"] as const)(
    "a tool is killed when the process that started it ends by %s",
    async (way) => {
      const { root, folder, env } = workplace({ sleeper: "echo $$ > pids; exec sleep 600" });
      const asker = await bundledAsker(folder);
      const child = spawn(process.execPath, [asker, root, way], { env, stdio: "ignore" });
      const ended = once(child, "exit");
      await startedUnless(ended, root);
      if (way === "exit") writeFileSync(join(root, "leave"), "");
      else child.kill(way);
      expect(await ended).toEqual(way === "exit" ? [7, null] : [null, way]);
      expect(await isGone(pidsIn(join(root, "pids"))[0] ?? 0)).toBe(true);
    },
  );

  it("a predicate fails when the program is missing, was killed, or cannot start", async () => {
    const { root, bin, env } = workplace({ killed: "kill -9 $$" });
    writeFileSync(join(bin, "broken"), "#!/no/such/interpreter\n");
    chmodSync(join(bin, "broken"), 0o755);
    const allowed = ["killed", "broken", "no-such-program"];
    for (const name of allowed)
      expect(await check(`tool:${name}`, root, { env, allowed })).toMatchObject({ passed: false });
  });

  it("a predicate fails when the project's folder is missing", async () => {
    const { root, env } = workplace();
    expect(await check("tool:true", join(root, "gone"), { env, allowed: ["true"] })).toMatchObject({
      passed: false,
    });
  });
});
