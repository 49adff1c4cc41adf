import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hookUrl } from "../../src/base/project/http-hooks.js";
import { hookKey } from "../../src/surfaces/server/hook-key.js";
import { readToken } from "../../src/surfaces/server/server-files.js";
import { userInTemp } from "../support/background-server.js";
import { recordedPayload } from "../support/recorded-payload.js";
import { outcome } from "../support/whetstone.js";

const sessions = 50;
const projects = 5;
const steps = 5;

it(`the server answers ${sessions} sessions at once, ${steps} rounds each, without an error and without a loss`, async () => {
  const { call, home } = userInTemp();
  const roots = Array.from({ length: projects }, (_, index) => join(home, `project-${index}`));
  for (const root of roots) mkdirSync(join(root, ".git", "refs"), { recursive: true });
  await call("status");
  const recorded = roots.map(() => 0);
  const failures: unknown[] = [];
  const session = async (number: number) => {
    const root = roots[number % projects] ?? "";
    for (let step = 0; step < steps; step += 1) {
      const [run, task] = [`r-${number}-${step}`, `bd-${number}-${step}`];
      const answers = [
        await call("plan", { root, task: "Add OAuth", taskId: task, run }),
        await call("check-tool", { root, tool: "Bash", command: "npm test" }),
        await call("errors/record", { root, task, message: "Type error in src/auth.ts" }),
        await call("record", { root, ...outcome({ task, run }) }),
      ];
      recorded[number % projects] = (recorded[number % projects] ?? 0) + 1;
      failures.push(...answers.filter((answer) => answer?.status !== 200));
    }
  };
  await Promise.all(Array.from({ length: sessions }, (_, number) => session(number)));
  expect(failures).toEqual([]);
  for (const [index, root] of roots.entries())
    expect(await call("status", { root })).toMatchObject({
      body: { outcomes: { success: recorded[index] }, rejected: 0 },
    });
});

/** Megabytes that a process holds. */
function memoryOf(pid: number): number {
  return Number(spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }).stdout) / 1024;
}

it(`the server takes the posts of ${sessions} sessions without an error, and keeps nothing of what they carry`, async () => {
  const { call, root, places, state } = userInTemp();
  await call("status");
  const { port = 0, pid = 0 } = state() ?? {};
  const authorization = `Bearer ${hookKey(readToken(places.token) ?? "", "claude-code", root)}`;
  const stdout = "a line of what a tool printed\n".repeat(7_000);
  const statuses = new Map<number, number>();
  const post = async (session_id: string, tool_use_id: string) => {
    const fields = { session_id, tool_use_id, tool_response: { stdout } };
    const body = JSON.stringify(recordedPayload("claude-code", "post-tool-use.bash", root, fields));
    const headers = { authorization, "content-type": "application/json" };
    const { status } = await fetch(hookUrl(port, "claude-code", root), { method: "POST", headers, body });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const session = async (id: string, calls: number) => {
    for (let index = 0; index < calls; index += 1) await post(id, `${id}-${index}`);
  };
  const all = (round: string, calls: number) =>
    Promise.all(Array.from({ length: sessions }, (_, number) => session(`${round}-${number}`, calls)));
  await all("warm", 5);
  const before = memoryOf(pid);
  await all("then", 15);
  expect([...statuses]).toEqual([[200, sessions * 20]]);
  // Had it kept what was posted since, it would be 150 MB.
  expect(memoryOf(pid) - before).toBeLessThan(75);
});
