import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { classifyError } from "./classify-error.js";
import type { ErrorType } from "./error-type.js";

const run = promisify(execFile);
const waitForever = ["-e", "setInterval(() => {}, 1000)"];

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("it was to fail");
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** A server that accepts and never answers. */
async function atSilentServer<T>(work: (port: number) => Promise<T>): Promise<T> {
  const server = createServer((socket) => socket.on("error", () => socket.destroy())).listen(0);
  await once(server, "listening");
  try {
    return await work((server.address() as { port: number }).port);
  } finally {
    server.close();
  }
}

function get(port: number, signal?: AbortSignal): Promise<unknown> {
  return fetch(`http://127.0.0.1:${port}`, signal === undefined ? {} : { signal });
}

describe("the type of an error that really occurred", () => {
  it.each([
    ["a file that is not there", (folder) => readFileSync(join(folder, "nothing")), "tool_failure"],
    ["a folder that is there", (folder) => mkdirSync(folder), "conflict"],
    ["a link over what is there", (folder) => symlinkSync("a", folder), "conflict"],
    ["a folder read as a file", (folder) => readFileSync(folder), "tool_failure"],
    ["an invalid path", () => readFileSync("a\0b"), "validation"],
    ["a program that is not there", () => run("no-such-program-here", []), "tool_failure"],
    ["a program that ends with 3", () => run(process.execPath, ["-e", "process.exit(3)"]), "tool_failure"],
    ["the same, waited for", () => execFileSync(process.execPath, ["-e", "process.exit(3)"]), "tool_failure"],
    ["a program with a time limit", () => run(process.execPath, waitForever, { timeout: 100 }), "timeout"],
    [
      "the same limit, waited for",
      () => execFileSync(process.execPath, waitForever, { timeout: 100 }),
      "timeout",
    ],
    [
      "a program that was killed",
      () => run(process.execPath, ["-e", "process.kill(process.pid, 9)"]),
      "tool_failure",
    ],
    [
      "a program that prints much",
      () => run(process.execPath, ["-e", "console.log(1e9)"], { maxBuffer: 2 }),
      "tool_failure",
    ],
    ["a program that throws", () => run(process.execPath, ["-e", "JSON.parse('{')"]), "validation"],
    [
      "a signal with a time limit",
      () => sleep(60_000, undefined, { signal: AbortSignal.timeout(10) }),
      "timeout",
    ],
    [
      "fetch with a time limit",
      () => atSilentServer((port) => get(port, AbortSignal.timeout(50))),
      "timeout",
    ],
    ["fetch from a closed port", async () => get(await closedPort()), "tool_failure"],
    ["a fetch of an invalid address", () => fetch("no address"), "validation"],
    [
      "a port that is taken",
      () => atSilentServer((port) => once(createServer().listen(port), "listening")),
      "conflict",
    ],
  ] satisfies [string, (folder: string) => unknown, ErrorType][])(
    "the error of %s has its type",
    async (_what, work, type) => {
      const folder = tempFolder();
      expect(classifyError(await thrownBy(() => work(folder)))).toBe(type);
    },
  );

  it("a result that reports its failure without throwing has its type", async () => {
    expect(classifyError(spawnSync("no-such-program-here"))).toBe("tool_failure");
    expect(classifyError(spawnSync(process.execPath, waitForever, { timeout: 100 }))).toBe("timeout");
    const child = spawn("no-such-program-here");
    expect(classifyError((await once(child, "error"))[0])).toBe("tool_failure");
  });

  it("a locked database, a duplicate key and a bad statement have their types", async () => {
    const file = join(tempFolder(), "test.db");
    const [first, second] = [new DatabaseSync(file), new DatabaseSync(file, { timeout: 0 })];
    first.exec("CREATE TABLE t (a TEXT PRIMARY KEY NOT NULL); INSERT INTO t VALUES ('x')");
    expect(classifyError(await thrownBy(() => first.exec("INSERT INTO t VALUES ('x')")))).toBe("conflict");
    expect(classifyError(await thrownBy(() => first.exec("INSERT INTO t VALUES (NULL)")))).toBe("validation");
    first.exec("BEGIN EXCLUSIVE");
    expect(classifyError(await thrownBy(() => second.exec("INSERT INTO t VALUES ('y')")))).toBe("conflict");
    first.close();
    second.close();
  });

  it("a merge that git could not finish has its type", async () => {
    const cwd = tempFolder();
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
        cwd,
        stdio: "pipe",
        encoding: "utf8",
      });
    const commit = (text: string) => {
      writeFileSync(join(cwd, "file"), text);
      git("add", ".");
      git("commit", "-qm", text);
    };
    git("init", "-q", "-b", "main");
    commit("base");
    git("checkout", "-q", "-b", "side");
    commit("side");
    git("checkout", "-q", "main");
    commit("main");
    expect(classifyError(await thrownBy(() => git("merge", "side")))).toBe("conflict");
  });
});
