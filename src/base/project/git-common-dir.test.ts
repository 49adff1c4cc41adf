import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gitCommonDir } from "./git-common-dir.js";

describe("gitCommonDir", () => {
  let top = "";
  beforeEach(() => {
    top = realpathSync.native(mkdtempSync(join(tmpdir(), "git-common-dir-")));
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));

  const gitFolder = (...parts: string[]) => {
    const path = join(top, ...parts);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "HEAD"), "ref: refs/heads/main\n");
    return path;
  };

  it("gitCommonDir follows a relative gitdir and a relative commondir", () => {
    const main = gitFolder("main", ".git");
    const own = gitFolder("main", ".git", "worktrees", "wt");
    writeFileSync(join(own, "commondir"), "../..\n");
    mkdirSync(join(top, "wt"));
    writeFileSync(join(top, "wt", ".git"), "gitdir: ../main/.git/worktrees/wt\n");
    expect(gitCommonDir(join(top, "wt"))).toBe(main);
  });

  it("gitCommonDir follows a .git that is a link, and accepts CRLF", () => {
    const real = gitFolder("store.git");
    mkdirSync(join(top, "a"));
    symlinkSync(real, join(top, "a", ".git"));
    mkdirSync(join(top, "b"));
    writeFileSync(join(top, "b", ".git"), `gitdir: ${real}\r\n`);
    expect(gitCommonDir(join(top, "a"))).toBe(real);
    expect(gitCommonDir(join(top, "b"))).toBe(real);
  });

  it("gitCommonDir is undefined without .git, for an empty .git folder, and when a target is missing", () => {
    mkdirSync(join(top, "empty", ".git"), { recursive: true });
    mkdirSync(join(top, "lost"));
    writeFileSync(join(top, "lost", ".git"), "gitdir: /nowhere/at/all\n");
    const own = gitFolder("orphan", ".git");
    writeFileSync(join(own, "commondir"), "../gone\n");
    for (const folder of [".", "empty", "lost", "orphan"])
      expect(gitCommonDir(join(top, folder))).toBeUndefined();
  });

  it("gitCommonDir is undefined for any other text in .git", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ minLength: 5000, maxLength: 9000 })),
        fc.boolean(),
        (text, prefixed) => {
          writeFileSync(join(top, ".git"), prefixed ? `gitdir: ${text}` : text);
          expect(gitCommonDir(top)).toBeUndefined();
        },
      ),
      { numRuns: 200 },
    );
  });
});
