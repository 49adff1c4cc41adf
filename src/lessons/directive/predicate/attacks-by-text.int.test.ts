import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { check } from "../../../../tests/support/check.js";
import { type HostileProject, hostileProject } from "../../../../tests/support/hostile-project.js";

describe("a hostile regex", () => {
  it.each([
    "(a+)+$",
    "(a|a)*$",
    "(a|aa)+$",
    "([a-zA-Z]+)*$",
    "(.*a){20}$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(x+x+)+y",
    "a{0,400}a{0,400}b",
    "(?i)(\\p{L}+\\p{L}+)+!",
    ".*.*.*.*.*=.*",
    "(\\PN{30}){30}",
  ])("the regex %s reads a line of a million characters", async (pattern) => {
    const made = hostileProject();
    made.write("long.ts", `${"a".repeat(1_000_000)}!x`);
    const { reason } = await check(`grep:${pattern}:long.ts`, made.root);
    expect(reason).toMatch(/matches long.ts:1$|no line of 1 files|took too long|longer than/);
  });

  it.each([
    ["a{1001}", "repeat"],
    ["((a{100}){100}){100}", "repeat"],
    ["a{1000}a{1000}a{1000}", "too large"],
    ["(?=a)b", "Perl"],
    ["(?<=a)b", "not a regex"],
    ["(a)\\1", "escape"],
    ["(a", "closing"],
    ["[a", "closing"],
    ["a**", "repetition"],
    ["a\\", "needs a glob"],
    ["(?P<x", "not a regex"],
  ])("the regex %s is refused", async (pattern, about) => {
    const { reason } = await check(`grep:${pattern}:*`, hostileProject().root);
    expect(reason).toContain("refused");
    expect(reason).toContain(about);
  });

  it("a regex that would run for ever is cut off", async () => {
    const made = hostileProject();
    made.write("long.ts", "é".repeat(2_000_000));
    const result = await check("grep:(?i)(\\PN{30}){30}(\\p{L}{30}){30}\\d:long.ts", made.root, {
      limitMs: 1_000,
    });
    expect(result).toMatchObject({ passed: false, reason: expect.stringMatching(/too long|longer/) });
  });
});

describe("a hostile path", () => {
  it.each([
    ["--output=ran", true],
    ["-c", true],
    [":(exclude)a.ts", true],
    [":!a.ts", true],
    [":(top)a.ts", true],
    [":/", false],
    ["*.ts", true],
    ["[a].ts", true],
    ["A.TS", true],
    ["a.ts\u00a0", false],
    ["src/b.ts/", false],
    ["HEAD", true],
  ])(
    "the predicate file_not_modified:%s is answered without an option or magic reaching git",
    async (path, passes) => {
      const made = hostileProject();
      made.write("a.ts", "changed\n");
      expect((await check(`file_not_modified:${path}`, made.root)).passed).toBe(passes);
      expect((await check(`file_modified:${path}`, made.root)).passed).toBe(false);
      expect(existsSync(join(made.root, "ran"))).toBe(false);
    },
  );

  it("a file whose name looks like an option or magic is found", async () => {
    const made = hostileProject();
    for (const name of ["--output=x", "-c", ":(exclude)a.ts", "[a].ts", "*.ts"]) made.write(name, "new");
    for (const name of ["--output=x", "-c", ":(exclude)a.ts", "[a].ts", "*.ts"]) {
      expect(await check(`file_modified:${name}`, made.root)).toMatchObject({ passed: true });
    }
    made.commit();
    for (const name of ["--output=x", "-c", ":(exclude)a.ts", "[a].ts", "*.ts"]) {
      expect(await check(`file_not_modified:${name}`, made.root)).toMatchObject({ passed: true });
    }
  });

  it("a commit that replaces another is not believed", async () => {
    const made = hostileProject();
    const base = made.git("rev-parse", "HEAD").trim();
    made.write("a.ts", "changed\n");
    const changed = made.commit();
    made.git("replace", base, changed);
    expect(await check("file_not_modified:a.ts", made.root, { baseCommit: base })).toMatchObject({
      passed: false,
    });
  });

  it.each<[string, (made: HostileProject) => void]>([
    ["a broken index", ({ write }) => write(".git/index", "nonsense")],
    ["a broken HEAD", ({ write }) => write(".git/HEAD", "nonsense")],
    ["a broken config", ({ write }) => write(".git/config", "[nonsense")],
    [
      "an unknown extension",
      ({ git }) => {
        git("config", "core.repositoryFormatVersion", "1");
        git("config", "extensions.evil", "1");
      },
    ],
    [
      "a .git that leads nowhere",
      ({ root, write }) => {
        rmSync(join(root, ".git"), { recursive: true });
        write(".git", "gitdir: /nowhere\n");
      },
    ],
  ])("a repository with %s gives no pass", async (_name, arrange) => {
    const made = hostileProject();
    arrange(made);
    expect(await check("grep:needle:*.ts", made.root)).toMatchObject({ passed: false });
    expect(await check("file_not_modified:a.ts", made.root)).toMatchObject({ passed: false });
  });
});
