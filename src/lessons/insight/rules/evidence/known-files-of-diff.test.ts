import { describe, expect, it } from "vitest";
import { knownFilesOfDiff } from "./known-files-of-diff.js";

const diff = (...lines: readonly string[]) => `${lines.join("\n")}\n`;
const edit = (oldPath: string, newPath: string) =>
  diff(
    `diff --git ${oldPath} ${newPath}`,
    "index 1..2 100644",
    `--- ${oldPath}`,
    `+++ ${newPath}`,
    "@@ -10,3 +20,4 @@ f()",
    " a",
    "-b",
    "+c",
    "+d",
    " e",
  );
const linesOf = (text: string, path: string) => {
  const files = knownFilesOfDiff(text);
  return Array.from({ length: 60 }, (_, line) => line).filter((line) => files.has(path, line));
};

describe("the files of a diff", () => {
  it.each([
    ["an edit, both sides", edit("a/src/x.ts", "b/src/x.ts"), "src/x.ts", [10, 11, 12, 20, 21, 22, 23]],
    ["CRLF", edit("a/x.ts", "b/x.ts").replaceAll("\n", "\r\n"), "x.ts", [10, 11, 12, 20, 21, 22, 23]],
    ["a rename, its new path", edit("a/old.ts", "b/new.ts"), "new.ts", [20, 21, 22, 23]],
    ["a rename, its old path", edit("a/old.ts", "b/new.ts"), "old.ts", [10, 11, 12]],
    ["a new file", diff("--- /dev/null", "+++ b/n.ts", "@@ -0,0 +1,2 @@", "+a", "+b"), "n.ts", [1, 2]],
    ["a deleted file", diff("--- a/d.ts", "+++ /dev/null", "@@ -1,2 +0,0 @@", "-a", "-b"), "d.ts", [1, 2]],
    ["no count means one line", diff("--- a/x.ts", "+++ b/x.ts", "@@ -3 +4 @@", "-a", "+b"), "x.ts", [3, 4]],
    [
      "a path with spaces",
      edit("a/my file.ts\t", "b/my file.ts\t"),
      "my file.ts",
      [10, 11, 12, 20, 21, 22, 23],
    ],
    [
      "a quoted path",
      edit('"a/gr\\303\\266\\303\\237e.ts"', '"b/gr\\303\\266\\303\\237e.ts"'),
      "größe.ts",
      [10, 11, 12, 20, 21, 22, 23],
    ],
    [
      "a quote and a tab in a path",
      edit('"a/a\\"b\\tc\\\\d.ts"', '"b/a\\"b\\tc\\\\d.ts"'),
      'a"b\tc\\d.ts',
      [10, 11, 12, 20, 21, 22, 23],
    ],
    ["no prefix", edit("src/x.ts", "src/x.ts"), "src/x.ts", [10, 11, 12, 20, 21, 22, 23]],
    ["mnemonic prefixes", edit("i/x.ts", "w/x.ts"), "x.ts", [10, 11, 12, 20, 21, 22, 23]],
    [
      "a time behind the path",
      edit("x.ts\t2024-01-01", "x.ts\t2024-01-02"),
      "x.ts",
      [10, 11, 12, 20, 21, 22, 23],
    ],
    [
      "two hunks",
      diff("--- a/x.ts", "+++ b/x.ts", "@@ -0,0 +1 @@", "+a", "@@ -5,0 +7 @@", "+b"),
      "x.ts",
      [1, 7],
    ],
    [
      "no newline at the end",
      diff(
        "--- a/x.ts",
        "+++ b/x.ts",
        "@@ -1 +1 @@",
        "-a",
        "\\ No newline at end of file",
        "+b",
        "\\ No newline at end of file",
      ),
      "x.ts",
      [1],
    ],
    [
      "a trimmed empty line",
      diff("--- a/x.ts", "+++ b/x.ts", "@@ -1,2 +1,3 @@", "", " b", "+c"),
      "x.ts",
      [1, 2, 3],
    ],
    ["another path", edit("a/x.ts", "b/x.ts"), "y.ts", []],
    ["an inherited name", edit("a/x.ts", "b/x.ts"), "constructor", []],
    [
      "a binary file",
      diff("diff --git a/x.png b/x.png", "Binary files a/x.png and b/x.png differ"),
      "x.png",
      [],
    ],
    [
      "a pure rename",
      diff("diff --git a/o.ts b/n.ts", "similarity index 100%", "rename from o.ts", "rename to n.ts"),
      "n.ts",
      [],
    ],
    ["a combined diff", diff("--- a/x.ts", "+++ b/x.ts", "@@@ -1,1 -1,1 +1,1 @@@", "++a"), "x.ts", []],
    ["no diff", "src/x.ts:3 and @@ -1,9 +1,9 @@", "src/x.ts", []],
  ])("the changed lines are known for %s", (_what, text, path, lines) => {
    expect(linesOf(text, path)).toEqual(lines);
  });

  it("a changed line that looks like a heading is read as content", () => {
    const forged = diff(
      "--- a/x.ts",
      "+++ b/x.ts",
      "@@ -1,2 +1,2 @@",
      "--- a/y.ts",
      "+++ b/y.ts",
      " @@ -1 +1,9 @@",
      "@@ -30 +40 @@",
      "-a",
      "+b",
    );
    expect(linesOf(forged, "y.ts")).toEqual([]);
    expect(linesOf(forged, "x.ts")).toEqual([1, 2, 30, 40]);
  });

  it("the lines of a hunk count when its heading states other numbers", () => {
    const cut = diff(
      "--- a/x.ts",
      "+++ b/x.ts",
      "@@ -1,50 +1,50 @@",
      " a",
      "+b",
      "diff --git a/y.ts b/y.ts",
    ).concat(edit("a/y.ts", "b/y.ts"));
    expect(linesOf(cut, "x.ts")).toEqual([1, 2]);
    expect(linesOf(cut, "y.ts")).toEqual([10, 11, 12, 20, 21, 22, 23]);
    expect(linesOf("--- a/x.ts\n+++ b/x.ts\n@@ -1,9 +1,9 @@\n a\n", "x.ts")).toEqual([1]);
  });

  it("a file of many hunks and a file of many lines are read whole", () => {
    const hunks = Array.from({ length: 50_000 }, (_, at) => `@@ -${at},0 +${at + 1} @@\n+x`).join("\n");
    expect(knownFilesOfDiff(`--- a/x.ts\n+++ b/x.ts\n${hunks}\n`).has("x.ts", 50_000)).toBe(true);
    const long = `--- a/x.ts\n+++ b/x.ts\n@@ -0,0 +1,300000 @@\n${"+x\n".repeat(300_000)}`;
    expect(knownFilesOfDiff(long).has("x.ts", 300_000)).toBe(true);
  });
});
