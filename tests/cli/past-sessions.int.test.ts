import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { stoppedAtEnd } from "../support/background-server.js";
import { whetstone } from "../support/child.js";
import { tempFolder } from "../support/temp-folder.js";
import { homeWithTranscripts } from "../support/transcripts.js";

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
  stoppedAtEnd(env);
  await homeWithTranscripts(cwd, home);
  const init = (...args: string[]) =>
    whetstone(["init", "--claude-code", "--command-hooks", "--no-mcp", "--yes", ...args], { cwd, env });
  expect((await init()).stdout).toContain(
    "Coding agents had 8 sessions here before.\n  Next: whetstone learn",
  );
  expect((await init("--no-learn")).stdout).not.toContain("whetstone learn");
  expect((await init("--learn")).stdout).toContain("Learned from 38 calls of 8 sessions.");
  expect(await json("learn")).toMatchObject({ projects: [{ learned: 0 }] });
});
