import { chmodSync, renameSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { check } from "../../../../tests/support/check.js";
import { type Repository, repository } from "../../../../tests/support/repository.js";
import { tempFolder } from "../../../../tests/support/temp-folder.js";

/** Whether the file counts as modified; both predicates must agree. */
async function modified(path: string, made: Repository, baseCommit?: string): Promise<boolean> {
  const yes = await check(`file_modified:${path}`, made.root, { baseCommit });
  const no = await check(`file_not_modified:${path}`, made.root, { baseCommit });
  expect([yes, no].map(({ reason }) => reason)).not.toContainEqual(
    expect.stringContaining("cannot be checked"),
  );
  expect(no.passed).toBe(!yes.passed);
  return yes.passed;
}

/** Neither predicate passes. Returns why. */
async function undecided(path: string, made: Repository, baseCommit?: string): Promise<string> {
  const yes = await check(`file_modified:${path}`, made.root, { baseCommit });
  const no = await check(`file_not_modified:${path}`, made.root, { baseCommit });
  expect([yes.passed, no.passed]).toEqual([false, false]);
  return no.reason;
}

const files = { "a.txt": "one\n", "dir/b.txt": "two\n" };

describe("a modified file", () => {
  it.each<[string, string, (made: Repository) => void]>([
    ["changed", "a.txt", ({ write }) => write("a.txt", "other\n")],
    ["changed in a folder", "dir/b.txt", ({ write }) => write("dir/b.txt", "other\n")],
    ["new", "new.txt", ({ write }) => write("new.txt", "")],
    ["new in a new folder", "x/y/new.txt", ({ write }) => write("x/y/new.txt", "")],
    [
      "new and ignored",
      "x.log",
      ({ write }) => {
        write(".gitignore", "*.log");
        write("x.log", "");
      },
    ],
    ["deleted", "a.txt", ({ root }) => rmSync(join(root, "a.txt"))],
    ["deleted with its folder", "dir/b.txt", ({ root }) => rmSync(join(root, "dir"), { recursive: true })],
    ["renamed, the old name", "a.txt", ({ git }) => void git("mv", "a.txt", "c.txt")],
    ["renamed, the new name", "c.txt", ({ git }) => void git("mv", "a.txt", "c.txt")],
    ["renamed without git", "c.txt", ({ root }) => renameSync(join(root, "a.txt"), join(root, "c.txt"))],
    [
      "staged",
      "a.txt",
      ({ write, git }) => {
        write("a.txt", "x");
        git("add", "a.txt");
      },
    ],
    [
      "staged and put back on the disk",
      "a.txt",
      ({ write, git }) => {
        write("a.txt", "x");
        git("add", "a.txt");
        write("a.txt", "one\n");
      },
    ],
    ["removed from the index", "a.txt", ({ git }) => void git("rm", "--quiet", "--cached", "a.txt")],
    [
      "meant to be added",
      "n.txt",
      ({ write, git }) => {
        write("n.txt", "");
        git("add", "--intent-to-add", "n.txt");
      },
    ],
    [
      "made a link",
      "a.txt",
      ({ root }) => {
        rmSync(join(root, "a.txt"));
        symlinkSync("dir/b.txt", join(root, "a.txt"));
      },
    ],
    [
      "made executable and staged",
      "a.txt",
      ({ root, git }) => {
        chmodSync(join(root, "a.txt"), 0o755);
        git("add", "a.txt");
      },
    ],
    [
      "behind a folder that became a file",
      "dir/b.txt",
      ({ root, write }) => {
        rmSync(join(root, "dir"), { recursive: true });
        write("dir", "");
      },
    ],
    [
      "hidden by assume-unchanged",
      "a.txt",
      ({ write, git }) => {
        git("update-index", "--assume-unchanged", "a.txt");
        write("a.txt", "x");
      },
    ],
    [
      "hidden by skip-worktree",
      "a.txt",
      ({ write, git }) => {
        git("update-index", "--skip-worktree", "a.txt");
        write("a.txt", "x");
      },
    ],
    [
      "of the same size and time",
      "a.txt",
      ({ root, write }) => {
        utimesSync(join(root, "a.txt"), 1, 1);
        write("a.txt", "two\n");
        utimesSync(join(root, "a.txt"), 1, 1);
      },
    ],
  ])("a file is modified when it is %s", async (_name, path, change) => {
    const made = repository(files);
    expect(await modified(path, made)).toBe(false);
    change(made);
    expect(await modified(path, made)).toBe(true);
  });

  it("a file is modified when a later commit changed it, even if the disk was restored", async () => {
    const made = repository(files);
    const base = made.git("rev-parse", "HEAD").trim();
    made.write("a.txt", "other\n");
    made.commit();
    expect(await modified("a.txt", made, base)).toBe(true);
    expect(await modified("a.txt", made)).toBe(false);
    made.git("checkout", "--quiet", base, "--", "a.txt");
    expect(await modified("a.txt", made, base)).toBe(true);
  });

  it("a file is modified when a later commit added or removed it", async () => {
    const made = repository(files);
    const base = made.git("rev-parse", "HEAD").trim();
    made.git("mv", "a.txt", "c.txt");
    made.commit();
    expect(await modified("a.txt", made, base)).toBe(true);
    expect(await modified("c.txt", made, base)).toBe(true);
    expect(await modified("dir/b.txt", made, base)).toBe(false);
  });
});

describe("an unmodified file", () => {
  it("a file is not modified when only its time or its line ends changed, or another file did", async () => {
    const made = repository(files);
    utimesSync(join(made.root, "a.txt"), 1, 1);
    made.write("dir/b.txt", "two\r\n");
    made.write("c.txt", "");
    expect(await modified("a.txt", made)).toBe(false);
    expect(await modified("dir/b.txt", made)).toBe(false);
  });

  it("a file that does not exist is not modified", async () => {
    expect(await modified("nowhere.txt", repository(files))).toBe(false);
  });

  it("a file is not modified in a project that is a folder of the repository, and in a linked worktree", async () => {
    const made = repository(files);
    expect((await check("file_not_modified:b.txt", join(made.root, "dir"))).passed).toBe(true);
    const linked = join(tempFolder(), "linked");
    made.git("worktree", "add", "--quiet", linked, "HEAD");
    made.write("a.txt", "other");
    expect((await check("file_not_modified:a.txt", linked)).passed).toBe(true);
    expect((await check("file_not_modified:a.txt", made.root)).passed).toBe(false);
  });

  it("a link is not modified when it has the same target", async () => {
    const made = repository(files);
    symlinkSync("a.txt", join(made.root, "link"));
    made.commit();
    expect(await modified("link", made)).toBe(false);
  });

  it("a file is not modified in a repository with longer hashes", async () => {
    const made = repository();
    rmSync(join(made.root, ".git"), { recursive: true });
    made.git("init", "--quiet", "--object-format=sha256");
    made.write("a.txt", "one\n");
    const base = made.commit();
    expect(await modified("a.txt", made, base)).toBe(false);
    made.write("a.txt", "two\n");
    expect(await modified("a.txt", made, base)).toBe(true);
  });
});

describe("a file that cannot be judged", () => {
  it.each<[string, string, (made: Repository) => void]>([
    ["is a folder", "dir", () => undefined],
    ["is a folder", "new", ({ write }) => write("new/a", "")],
    [
      "not checked out",
      "a.txt",
      ({ root, git }) => {
        git("update-index", "--skip-worktree", "a.txt");
        rmSync(join(root, "a.txt"));
      },
    ],
    [
      "converts the content",
      "a.txt",
      ({ write }) => {
        write(".gitattributes", "*.txt filter=lfs");
        write("a.txt", "x");
      },
    ],
    [
      "not a plain folder",
      "dir/b.txt",
      ({ root }) => {
        renameSync(join(root, "dir"), join(root, "real"));
        symlinkSync("real", join(root, "dir"));
      },
    ],
  ])("no answer is given, with the reason '%s'", async (about, path, change) => {
    const made = repository(files);
    change(made);
    expect(await undecided(path, made)).toContain(about);
  });

  it("no answer is given for a base that is not a full commit id or not a commit of this repository", async () => {
    const made = repository(files);
    const tree = made.git("rev-parse", "HEAD^{tree}").trim();
    const bases = [
      "main",
      "HEAD~0",
      tree.slice(0, 12),
      "0".repeat(40),
      tree,
      "--output=x",
      "HEAD:a.txt",
      "",
      "HEAD\n",
    ];
    for (const base of bases) expect(await undecided("a.txt", made, base)).toContain("commit");
  });

  it("no answer is given before the first commit, and without git", async () => {
    expect(await undecided("a.txt", repository())).toContain("no commit");
    expect(await check("file_not_modified:a.txt", tempFolder())).toMatchObject({ passed: false });
  });

  it("no answer is given inside a submodule", async () => {
    const inner = repository({ "f.txt": "x" });
    const made = repository(files);
    made.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "sub");
    made.commit();
    expect(await undecided("sub/f.txt", made)).toContain("another repository");
    made.git("submodule", "--quiet", "deinit", "--force", "sub");
    expect(await undecided("sub/f.txt", made)).toContain("submodule");
  });
});
