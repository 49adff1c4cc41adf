import { describe, expect, it } from "vitest";
import { causingLine, lineForm, printedLines } from "./output.js";

describe("what a call printed", () => {
  it("is read without colors, the host's marks and empty lines", () => {
    const output = "Error: Exit code 1\n\u001b[31mno such table\u001b[0m\n\n---\nlast line";
    expect(printedLines(output)).toEqual(["no such table", "last line"]);
    expect(printedLines("<tool_use_error>File has not been read</tool_use_error>")).toEqual([
      "File has not been read",
    ]);
  });

  it("is read at its beginning and at its end when it is long", () => {
    const lines = printedLines(Array.from({ length: 1_000 }, (_, at) => `line ${at}`).join("\n"));
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([400, "line 0", "line 999"]);
  });

  it("has lines of one form whatever their numbers, but not whatever their names", () => {
    expect(lineForm("12 of 40 failed  after 3.2s")).toBe(lineForm("7 of 41 failed after 11.0s"));
    expect(lineForm("commit 3f9a2c1d0 is missing")).toBe(lineForm("commit 99aa2c1d4 is missing"));
    expect(lineForm("only1 is missing")).not.toBe(lineForm("only2 is missing"));
  });
});

describe("the causing line", () => {
  it("is the one that states an error, not the noise around it", () => {
    const lines = [
      "> app@1.0.0 build",
      "✓ 14 modules transformed",
      "error: cannot find module './missing' imported from main.ts",
      "    at resolve (node:internal/modules:41:3)",
    ];
    expect(causingLine("npm run build", lines)).toBe(lines[2]);
  });

  it("is empty where nothing was printed", () => {
    expect(causingLine("false", printedLines("Exit code 1\n"))).toBe("");
  });
});
