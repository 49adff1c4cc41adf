import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findRoot } from "./find-root.js";
import { identifyProject } from "./identify.js";

const git = (cwd: string, ...args: string[]) =>
  execFileSync(
    "git",
    ["-c", "protocol.file.allow=always", "-c", "user.name=t", "-c", "user.email=t@t", ...args],
    {
      cwd,
      stdio: "pipe",
      env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    },
  );

const repository = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "-q");
  git(folder, "commit", "-q", "--allow-empty", "-m", "first");
  return folder;
};

const sub = (...parts: string[]) => {
  const folder = join(...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
};

const keyAt = (folder: string) => identifyProject(findRoot(folder).root).key;

describe("the key of a repository", () => {
  let top = "";
  let main = "";
  beforeAll(() => {
    top = mkdtempSync(join(tmpdir(), "projects with ünï code "));
    main = repository(join(top, "main repo 設計"));
    git(main, "worktree", "add", "-q", "-b", "side", join(top, "work tree"));
    git(main, "worktree", "add", "-q", join(main, "inside", "tree"));
  });
  afterAll(() => rmSync(top, { recursive: true, force: true }));

  it("sub-folders, links and all worktrees of a repository have the same key", () => {
    symlinkSync(main, join(top, "link"));
    const key = keyAt(main);
    expect(key).toMatch(/^git-[0-9a-f]{16}$/);
    const others = [
      sub(main, "a", "b"),
      join(top, "work tree"),
      sub(top, "work tree", "c"),
      join(main, "inside", "tree"),
    ];
    for (const folder of [...others, join(top, "link", "a")]) expect(keyAt(folder), folder).toBe(key);
  });

  it("a nested repository, a submodule and a clone each have a key of their own", () => {
    const nested = repository(join(main, "vendor", "nested"));
    const library = repository(join(top, "library"));
    git(main, "submodule", "--quiet", "add", library, "lib");
    git(top, "clone", "-q", main, "clone");
    const folders = [main, nested, library, join(main, "lib"), join(top, "clone")];
    expect(new Set(folders.map(keyAt)).size).toBe(folders.length);
    expect(identifyProject(join(main, "lib")).from).toBe("git");
  });

  it("the worktrees of a bare repository share a key, and a separate git folder is the basis of one", () => {
    git(top, "clone", "-q", "--bare", main, "bare.git");
    git(join(top, "bare.git"), "worktree", "add", "-q", join(top, "bare-1"), "-b", "one");
    git(join(top, "bare.git"), "worktree", "add", "-q", join(top, "bare-2"), "-b", "two");
    expect(keyAt(join(top, "bare-1"))).toBe(keyAt(join(top, "bare-2")));

    const separate = sub(top, "separate");
    git(separate, "init", "-q", "--separate-git-dir", join(top, "kept.git"));
    expect(identifyProject(separate)).toMatchObject({
      from: "git",
      basis: expect.stringMatching(/kept\.git$/),
    });
  });

  it("a project in a sub-folder has a key of its own, the same in every worktree", () => {
    const inMain = sub(main, "packages", "api");
    const inTree = sub(top, "work tree", "packages", "api");
    for (const folder of [inMain, inTree]) writeFileSync(join(folder, "whetstone.json"), "{}");
    expect(keyAt(inMain)).toBe(keyAt(inTree));
    expect(keyAt(inMain)).not.toBe(keyAt(main));
  });

  it("two folders have the same key if and only if they are in one repository", () => {
    const second = repository(join(top, "second"));
    git(second, "worktree", "add", "-q", "-b", "side", join(top, "second tree"));
    const trees = [main, join(top, "work tree"), second, join(top, "second tree")];
    const name = fc.stringMatching(/^[a-zé ]{1,6}[a-z]$/);
    const place = fc.record({ tree: fc.nat({ max: 3 }), parts: fc.array(name, { maxLength: 3 }) });
    const folderOf = (p: { tree: number; parts: string[] }) => sub(trees[p.tree] ?? "", "deep", ...p.parts);
    fc.assert(
      fc.property(place, place, (a, b) => {
        expect(keyAt(folderOf(a)) === keyAt(folderOf(b))).toBe(a.tree < 2 === b.tree < 2);
      }),
      { numRuns: 100 },
    );
  });
});
