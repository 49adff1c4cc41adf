import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWhetstone } from "../../src/index.js";
import { readToken } from "../../src/surfaces/server/server-files.js";
import { gone, userInTemp } from "../support/background-server.js";
import type { Ended } from "../support/child.js";
import { addDirective } from "../support/host-session.js";
import { sqliteIn } from "../support/sqlite.js";
import { hasTerminal, talk } from "../support/talk.js";
import { collect } from "../support/whetstone.js";

type User = ReturnType<typeof userInTemp>;

/** A command as a program calls it: with pipes, and nothing to read. */
function called({ command, root, env }: User, args: readonly string[], changes: object = {}): Promise<Ended> {
  const [program = "", ...script] = command;
  const child = spawn(program, [...script, ...args], { cwd: root, env: { ...env, ...changes } });
  child.stdin.end();
  const text = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code, signal) => resolve({ code, signal, ...text }));
  });
}

/** How many commands the running server has run. */
async function commandsRun({ places, state }: User): Promise<number> {
  const { address, port } = state() ?? {};
  const headers = { authorization: `Bearer ${readToken(places.token)}` };
  const text = await (await fetch(`http://${address}:${port}/metrics`, { headers })).text();
  return Number(/requests_total\{route="command",status="200"\} (\d+)/.exec(text)?.[1] ?? 0);
}

const agent = { CLAUDECODE: "1" };
const lowered = { WHETSTONE_ORIGIN: "agent:reviewer", WHETSTONE_RUN: "run-9" };

/** Commands with the variables that each has besides those of its user. */
const story: readonly (readonly [args: readonly string[], changes?: object])[] = [
  [["status", "--json"]],
  [["check-tool", "Bash", "--command", "git push origin main", "--role", "coder"]],
  [["check-tool", "Bash", "--command", "git push origin main", "--role", "coder", "--json"], agent],
  [["check-tool", "Bash", "--command", "npm test", "--json"], lowered],
  [["check-tool"]],
  [["check-tool", "Bash", "--rol", "x", "--json"]],
  [["plan", "Add OAuth to the login", "--task-id", "bd-1", "--json"], agent],
  [["brief", "--role", "coder", "--task", "Add OAuth", "--run", "run-1", "--json"], agent],
  [["brief", "--role", "coder"], lowered],
  [
    [
      "record",
      "--result",
      "failure",
      "--duration",
      "35m",
      "--errors",
      "3",
      "--retries",
      "1",
      "--task",
      "bd-1",
    ],
  ],
  [
    [
      "record",
      "--result",
      "success",
      "--duration",
      "5s",
      "--errors",
      "0",
      "--retries",
      "0",
      "--key",
      "k",
      "--json",
    ],
  ],
  [
    [
      "record",
      "--result",
      "success",
      "--duration",
      "5s",
      "--errors",
      "0",
      "--retries",
      "0",
      "--key",
      "k",
      "--json",
    ],
  ],
  [["record", "--result", "success", "--duration", "-1s"], { CI: "true" }],
  [["search", "push main", "--json", "--quiet"]],
  [["gate", "phase-1", "--json"], agent],
  [["status", "--set", "store.kind=memory", "--json"], { WHETSTONE_LESSONS_HALF: "1" }],
  [["status"], { WHETSTONE_ORIGIN: "human", FORCE_COLOR: "1" }],
  [["status", "--root", "no/such/folder"]],
];

/** Ids by the order in which they appear, and neither times nor places nor sizes. */
function comparable(text: string, { home }: User, ids: Map<string, string>): string {
  const named = (id: string) => ids.get(id) ?? ids.set(id, `#${ids.size}`).get(id) ?? "";
  return text
    .replaceAll(home, "HOME")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|dir-[0-9a-f]{16}/g, named)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/just now|\d+ minutes? ago/g, "AGO")
    .replace(
      /"(bytes|sizeBytes|durationMs|took|ms|hash|digest|sha256|checksum|seal)":("[^"]*"|\d+)/g,
      '"$1":0',
    );
}

