import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { unifiedDiff } from "./unified-diff.js";

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

it("a diff shows the changed lines with three lines around them, in hunks", () => {
  const before = `${numbers(1, 20).join("\n")}\n`;
  const after = before.replace("line 2\n", "line two\n").replace("line 18\n", "");
  expect(unifiedDiff(before, after, "a.md")).toBe(
    [
      "--- a/a.md",
      "+++ b/a.md",
      "@@ -1,5 +1,5 @@",
      " line 1",
      "-line 2",
      "+line two",
      " line 3",
      " line 4",
      " line 5",
      "@@ -15,6 +15,5 @@",
      " line 15",
      " line 16",
      " line 17",
      "-line 18",
      " line 19",
      " line 20",
    ].join("\n"),
  );
});

it("equal texts have no diff, and a new file comes from nowhere", () => {
  expect(unifiedDiff("a\n", "a\n", "a.md")).toBe("");
  expect(unifiedDiff("", "a\n", "a.md")).toBe("--- /dev/null\n+++ b/a.md\n@@ -0,0 +1,1 @@\n+a");
});

it("a diff may end in a blank line of the file", () => {
  expect(unifiedDiff("a\n\n\n", "b\n\n\n", "a.md").split("\n").slice(3)).toEqual(["-a", "+b", " ", " "]);
});

it("git applies the diff of a file without a last line end", () => {
  const cwd = tempFolder();
  const [before, after] = ["one\ntwo\nthree", "one\ntwo\nthree\n\nfour"];
  writeFileSync(join(cwd, "a.md"), before);
  const input = `${unifiedDiff(before, after, "a.md")}\n`;
  execFileSync("git", ["apply", "-"], { cwd, input });
  expect(readFileSync(join(cwd, "a.md"), "utf8")).toBe(after);
});
