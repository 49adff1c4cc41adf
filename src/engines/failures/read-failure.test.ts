import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { classifyToolCall } from "../reflection/classify-tool-call.js";
import type { ToolCall } from "../reflection/tool-call.js";
import { readFailure } from "./read-failure.js";

const mark = "» ";
const corpus = readFileSync(join(import.meta.dirname, "corpus/shell-failures.txt"), "utf8")
  .replace(/^#.*\n/gm, (line) => (line.startsWith("# ") && !line.includes("/") ? "" : line))
  .split(/\n\n(?=[^\n]* => \d+ => )/)
  .map((text) => {
    const [head = "", ...lines] = text.trim().split("\n");
    const [input = "", code = "", kind = "", program = ""] = head.split(" => ");
    const cause = lines.find((line) => line.startsWith(mark))?.slice(mark.length) ?? "";
    // A cause that stands last only points at a line above.
    const shown = lines.filter(
      (line, at) => !(at === lines.length - 1 && line === mark + cause && lines.indexOf(cause) !== -1),
    );
    const output = shown.map((line) => (line.startsWith(mark) ? line.slice(mark.length) : line)).join("\n");
    return { input, exitCode: Number(code), kind, program, cause: cause.trim(), output };
  });

const read = (call: ToolCall) => readFailure(call, classifyToolCall(call));

describe("reading the failure of a command", () => {
  it.each(corpus)(
    "readFailure reads $input as $kind of $program",
    ({ input, exitCode, kind, program, cause, output }) => {
      expect(read({ tool: "Bash", input, output, facts: { exitCode } })).toMatchObject({
        kind,
        program,
        cause,
      });
    },
  );
});
