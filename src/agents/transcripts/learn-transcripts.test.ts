import { appendFileSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import {
  afterRecordings,
  claudeLines,
  homeWithTranscripts,
  transcriptsIn,
  writeClaudeSession,
} from "../../../tests/support/transcripts.js";
import { collect, openInTemp } from "../../../tests/support/whetstone.js";
import { hostSpeaker } from "../../verbs/call/speaker.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import { claudeCodeHost } from "../claude-code/host.js";
import { type LearnedBatch, learnTranscripts } from "./learn-transcripts.js";

const opened = () => openInTemp({ clock: () => afterRecordings });

async function learnIn(ws: Pick<Whetstone, "learnCalls" | "learnedSessions">, home: string) {
  const batches: LearnedBatch[] = [];
  const { transcripts, faults } = await transcriptsIn(home);
  await learnTranscripts(ws, transcripts, faults, {
    now: afterRecordings,
    onBatch: (batch) => batches.push(batch),
  });
  return {
    learned: batches.reduce((sum, { learned }) => sum + learned, 0),
    failures: batches.flatMap(({ failures }) => failures),
  };
}

/** Everything that the log says, without ids of events and places in it. */
async function learnedRows(ws: Whetstone) {
  const { lessons } = await ws.lessons.list({ kind: "failure" });
  const { sessions } = await ws.learnedSessions();
  const { outcomes } = await ws.status();
  return { lessons, outcomes, sessions };
}

const eventsOf = async (ws: Whetstone) => (await collect(ws.export())).length - 2;

it("a lesson is learned from the transcripts of four agents, with the times of the sessions", async () => {
  const ws = await opened();
  const { learned, failures } = await learnIn(ws, await homeWithTranscripts(ws.folder));
  expect(learned).toBe(38);
  const missing = failures.filter(({ text }) => text.includes("Missing script: 'tests'"));
  expect(missing.map(({ repeated }) => repeated)).toEqual([false, ...Array(7).fill(true)]);
  expect(missing.at(-1)?.remedy).toContain("npm run test");
  const { lessons } = await ws.lessons.list({ kind: "failure", state: "active" });
  expect(lessons[0]).toMatchObject({ sessions: 8, lastSeenAt: "2026-11-16T10:05:20.046Z" });
});

it("learning a second time changes nothing", async () => {
  const ws = await opened();
  const home = await homeWithTranscripts(ws.folder);
  await learnIn(ws, home);
  const before = await eventsOf(ws);
  expect(await learnIn(ws, home)).toMatchObject({ learned: 0 });
  expect(await eventsOf(ws)).toBe(before);
});

it("a session that has grown is continued, as if it had been read once", async () => {
  const [ws, whole] = [await opened(), await opened()];
  const home = tempFolder();
  const first = { session: "one", at: "2026-01-05T10:00:00.000Z" };
  const file = writeClaudeSession(home, "/project", { ...first, calls: 2 });
  const grown = readFileSync(writeClaudeSession(tempFolder(), "/project", { ...first, calls: 6 }));
  // Written a moment ago: its end is not yet known.
  utimesSync(file, afterRecordings / 1_000, afterRecordings / 1_000);
  await learnIn(ws, home);
  expect((await learnedRows(ws)).sessions).toMatchObject([{ count: 2, endedAt: null }]);
  writeFileSync(file, grown);
  utimesSync(file, 1_767_700_000, 1_767_700_000);
  expect(await learnIn(ws, home)).toMatchObject({ learned: 4 });
  await learnIn(whole, home);
  expect(await learnedRows(ws)).toEqual(await learnedRows(whole));
});

it("a session that begins with a copy of another one does not repeat its failures", async () => {
  const ws = await opened();
  const home = tempFolder();
  const file = writeClaudeSession(home, "/project", { session: "one", at: "2026-01-05T10:00:00.000Z" });
  const copy = readFileSync(file, "utf8").replaceAll('"sessionId":"one"', '"sessionId":"two"');
  writeFileSync(file.replace("one.jsonl", "two.jsonl"), copy);
  const { learned, failures } = await learnIn(ws, home);
  expect({ learned, repeated: failures.map(({ repeated }) => repeated) }).toEqual({
    learned: 2,
    repeated: [false],
  });
});

it("learning that was stopped goes on, and ends with the rows of learning at once", async () => {
  const [stopped, whole] = [await opened(), await opened()];
  const home = tempFolder();
  for (let index = 0; index < 14; index += 1)
    writeClaudeSession(home, "/project", {
      session: `s${index}`,
      // Two sessions run at a time.
      at: `2026-01-${String(5 + (index >> 1)).padStart(2, "0")}T10:00:00.${index % 2}00Z`,
      calls: 100,
    });
  let batches = 0;
  const failing: Pick<Whetstone, "learnCalls" | "learnedSessions"> = {
    learnedSessions: () => stopped.learnedSessions(),
    learnCalls: (input) => {
      batches += 1;
      return batches % 2 === 0 ? Promise.reject(new Error("stopped")) : stopped.learnCalls(input);
    },
  };
  let attempts = 0;
  for (; attempts < 10; attempts += 1) {
    const ended = await learnIn(failing, home).then(
      () => true,
      () => false,
    );
    if (ended) break;
  }
  expect(attempts).toBeGreaterThan(0);
  await learnIn(whole, home);
  expect(await learnedRows(stopped)).toEqual(await learnedRows(whole));
});

/** The same session as the hooks of Claude Code report it. */
async function live(ws: Whetstone, session: string, at: string) {
  let now = Date.parse(at);
  const host = claudeCodeHost(() => now);
  const send = async (fields: object) => {
    now += 1;
    return (await host.handle({ session_id: session, cwd: "/project", ...fields }, async () => ws)).body;
  };
  const use = { tool_name: "Bash", tool_input: { command: "npm run tset" }, tool_use_id: `${session}-0` };
  await send({ hook_event_name: "SessionStart", source: "startup" });
  const error = 'Exit code 1\nnpm error Missing script: "tset"';
  const told = await send({ ...use, hook_event_name: "PostToolUseFailure", error });
  const right = { ...use, tool_input: { command: "npm run test" }, tool_use_id: `${session}-1` };
  await send({ ...right, hook_event_name: "PostToolUse", tool_response: { stdout: "ok", stderr: "" } });
  await send({ hook_event_name: "SessionEnd", reason: "other" });
  return told;
}

it("an agent is told the same after a session was learned as after the hooks saw it", async () => {
  const home = tempFolder();
  writeClaudeSession(home, "/project", { session: "one", at: "2026-01-05T10:00:00.000Z" });
  const [learned, seen] = [await opened(), await opened()];
  await learnIn(learned, home);
  await live(seen.as(hostSpeaker("claude-code")), "one", "2026-01-05T10:00:00.000Z");
  const tell = (ws: Awaited<ReturnType<typeof opened>>) =>
    live(ws.as(hostSpeaker("claude-code")), "two", "2026-01-06T10:00:00.000Z");
  const told = await tell(learned);
  expect(JSON.stringify(told)).toContain("npm run test");
  expect(told).toEqual(await tell(seen));
  const facts = async (ws: Whetstone) =>
    (await learnedRows(ws)).lessons.map(({ text, failures, exposures }) => ({ text, failures, exposures }));
  expect(await facts(learned)).toEqual(await facts(seen));
});

it("a session that the hooks recorded is not learned from its transcript", async () => {
  const ws = await opened();
  await live(ws.as(hostSpeaker("claude-code")), "one", "2026-01-05T10:00:00.000Z");
  const before = await eventsOf(ws);
  const home = tempFolder();
  const at = "2026-12-01T00:00:00.000Z";
  writeClaudeSession(home, "/project", { session: "one", at });
  expect(await learnIn(ws, home)).toMatchObject({ learned: 0, failures: [] });
  expect(await eventsOf(ws)).toBe(before);
});

it("names and times that the log cannot hold do not stop learning", async () => {
  const ws = await opened();
  const home = tempFolder();
  const file = writeClaudeSession(home, "/project", { session: "one", at: "2026-01-05T10:00:00.000Z" });
  const hostile = claudeLines({
    session: "../../etc/passwd",
    folder: "/project",
    id: `\u0000${"x".repeat(5_000)}`,
    at: "2999-01-01T00:00:00.000Z",
    command: "frobnicate",
    error: "Exit code 127\nfrobnicate: not found",
  });
  writeFileSync(file.replace("one.jsonl", "two.jsonl"), `${hostile.join("\n")}\n`);
  appendFileSync(
    file,
    claudeLines({ session: "one", folder: "/project", id: "n", at: "never", command: "ls" }).join("\n"),
  );
  expect(await learnIn(ws, home)).toMatchObject({ learned: 3 });
});