async function told(user: User): Promise<{ answers: unknown[]; log: string[] }> {
  const own = await openWhetstone({ root: user.root, env: user.env, origin: "human", actor: "ana" });
  await addDirective(own, { enforcement: "enforce", priority: "critical", appliesToTools: ["Bash"] });
  await own.close();
  const ids = new Map<string, string>();
  const answers: unknown[] = [];
  for (const [args, changes] of story) {
    const { code, stdout, stderr } = await called(user, args, changes);
    answers.push({
      args,
      code,
      stdout: comparable(stdout, user, ids),
      stderr: comparable(stderr, user, ids),
    });
  }
  const ws = await openWhetstone({ root: user.root, env: user.env });
  const events = (await collect(ws.export())).filter((line) => line.includes('"seq":'));
  await ws.close();
  return { answers, log: events.map((line) => comparable(line, user, ids)) };
}

describe("commands where a server runs", () => {
  it("commands print, end and record the same with a server as without one", async () => {
    const alone = userInTemp();
    const served = userInTemp();
    expect(await served.call("status")).toMatchObject({ status: 200 });
    const [there, here] = [await told(served), await told(alone)];
    expect(there.answers).toEqual(here.answers);
    expect(there.log).toEqual(here.log);
    expect(there.log.length).toBeGreaterThan(5);
    expect(alone.state()).toBeUndefined();
    // A busy server is not waited for, so not each of them needs to have gone through it.
    expect(await commandsRun(served)).toBeGreaterThan(0);
  });

  it.runIf(hasTerminal)("a person at a terminal or with a name does not go through the server", async () => {
    const user = userInTemp();
    await user.call("status");
    expect(await called(user, ["gate", "one", "--begin", "--by", "Ana"])).toMatchObject({ code: 0 });
    expect(
      await talk({ cwd: user.root, env: { ...user.env, USER: "kim" } }, "gate two --begin", []),
    ).toMatchObject({
      code: 0,
    });
    expect(await commandsRun(user)).toBe(0);
    const ws = await openWhetstone({ root: user.root, env: user.env });
    const begun = (await ws.log({ type: "phase-begun" })).events.map(
      ({ actor, origin }) => `${origin} ${actor}`,
    );
    await ws.close();
    expect(begun.toSorted()).toEqual(["human Ana", "human kim"]);
  });

  it("a command whose server is killed in its middle is done once or not at all, and says so", async () => {
    const user = userInTemp({ WHETSTONE_STORE_BUSY_WAIT_MS: "60000" });
    const record = ["record", "--result", "success", "--duration", "5s", "--errors", "0", "--retries", "0"];
    let done = 0;
    for (let lost = 0; lost === 0; ) {
      await user.call("status");
      if ((await called(user, record)).code === 0) done += 1;
      const ws = await openWhetstone({ root: user.root, env: user.env });
      const { store, project } = await ws.status();
      await ws.close();
      const folder = dirname(store.location ?? "");
      const holding = sqliteIn(folder);
      const release: (() => void)[] = [];
      const held = holding.write(project.key, () => new Promise<void>((resolve) => release.push(resolve)));
      await expect.poll(() => release.length).toBe(1);
      const before = markedAt(folder);
      const ending = called(user, record);
      await expect.poll(() => markedAt(folder)).toBeGreaterThan(before);
      const state = user.state();
      if (state !== undefined) process.kill(state.pid, "SIGKILL");
      await gone(state);
      for (const each of release) each();
      await held;
      await holding.close();
      const { code, stderr } = await ending;
      if (code === 3) lost += 1;
      else done += 1;
      expect({ code, stderr }).toEqual(
        code === 3
          ? { code, stderr: expect.stringContaining("the server ended while it ran this command") }
          : { code: 0, stderr: "" },
      );
    }
    const ws = await openWhetstone({ root: user.root, env: user.env });
    expect((await ws.status()).outcomes).toMatchObject({ success: done });
    await ws.close();
  });
});

/** When somebody last said that it waits for its turn to write. */
function markedAt(folder: string): number {
  return statSync(join(folder, "store.db-turn"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
