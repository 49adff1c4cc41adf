import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { isoTime } from "../../log/events/time.js";
import { lostCallsCheck, uncheckedSince } from "./lost-calls.js";

const now = 1_800_000_000_000;
const hourMs = 3_600_000;

/** A file of losses, each by how long before now it was, with the agent's event. */
function losses(...all: readonly (readonly [beforeMs: number, event?: string])[]) {
  const file = join(tempFolder(), "server.lost");
  const write = (lost: typeof all) =>
    writeFileSync(
      file,
      lost
        .map(([beforeMs, event]) =>
          JSON.stringify({
            at: isoTime(now - beforeMs),
            route: "/hooks/claude-code",
            reason: "no answer",
            event,
          }),
        )
        .join("\n"),
    );
  write(all);
  return { file, add: (...more: typeof all) => write([...all, ...more]) };
}

it("a person hears once of each call that went on unchecked", () => {
  const { file, add } = losses([2_000, "PreToolUse"], [1_000, "PreToolUse"], [500, "PostToolUse"]);
  const told = uncheckedSince(file, now);
  expect(told()).toContain("2 tool calls went on unchecked");
  expect(told()).toBeUndefined();
  add([100, "BeforeTool"]);
  expect(told()).toContain("1 tool call went on unchecked");
  expect(told()).toBeUndefined();
});

it("of the time before the server, a person hears of the last hour", () => {
  const { file } = losses([hourMs, "PreToolUse"], [hourMs - 1, "PreToolUse"]);
  expect(uncheckedSince(file, now)()).toContain("1 tool call went on unchecked");
});

it("nothing lost is nothing to report, and lines that are no losses are none", () => {
  const { file } = losses();
  writeFileSync(file, 'torn {\n{"route":"/"}\nnull\n');
  expect(lostCallsCheck(file, "running", now)).toBeUndefined();
  expect(lostCallsCheck(join(tempFolder(), "none"), "running", now)).toBeUndefined();
});

it.each([
  ["a call that went on unchecked a day ago is a problem", [24 * hourMs, "PreToolUse"], "problem"],
  ["one of more than a day ago is a warning", [24 * hourMs + 1, "PreToolUse"], "warning"],
  ["a report that was lost is a warning", [1_000, "PostToolUse"], "warning"],
  ["what was lost three days ago is still one", [72 * hourMs, "PreToolUse"], "warning"],
  ["what was lost before that is not", [72 * hourMs + 1, "PreToolUse"], undefined],
] as const)("%s", (_name, loss, state) => {
  expect(lostCallsCheck(losses(loss).file, "running", now)?.state).toBe(state);
});

const startedAt = Date.parse("2026-03-01T12:00:00.000Z");

function lossesFile() {
  const file = join(tempFolder(), "server.lost");
  const lose = (at: string, event: string, reason = "did not start in time") =>
    appendFileSync(
      file,
      `${JSON.stringify({ at: `2026-03-01T${at}:00.000Z`, route: "hooks/codex", reason, event })}\n`,
    );
  return { file, lose };
}

it("prompts that a starting server did not hear are told once, beside calls that went unchecked", () => {
  const { file, lose } = lossesFile();
  lose("10:59", "UserPromptSubmit");
  lose("11:58", "PostToolUse");
  lose("11:59", "UserPromptSubmit");
  const tell = uncheckedSince(file, startedAt);
  expect(tell()).toBe(
    "Whetstone: 1 prompt went unheard, the newest at 2026-03-01T11:59:00.000Z (did not start in time): " +
      "no correction was learned from them. 'whetstone doctor' has more.",
  );
  expect(tell()).toBeUndefined();
  lose("12:01", "BeforeAgent", "timeout");
  lose("12:02", "PreToolUse", "timeout");
  expect(tell()).toMatch(
    /^Whetstone: 1 tool call went on unchecked, .* enforced for them\. 1 prompt went unheard, /,
  );
});

it("events that carry nothing a person said or asked are not told", () => {
  const { file, lose } = lossesFile();
  lose("11:59", "PostToolUse");
  expect(uncheckedSince(file, startedAt)()).toBeUndefined();
});
