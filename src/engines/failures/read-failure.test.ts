import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { classifyToolCall } from "../reflection/classify-tool-call.js";
import type { ToolCall } from "../reflection/tool-call.js";
import { readFailure } from "./read-failure.js";

/**
 * Outputs as programs print them, a file for each sort. A case begins with `command => exit code => kind =>
 * program`, or `@Tool input => …`, and optionally what the cause names; its output follows, with the line that
 * states the cause marked by "» ". A last line after "»» " is the cause where it is not a line of the output.
 */
const folder = join(import.meta.dirname, "corpus");
const cases = readdirSync(folder).flatMap((file) =>
  readFileSync(join(folder, file), "utf8")
    .trim()
    .split(/\n\n(?=[^\n]* => \d+ => )/)
    .map((text) => caseOf(file, text)),
);

function caseOf(file: string, text: string) {
  const [head = "", ...lines] = text.split("\n");
  const [given = "", code = "", kind = "", program = "", named] = head.split(" => ");
  const [, tool = "Bash", input = given] = /^@(\S+) ?(.*)$/.exec(given) ?? [];
  const stated = lines.at(-1)?.startsWith("»» ") ? lines.pop()?.slice(3) : undefined;
  const marked = lines.find((line) => line.startsWith("» "))?.slice(2);
  const output = lines.map((line) => line.replace(/^» /, "")).join("\n");
  const facts = tool === "Bash" ? { exitCode: Number(code) } : { isError: true };
  const call: ToolCall = { tool, input, output, facts };
  return { file, given, kind, program, named, cause: plain(stated ?? marked ?? ""), call };
}

/** Without the frame or the mark that a program or a host puts around a line. */
function plain(line: string): string {
  return line.replace(/<\/?tool_use_error>|^│ |^\d{4}.\d\d.\d\d \d\d:\d\d:\d\d /g, "").trim();
}

describe("reading a failure", () => {
  it.each(cases)("readFailure reads $given of $file as $kind of $program", (each) => {
    const { kind, program, named, cause, call } = each;
    const read = readFailure(call, classifyToolCall(call));
    expect(read).toMatchObject({ kind, program, ...(named === undefined ? {} : { named }) });
    expect(plain(read.cause)).toContain(cause);
  });
});
