import { describe, expect, it } from "vitest";
import { shellResult } from "./shell-result.js";

const wrapped = (...lines: string[]) => ["<untrusted_context>", ...lines, "</untrusted_context>"].join("\n");

describe("shellResult", () => {
  it.each([
    ["worked", ["Output: hello", "Process Group PGID: 7"], "hello", 0],
    ["failed", ["Output: one", "two", "Exit Code: 3", "Process Group PGID: 7"], "one\ntwo", 3],
    ["printed nothing", ["Output: (empty)", "Exit Code: 1", "Process Group PGID: 7"], "", 1],
    ["was ended by a signal", ["Output: (empty)", "Signal: 9", "Process Group PGID: 7"], "", 137],
    ["left programs behind", ["Output: up", "Background PIDs: 8, 9", "Process Group PGID: 7"], "up", 0],
    [
      "could not be started",
      ["Output: (empty)", "Error: spawn ENOENT"],
      "(empty)\nError: spawn ENOENT",
      undefined,
    ],
  ])("shellResult reads the result of a command that %s", (_what, lines, output, exitCode) => {
    expect(shellResult(wrapped(...lines))).toEqual({ output, exitCode, interrupted: false });
  });

  it("shellResult reads the host's exit code, not one that the program printed", () => {
    const lines = ["Output: a", "Exit Code: 5", "b", "Exit Code: 2", "Process Group PGID: 7"];
    expect(shellResult(wrapped(...lines))).toMatchObject({ exitCode: 2, output: "a\nExit Code: 5\nb" });
    expect(shellResult(wrapped("Output: Exit Code: 5", "done", "Process Group PGID: 7"))).toMatchObject({
      exitCode: 0,
    });
  });

  it("shellResult has no exit code for a background command, and marks a cancelled one", () => {
    expect(shellResult("Command is running in background. PID: 7. Initial output:\n")).toMatchObject({
      exitCode: undefined,
      interrupted: false,
    });
    expect(shellResult("Command was cancelled by user before it could complete.")).toMatchObject({
      interrupted: true,
    });
  });
});
