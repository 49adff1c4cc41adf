import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hookUrl } from "../../src/base/project/http-hooks.js";
import { hookKey } from "../../src/surfaces/server/hook-key.js";
import { isProcess, readToken } from "../../src/surfaces/server/server-files.js";
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
        await call("errors/record", { root, taskId: task, message: "Type error in src/auth.ts" }),
        await call("record", { root, ...outcome({ taskId: task, run }) }),
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

it(`the server takes the posts of ${sessions} sessions without an error, and keeps nothing of what they carry`, async () => {
  // Had it kept what is posted, 200 MB in all, it would run out of memory and end.
  const { call, root, places, state } = userInTemp({ NODE_OPTIONS: "--max-old-space-size=128" });
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
  const session = async (id: string) => {
    for (let index = 0; index < 20; index += 1) await post(id, `${id}-${index}`);
  };
  await Promise.all(Array.from({ length: sessions }, (_, number) => session(`s-${number}`)));
  expect([...statuses]).toEqual([[200, sessions * 20]]);
  expect(state()).toMatchObject({ pid });
  expect(isProcess(pid)).toBe(true);
});
