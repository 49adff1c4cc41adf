import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hostMessage, hostMessages } from "./host-message.js";
import { nothingToDo, saysNothingToDo } from "./output-lines.js";

const messages = readFileSync(new URL("corpus/messages.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("# "))
  .map((line) => line.split(" | "))
  .map(([table = "", result = "", ...line]) => ({ table, result, line: line.join(" | ") }));

const resultOf: Readonly<Record<string, (line: string) => string | undefined>> = {
  host: (line) => hostMessage(line)?.result,
  nothing: (line) => (saysNothingToDo([line]) ? "skipped" : undefined),
};

describe("messages of hosts, and of tools that had nothing to do", () => {
  it.each(messages)("the table of $table messages makes $result of: $line", ({ table, result, line }) => {
    expect(resultOf[table]?.(line)).toBe(result);
  });

  it.each([
    ["host", hostMessages.flatMap(({ patterns }) => patterns)],
    ["nothing", nothingToDo],
  ] as const)("every pattern of the table of %s messages has an example", (of, patterns) => {
    const lines = messages.filter(({ table }) => table === of).map(({ line }) => line);
    expect(patterns.filter((pattern) => !lines.some((line) => pattern.test(line)))).toEqual([]);
  });
});
