import { execFileSync } from "node:child_process";
import { ftruncateSync, openSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { check } from "../../../../tests/support/check.js";
import { type HostileProject, hostileProject } from "../../../../tests/support/hostile-project.js";

describe("a grep over a hostile tree", () => {
  it.each<[string, (made: HostileProject) => void]>([
    [".git/info/exclude", ({ write }) => write(".git/info/exclude", "*\n")],
    [
      "core.excludesFile",
      ({ git, write, outside }) => {
        writeFileSync(join(outside, "ignore"), "*\n");
        git("config", "core.excludesFile", join(outside, "ignore"));
        write("x", "");
      },
    ],
    ["core.worktree", ({ git, outside }) => void git("config", "core.worktree", outside)],
    ["core.bare", ({ git }) => void git("config", "core.bare", "true")],
    ["an index that forgot everything", ({ git }) => void git("rm", "-r", "--quiet", "--cached", ".")],
    ["no index", ({ root }) => rmSync(join(root, ".git/index"))],
    [
      "an ignored but tracked file",
      ({ write, git }) => {
        git("add", "--force", "new.ts");
        write(".gitignore", "*\n");
      },
    ],
    ["a repository around it", ({ root }) => rmSync(join(root, ".git"), { recursive: true })],
  ])("a file is found in spite of %s", async (_name, arrange) => {
    const made = hostileProject();
    made.write("new.ts", "a needle\n");
    arrange(made);
    expect(await check("grep:needle:*.ts", made.root)).toMatchObject({
      passed: false,
      matches: [{ file: "new.ts", line: 1 }],
    });
  });

  it.each<[string, string, string]>([
    ["a dot", ".hidden/.x.ts", "grep:needle:*.ts"],
    ["a leading dash", "-c.ts", "grep:needle:*.ts"],
    ["pathspec magic", ":(exclude)x.ts", "grep:needle:*.ts"],
    ["a line break", "a\nb.ts", "grep:needle:*.ts"],
    [
      "a tab and the look of an index entry",
      "160000 e69de29bb2d1d6434b8b29ae775ad8c2e48c5391 0\tx.ts",
      "grep:needle:*.ts",
    ],
    ["quotes and a backslash", 'a"\\b.ts', "grep:needle:*.ts"],
    ["a right-to-left mark", "a\u202est.ts", "grep:needle:*.ts"],
    ["another alphabet", "src/\u0430.ts", "grep:needle:src/?.ts"],
    ["a name with a glob's signs", "[a]*.ts", "grep:needle:*.ts"],
  ])("a file is found although its name has %s", async (_name, path, text) => {
    const made = hostileProject();
    made.write(path, "needle\n");
    const { passed, reason, matches } = await check(text, made.root);
    expect({ passed, lines: matches?.length }).toEqual({ passed: false, lines: 1 });
    expect(reason).not.toMatch(/[\n\t\u202e]/);
  });

  it("a file is found although its name is not UTF-8", async () => {
    const made = hostileProject();
    writeFileSync(
      Buffer.concat([Buffer.from(`${made.root}/x`), Buffer.from([0xff]), Buffer.from(".ts")]),
      "needle\n",
    );
    expect(await check("grep:needle:*.ts", made.root)).toMatchObject({
      passed: false,
      reason: expect.stringContaining("UTF-8"),
    });
  });

  it("a match is found beside a NUL, beside bytes that are not text, and after a very long line", async () => {
    for (const content of [Buffer.from("\0\0needle"), Buffer.from([0xff, 0x80, ...Buffer.from("needle")])]) {
      const made = hostileProject();
      made.write("x.ts", content);
      expect(await check("grep:needle:*.ts", made.root)).toMatchObject({ passed: false });
    }
    const made = hostileProject();
    made.write("x.ts", `${"a".repeat(4_000_000)}needle`);
    expect(await check("grep:needle:*.ts", made.root)).toMatchObject({
      matches: [{ file: "x.ts", line: 1 }],
    });
  });
});

describe("a grep over a tree that leads outside", () => {
  it("a link to a file outside fails without being read", async () => {
    const made = hostileProject();
    symlinkSync(join(made.outside, "secret.ts"), join(made.root, "link.ts"));
    const result = await check("grep:needle:*.ts", made.root);
    expect(result).toEqual({ passed: false, reason: "link.ts is a link that leads out of the project" });
  });

  it("a link to a folder outside is not entered, tracked or not", async () => {
    const made = hostileProject();
    symlinkSync(made.outside, join(made.root, "dir"));
    expect(await check("grep:needle:*.ts", made.root)).toMatchObject({ passed: true });
    made.commit();
    expect(await check("grep:needle:*.ts", made.root)).toMatchObject({ passed: true });
  });

  it("a tracked folder that became a link is not searched", async () => {
    const made = hostileProject();
    rmSync(join(made.root, "src"), { recursive: true });
    symlinkSync(made.outside, join(made.root, "src"));
    const result = await check("grep:needle:src/*.ts", made.root);
    expect(result).toEqual({ passed: false, reason: "src/b.ts lies behind a link" });
    for (const kind of ["file_modified", "file_not_modified"]) {
      expect(await check(`${kind}:src/b.ts`, made.root)).toMatchObject({ passed: false });
    }
  });

  it("links in a circle, to themselves and to nothing do not stop the walk", async () => {
    const made = hostileProject();
    symlinkSync("x.ts", join(made.root, "y.ts"));
    symlinkSync("y.ts", join(made.root, "x.ts"));
    symlinkSync(".", join(made.root, "self"));
    symlinkSync("nothing.ts", join(made.root, "dangling.ts"));
    expect(await check("grep:needle:*.ts", made.root)).toMatchObject({ passed: true });
    rmSync(join(made.root, ".git"), { recursive: true });
    expect(await check("grep:needle:*.ts", made.root)).toMatchObject({ passed: true });
  });

  it("a pipe, new or in the place of a tracked file, is not opened", async () => {
    const made = hostileProject();
    rmSync(join(made.root, "a.ts"));
    for (const name of ["a.ts", "pipe.ts"]) execFileSync("mkfifo", [join(made.root, name)]);
    expect(await check("grep:needle:*.ts", made.root)).toMatchObject({ passed: true });
    expect(await check("file_not_modified:a.ts", made.root)).toMatchObject({
      passed: false,
      reason: expect.stringContaining("not a regular file"),
    });
    rmSync(join(made.root, ".git"), { recursive: true });
    expect(await check("grep:needle:*.ts", made.root)).toMatchObject({ passed: true });
  });

  it("a grep ends at the time limit when git itself waits for a pipe", async () => {
    const made = hostileProject();
    execFileSync("mkfifo", [join(made.root, ".gitignore")]);
    expect(await check("grep:needle:*.ts", made.root, { limitMs: 1_000 })).toMatchObject({
      passed: false,
      reason: expect.stringContaining("longer than 1000 ms"),
    });
  });

  it("a device is not read", async () => {
    const made = hostileProject();
    symlinkSync("/dev/zero", join(made.root, "zero.ts"));
    symlinkSync("/dev/stdin", join(made.root, "stdin.ts"));
    expect(await check("grep:needle:*.ts", made.root)).toMatchObject({ passed: false });
  });

  it("a socket in the place of a file is not opened", async () => {
    const made = hostileProject();
    rmSync(join(made.root, "a.ts"));
    const server = createServer();
    await new Promise<void>((listening) => server.listen(join(made.root, "a.ts"), listening));
    const result = await check("grep:needle:*.ts", made.root);
    await new Promise((closed) => server.close(closed));
    expect(result).toMatchObject({ passed: true });
  });

  it("a sparse file of 10 GB fails at once", async () => {
    const made = hostileProject();
    ftruncateSync(openSync(join(made.root, "huge.ts"), "w"), 10 * 1024 ** 3);
    expect(await check("grep:needle:*.ts", made.root)).toEqual({
      passed: false,
      reason: "huge.ts is too large to check",
    });
    expect(await check("grep:needle:a.ts", made.root)).toMatchObject({ passed: true });
    expect(await check("file_modified:huge.ts", made.root)).toMatchObject({ passed: true });
  });
});
