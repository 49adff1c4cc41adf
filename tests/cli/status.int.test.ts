import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { acceptIn } from "../support/accept.js";
import { stoppedAtEnd } from "../support/background-server.js";
import { whetstone } from "../support/child.js";
import { patientSettings } from "../support/patience.js";
import { recordedPayload } from "../support/recorded-payload.js";
import { tempFolder } from "../support/temp-folder.js";

const maxLines = 24;
const maxColumns = 100;

/** A project whose home is its own, so that its server is too; stopped when the test ends. */
function project(name: string, { accepted = true } = {}) {
  const home = tempFolder();
  const cwd = join(home, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "whetstone.json"), JSON.stringify({ project: name, ...patientSettings }));
  const env = { HOME: home, WHETSTONE_DATA_DIR: join(home, "d") };
  if (accepted) acceptIn(cwd, env);
  const call = (...args: string[]) => whetstone(args, { cwd, env });
  const json = async (...args: string[]) => JSON.parse((await call(...args, "--json")).stdout);
  stoppedAtEnd(env);
  const hook = (host: string, payload: string, fields = {}) => {
    const input = JSON.stringify(recordedPayload(host, payload, cwd, fields));
    return whetstone(["hook", host, "--budget", "600000"], { cwd, env, input });
  };
  return { home, cwd, call, json, hook };
}

function expectOneScreen(text: string): void {
  const lines = text.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(maxLines);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(maxColumns);
  expect(text).not.toContain("\u001b");
}

const outcome = JSON.stringify({
  result: "success",
  durationMs: 1,
  errorCount: 0,
  retryCount: 0,
  strategy: "by file",
});

describe("status", () => {
  it("status of an empty project is one screen, and makes no file", async () => {
    const { home, call } = project("empty", { accepted: false });
    const { code, stdout } = await call("status");
    expect(code).toBe(0);
    expectOneScreen(stdout);
    expect(stdout).toMatch(/^log +nothing recorded yet$/m);
    expect(stdout).toMatch(/^agents +none set up, and none has called: run 'whetstone init'$/m);
    expect(readdirSync(home)).toEqual(["empty"]);
  });

  it("status of a project with everything is one screen", async () => {
    const { cwd, call, hook } = project("full");
    await call("init", "--claude-code", "--codex", "--yes");
    writeFileSync(join(cwd, "outcomes.jsonl"), `${outcome}\n${outcome}\n${outcome}\n`);
    await call("record", "outcomes.jsonl");
    const rule = ["--roles", "coder", "--must", "a schema", "--priority", "critical", "--by", "maintainer"];
    await call("lessons", "add", "Validate every request body with a schema", ...rule);
    await call("lessons", "add", "Think of those who read the interface later", "--roles", "coder");
    writeFileSync(join(cwd, "bad.json"), '{ "result": "perhaps" }');
    await call("record", "bad.json");
    for (const phase of ["one", "two", "three", "four"]) {
      await call("brief", "--role", "coder", "--phase", phase, "--run", phase);
      await call("gate", phase);
    }
    await hook("claude-code", "session-start", { session_id: "session-1" });
    const { stdout } = await call("status");
    expectOneScreen(stdout);
    expect(stdout).toMatch(/^strategies +1 established$/m);
    expect(stdout).toMatch(/^rules +1 active, 1 quarantined$/m);
    expect(stdout).toMatch(/^7 days +5 shown, 0 acknowledged, 0 violated, \d without an answer$/m);
    expect(stdout).toMatch(/^gates +session-1: 1 of 1 rule unanswered, begun (just now|\d minutes? ago)$/m);
    expect(stdout).toMatch(
      /^ +four: denied 1 time: no word on directive-\w+, begun (just now|\d minutes? ago)$/m,
    );
    expect(stdout).toMatch(/^ +and 2 more$/m);
    expect(stdout).toMatch(/^search +by words and meaning \(static-deb-256\)$/m);
    expect(stdout).toMatch(/^agents +claude-code {2}set up, last called (just now|\d minutes? ago)$/m);
    expect(stdout).toMatch(/^ +codex {8}set up, never called$/m);
    expect(stdout).toMatch(/^refused +1 input; 'whetstone doctor' shows the newest$/m);
  });

  it("status of a broken project is an error that says what to do", async () => {
    const { cwd, call } = project("broken");
    writeFileSync(join(cwd, "whetstone.json"), "{ broken");
    const { code, stderr } = await call("status");
    expect(code).toBe(2);
    expect(stderr).toContain("whetstone.json");
    expect(stderr).toContain("next: ");
  });
});

describe("when a coding agent last called", () => {
  it("status knows when an agent last called after the server has left, though the call wrote no event", async () => {
    const { call, json, hook } = project("heard");
    await call("init", "--claude-code", "--yes");
    expect((await json("status")).hosts).toMatchObject([{ host: "claude-code", lastCallAt: null }]);
    await hook("claude-code", "stop-failure");
    await call("serve", "--stop");
    const { hosts, log } = await json("status");
    expect(hosts).toMatchObject([{ host: "claude-code", lastCallAt: expect.stringMatching(/Z$/) }]);
    expect(log.events).toBe(0);
  });
});
