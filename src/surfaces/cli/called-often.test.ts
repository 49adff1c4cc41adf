import { expect, it } from "vitest";
import { isAnsweredAtOnce, isCalledOften } from "./called-often.js";
import { tree } from "./tree.js";

it("what is called often is a command or a program that there is", () => {
  const often = Object.keys(tree).filter((name) => isCalledOften([name]));
  expect(often.sort()).toEqual([
    "ack",
    "brief",
    "check-tool",
    "complete",
    "deliberate",
    "gate",
    "hook",
    "mcp",
    "plan",
    "record",
    "search",
    "serve",
    "status",
    "status-line",
  ]);
});

it("a server, and other programs that go on, are not ended once they have begun", () => {
  for (const name of ["hook", "mcp", "serve", "lessons", "init"])
    expect({ name, ends: isAnsweredAtOnce([name]) }).toEqual({ name, ends: false });
  expect(isAnsweredAtOnce(["status"])).toBe(true);
});

it("what is called for its help keeps no code", () => {
  expect(isCalledOften(["hook", "codex"])).toBe(true);
  expect(isCalledOften(["status", "--help"])).toBe(false);
  expect(isCalledOften(["lessons"])).toBe(false);
});
