import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { userInTemp } from "../support/background-server.js";
import { outcome } from "../support/whetstone.js";

const sessions = 50;
const projects = 5;
const lastingMs = 4_000;

it(`answers ${sessions} sessions at once for some seconds, without an error and without a loss`, async () => {
  const { call, home } = userInTemp();
  const roots = Array.from({ length: projects }, (_, index) => join(home, `project-${index}`));
  for (const root of roots) mkdirSync(join(root, ".git", "refs"), { recursive: true });
  await call("status");
  const recorded = roots.map(() => 0);
  const failures: unknown[] = [];
  const until = Date.now() + lastingMs;
  const session = async (number: number) => {
    const root = roots[number % projects] ?? "";
    for (let step = 0; Date.now() < until; step += 1) {
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
