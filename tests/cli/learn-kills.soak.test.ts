import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { whetstone } from "../support/child.js";
import { tempFolder } from "../support/temp-folder.js";
import { writeClaudeSession } from "../support/transcripts.js";

function project() {
  const home = tempFolder();
  const cwd = join(home, "project");
  mkdirSync(cwd);
  const env = { HOME: home, WHETSTONE_DATA_DIR: join(home, "d") };
  const json = async (...args: string[]) =>
    JSON.parse((await whetstone([...args, "--json"], { cwd, env })).stdout);
  return { home, cwd, env, json };
}

const program = join(import.meta.dirname, "../../dist/cli/main.cjs");

/** Starts the program and kills it after a while, wherever it is. */
async function killed(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, afterMs: number) {
  const child = spawn(process.execPath, [program, ...args], { cwd, env, stdio: "ignore" });
  const closed = new Promise((resolve) => child.on("close", resolve));
  await Promise.race([sleep(afterMs), closed]);
  child.kill("SIGKILL");
  await closed;
}

it("whetstone learn that was killed again and again ends with what one call learns", async () => {
  const [broken, whole] = [project(), project()];
  for (const { home, cwd } of [broken, whole])
    for (let index = 0; index < 30; index += 1) {
      const day = String(1 + (index >> 1)).padStart(2, "0");
      const at = `2026-01-${day}T10:00:0${index % 2}.000Z`;
      writeClaudeSession(home, cwd, { session: `s${index}`, at, calls: 100 });
    }
  for (const afterMs of [300, 500, 700, 900, 1_200, 1_500])
    await killed(["learn"], broken.cwd, broken.env, afterMs);
  const learned = async ({ json }: ReturnType<typeof project>) => {
    const { projects } = await json("learn");
    const { lessons } = await json("lessons", "list");
    return { total: projects[0].total, lessons };
  };
  const expected = await learned(whole);
  expect(expected.total).toMatchObject({ sessions: 30, calls: 3_000 });
  expect(await learned(broken)).toEqual(expected);
});
