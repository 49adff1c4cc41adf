import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { madeUpStream } from "./made-up.mjs";
import { linesIn, looksFailed, replay, saidIn } from "./replay.mjs";
import * as room from "./room.ts";
import { recognition } from "./score.mjs";
import { lineSheet } from "./sheet.mjs";

const call = { kind: "call", session: "one", id: "a1", is_error: 1 };
const answered = (event, fields, entry = call) => ({
  entry,
  index: 4,
  event,
  reply: { hookSpecificOutput: { hookEventName: event, ...fields } },
});

it("saidIn reads each point of a brief as a line, and its cost with the heading", () => {
  const additionalContext =
    "=== KNOWN ===\nDo:\n- a fails\n  what worked: b\n- c fails\n- be kind\n=== END ===";
  expect(saidIn([answered("SessionStart", { additionalContext })])).toEqual({
    said: [
      { session: "one", index: 4, moment: "start", text: "a fails\n  what worked: b" },
      { session: "one", index: 4, moment: "start", text: "c fails" },
    ],
    context: { one: Math.ceil(additionalContext.length / 4) },
  });
});

it("saidIn tells the moments apart", () => {
  const told = { additionalContext: "This failed. What worked once: x" };
  const momentOf = (event, fields, entry) => saidIn([answered(event, fields, entry)]).said[0]?.moment;
  expect(momentOf("UserPromptSubmit", told)).toBe("prompt");
  expect(momentOf("PostToolUseFailure", told)).toBe("failure");
  expect(momentOf("PostToolUse", told, { ...call, is_error: 0 })).toBe("success");
  expect(momentOf("PostToolUse", told)).toBe("failure");
  expect(momentOf("PostToolUse", { additionalContext: "failed in 5 sessions and nothing worked" })).toBe(
    "unsolved",
  );
  const stop = { permissionDecision: "deny", permissionDecisionReason: "failed in 3 sessions" };
  expect(saidIn([answered("PreToolUse", stop)]).said).toEqual([
    { session: "one", index: 4, id: "a1", moment: "call", text: "failed in 3 sessions" },
  ]);
  expect(saidIn([{ ...answered("SessionEnd", {}), reply: undefined }]).said).toEqual([]);
});

it("linesIn takes a text without points as one line", () => {
  expect(linesIn("This failed.\nWhat worked: x")).toEqual(["This failed.\nWhat worked: x"]);
  expect(linesIn("End your answer with RULE")).toEqual([]);
});

it("lineSheet lists each distinct line with how often and in how many sessions", () => {
  const line = { session: "one", moment: "start", text: "a | fails. What worked once: b" };
  const later = { session: "two", moment: "failure", text: "a | fails. What worked in 2 sessions: b" };
  const sheet = lineSheet({ x: { said: [line, { ...line, text: "c fails" }, later] }, y: { said: [] } });
  expect(sheet).toContain("| 2 | 2 | failure, start | a \\| fails. What worked in 2 sessions: b | |");
  expect(sheet).toContain("| 1 | 1 | start | c fails | |");
  expect(sheet).toContain("## y\n\nNothing was said.");
});

const calls = [
  ["one", "a1", "frobnicate --now", "/bin/bash: line 1: frobnicate: command not found"],
  ["one", "a2", "ls"],
];
const asCodex = ([session, id, command, error]) => [
  session,
  id,
  command,
  error,
  { tool: "exec_command", input: command, output: error ?? "done" },
];

it.each([
  ["claude-code", calls],
  ["codex", calls.map(asCodex)],
])("a failed call of %s reaches the product through the hooks of that host", async (host, given) => {
  const stream = madeUpStream(given, { labels: { a1: { sig: "missing" } } });
  expect(stream.host).toBe(host);
  const folder = mkdtempSync(join(tmpdir(), "whetstone-replay-"));
  const root = join(folder, "project");
  mkdirSync(root);
  try {
    const env = { ...process.env, HOME: folder, WHETSTONE_DATA_DIR: join(folder, "data") };
    const { causes, said } = await replay(stream, { room, root, env });
    expect(Object.keys(causes)).toEqual(["a1"]);
    expect(causes.a1).toContain("frobnicate: command not found");
    expect(said).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("looksFailed reads the text without the host's own marks", () => {
  const marked = madeUpStream([
    ["one", "a1", "frobnicate", "/bin/bash: line 1: frobnicate: command not found"],
    ["one", "a2", "quiet", ""],
    ["one", "a3", "ls"],
  ]);
  expect(recognition(marked, looksFailed(room))).toEqual({ hit: 1, falseAlarm: 0, missed: 1 });
});
