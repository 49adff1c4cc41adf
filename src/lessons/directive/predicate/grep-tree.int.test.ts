import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { check } from "../../../../tests/support/check.js";
import { repository, repositoryAt } from "../../../../tests/support/repository.js";
import { tempFolder } from "../../../../tests/support/temp-folder.js";

describe("a grep predicate", () => {
  it("a grep passes when no line matches, and otherwise names the lines", async () => {
    const { root } = repository({
      "src/a.ts": "one\nconsole.log(1)\nthree\n",
      "src/b.ts": "x\nconsole.log(2)",
    });
    expect(await check("grep:debugger:**/*.ts", root)).toEqual({
      passed: true,
      reason: "no line of 2 files matches",
    });
    expect(await check("grep:console\\.log\\(:**/*.ts", root)).toEqual({
      passed: false,
      reason: "matches src/a.ts:2 and 1 more",
      matches: [
        { file: "src/a.ts", line: 2 },
        { file: "src/b.ts", line: 2 },
      ],
    });
  });

  it("a grep reports a glob that fits no file", async () => {
    const { root } = repository({ "a.ts": "x" });
    expect(await check("grep:x:*.js", root)).toEqual({
      passed: true,
      reason: "no file fits the glob *.js",
      empty: true,
    });
  });

  it("a grep names at most 20 lines", async () => {
    const { root } = repository({ "a.ts": "x\n".repeat(100), "b.ts": "x\n" });
    const { matches, reason } = await check("grep:x:*.ts", root);
    expect(matches).toHaveLength(20);
    expect(reason).toBe("matches a.ts:1 and at least 19 more");
  });

  it.each([
    ["^b$", "a\nb\nc", true],
    ["^b$", "a\r\nb\r\nc", true],
    ["a\\s+b", "a\nb", false],
    ["[^x]{3}", "ab\ncd", false],
    ["\\bword\\b", "a word.", true],
    ["(?i)straße", "STRAßE", true],
    ["é", "caf\u00e9", true],
    ["^first", "\ufefffirst", true],
    ["needle", "\0\0binary\0needle", true],
    ["a.c", "a🚀c", true],
    ["x$", "x\u2028y", false],
    ["^$", "a\n\nb", true],
  ])("the pattern %s is found in %j: %s", async (pattern, text, found) => {
    const { root } = repository({ "file.txt": text });
    expect((await check(`grep:${pattern}:file.txt`, root)).passed).toBe(!found);
  });

  it.each([
    ["utf-16le", [0xff, 0xfe], false],
    ["utf-16be", [0xfe, 0xff], true],
  ])("a file in %s is read by its byte order mark", async (_name, mark, swapped) => {
    const made = repository();
    const text = Buffer.from("a needle\n", "utf16le");
    made.write("file.txt", Buffer.concat([Buffer.from(mark), swapped ? text.swap16() : text]));
    expect((await check("grep:needle:*", made.root)).matches).toEqual([{ file: "file.txt", line: 1 }]);
  });

  it("a grep reads staged, new and changed files, and skips ignored and deleted ones", async () => {
    const made = repository({
      ".gitignore": "ignored/\n",
      "old.txt": "needle",
      "gone.txt": "needle",
      "kept.txt": "",
    });
    made.write("ignored/a.txt", "needle");
    made.write("new/deep/a.txt", "needle");
    made.write("staged.txt", "needle");
    made.git("add", "staged.txt");
    made.write("old.txt", "clean");
    made.write("kept.txt", "needle");
    rmSync(join(made.root, "gone.txt"));
    const { matches } = await check("grep:needle:**", made.root);
    expect(matches?.map(({ file }) => file)).toEqual(["kept.txt", "new/deep/a.txt", "staged.txt"]);
  });

  it("a grep reads repositories inside the repository", async () => {
    const made = repository({ "a.txt": "" });
    repositoryAt(join(made.root, "hidden")).write("b.txt", "needle");
    expect((await check("grep:needle:*.txt", made.root)).matches).toEqual([
      { file: "hidden/b.txt", line: 1 },
    ]);
    made.git(
      "-c",
      "advice.addEmbeddedRepo=false",
      "-C",
      "hidden",
      "commit",
      "--allow-empty",
      "--quiet",
      "-mx",
    );
    made.git("-c", "advice.addEmbeddedRepo=false", "add", "hidden");
    expect((await check("grep:needle:*.txt", made.root)).passed).toBe(false);
  });

  it("a grep stays in a project that is a folder of the repository", async () => {
    const made = repository({ "packages/a/x.ts": "needle", "packages/b/x.ts": "needle" });
    const { matches } = await check("grep:needle:*.ts", join(made.root, "packages/a"));
    expect(matches).toEqual([{ file: "x.ts", line: 1 }]);
  });

  it("a grep walks a folder without git, and skips what tools put there", async () => {
    const root = tempFolder();
    for (const folder of ["node_modules", "src/deep", "dist"]) {
      mkdirSync(join(root, folder), { recursive: true });
      writeFileSync(join(root, folder, "a.js"), "needle");
    }
    expect((await check("grep:needle:*.js", root)).matches).toEqual([{ file: "src/deep/a.js", line: 1 }]);
  });

  it("a grep follows a link to a file of the same tree", async () => {
    const made = repository({ "real.txt": "needle" });
    symlinkSync("real.txt", join(made.root, "link.ts"));
    expect((await check("grep:needle:*.ts", made.root)).matches).toEqual([{ file: "link.ts", line: 1 }]);
  });

  it("a grep lets other work continue meanwhile", async () => {
    const made = repository();
    for (let index = 0; index < 400; index += 1) made.write(`f${index}.txt`, `${"abc ".repeat(30_000)}\n`);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await check("grep:(?i)[a-d]+x[0-9]:*.txt", made.root);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });
});
