import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { commandLine } from "../../../tests/support/command-line.js";
import { patience } from "../../../tests/support/patience.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";

/** Sessions in which the same option is unknown again and again, and left out afterwards. */
function recordedSessions(): readonly object[] {
  return Array.from({ length: 6 }, (_, n) => {
    const session = `session-${n}`;
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1 + n, 10, minute)).toISOString();
    const call = (minute: number, command: string, failed: boolean) => ({
      kind: "call",
      id: `${session}-${minute}`,
      session,
      ts: at(minute),
      end: at(minute),
      tool: "Bash",
      input: { command },
      is_error: failed,
      side: 0,
      output: failed ? "Exit code 1\nunknown option: --fast" : "deployed",
    });
    return [
      { kind: "prompt", session, ts: at(0), text: "Deploy the site.", side: 0 },
      call(1, "deploy site --fast", true),
      call(2, "deploy site", false),
    ];
  }).flat();
}

function project() {
  const home = tempFolder();
  const cwd = join(home, "project");
  mkdirSync(cwd);
  const call = (...args: string[]) => commandLine(args, { cwd, env: { ...patience, HOME: home } });
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(cwd, name), content);
    return name;
  };
  return { home, cwd, call, file };
}

const asLines = (entries: readonly object[]) => entries.map((entry) => JSON.stringify(entry)).join("\n");

describe("whetstone replay --sessions", () => {
  it("replays a packed file through the hooks under both settings, and leaves nothing behind", async () => {
    const { call, file, cwd, home } = project();
    const settings = file("whetstone.json", '{"reflection":{"startLessons":0}}');
    const name = file("sessions.jsonl.gz", gzipSync(asLines(recordedSessions())));
    const { code, stdout } = await call(
      "replay",
      "--sessions",
      name,
      "--set",
      "reflection.atTheCall=off",
      "--json",
    );
    const { over, today, changed, recorded, events } = JSON.parse(stdout);
    expect({ code, over, recorded, events }).toEqual({
      code: 0,
      over: "sessions",
      recorded: null,
      events: 18,
    });
    expect(today.stops).toBeGreaterThan(0);
    expect(today.rightStops).toBe(today.stops);
    expect(changed.stops).toBe(0);
    expect(changed.met).toBe(changed.able);
    expect(readdirSync(cwd)).toEqual([name, settings]);
    expect(readdirSync(home)).toEqual(["project"]);
  });

  it("prints both sides in columns", async () => {
    const { call, file } = project();
    const name = file("sessions.jsonl", asLines(recordedSessions()));
    const set = ["--set", "reflection.startLessons=0", "--set", "reflection.atTheCall=off"];
    const { stdout } = await call("replay", "--sessions", name, ...set);
    expect(stdout).toMatch(/^18 entries, 6 sessions, with reflection\.startLessons=0/);
    expect(stdout).toMatch(/TODAY +CHANGED/);
    expect(stdout).toMatch(/announced +\d\.\d{3} of \d+ +0\.000 of \d+/);
  });

  it.each([
    ["is not JSON", "{", "sessions.jsonl, line 1 is not JSON"],
    ["is of no kind", '{"session":"a","ts":"2026-01-01"}', "line 1: 'kind' is neither prompt nor call"],
    ["has no time", '{"kind":"prompt","session":"a","ts":"soon","text":""}', "line 1: 'ts' is not a time"],
    ["lacks a field", '{"kind":"call","session":"a","ts":"2026-01-01","id":"1"}', "line 1: 'tool' is needed"],
    ["is empty", "", "there is no session in sessions.jsonl"],
  ])("refuses a file that %s, and names the line", async (_what, content, message) => {
    const { call, file } = project();
    const name = file("sessions.jsonl", content);
    const { code, stderr } = await call("replay", "--sessions", name, "--set", "evidence.share=0.5");
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it("refuses a wrong setting before it reads anything", async () => {
    const { call } = project();
    const { code, stderr } = await call("replay", "--sessions", "missing", "--set", "evidence.shar=1");
    expect(code).toBe(2);
    expect(stderr).toContain("did you mean evidence.share");
  });
});

describe("whetstone replay", () => {
  it("replays the log, and asks for a setting to try", async () => {
    const { call } = project();
    await call("brief", "--role", "coder", "--run", "r-1");
    const { code, stdout } = await call("replay", "--set", "evidence.share=0.5");
    expect(code).toBe(0);
    expect(stdout).toContain("IN THE LOG");
    expect(stdout).toContain("No lesson would be shown in more or fewer sessions.");
    const bare = await call("replay");
    expect(bare.code).toBe(2);
    expect(bare.stderr).toContain("there is no setting to try");
  });
});
