import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { whetstone } from "../support/child.js";
import { tempFolder } from "../support/temp-folder.js";
import { homeWithTranscripts, writeClaudeSession } from "../support/transcripts.js";

function project() {
  const home = tempFolder();
  const cwd = join(home, "project");
  const temp = join(home, "tmp");
  mkdirSync(cwd);
  mkdirSync(temp);
  const env = { HOME: home, WHETSTONE_DATA_DIR: join(home, "d"), TMPDIR: temp };
  const json = async (...args: string[]) =>
    JSON.parse((await whetstone([...args, "--json"], { cwd, env })).stdout);
  return { home, cwd, env, temp, json };
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

it("whetstone audit leaves nothing in the temporary folder but its page, also when it is stopped", async () => {
  const { home, cwd, env, temp, json } = project();
  await homeWithTranscripts(cwd, home);
  const page = join(home, "audit.html");
  expect(await json("audit", "--out", page)).toMatchObject({ page });
  expect(readdirSync(temp)).toEqual([]);
  const child = spawn(process.execPath, [program, "audit"], { cwd, env, stdio: "ignore" });
  const closed = new Promise((resolve) => child.on("close", resolve));
  await Promise.race([closed, sleep(400)]);
  child.kill("SIGINT");
  await closed;
  const left = readdirSync(temp, { recursive: true, encoding: "utf8" });
  expect(left.filter((name) => !/^whetstone-\w{6}(?:\/audit\.html)?$/.test(name))).toEqual([]);
});

it("whetstone init names the command to learn with, and learns when it is asked to", async () => {
  const { home, cwd, env, json } = project();
  onTestFinished(async () => void (await whetstone(["serve", "--stop"], { cwd, env })));
  await homeWithTranscripts(cwd, home);
  const init = (...args: string[]) =>
    whetstone(["init", "--claude-code", "--command-hooks", "--yes", ...args], { cwd, env });
  expect((await init()).stdout).toContain(
    "Coding agents had 8 sessions here before.\n  Next: whetstone learn",
  );
  expect((await init("--no-learn")).stdout).not.toContain("whetstone learn");
  expect((await init("--learn")).stdout).toContain("Learned from 38 calls of 8 sessions.");
  expect(await json("learn")).toMatchObject({ projects: [{ learned: 0 }] });
});
