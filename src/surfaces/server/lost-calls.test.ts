import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { uncheckedSince } from "./lost-calls.js";

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
