import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository, repositoryAt } from "../../../tests/support/repository.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { headCommit } from "./head-commit.js";

describe("headCommit", () => {
  it("headCommit returns the commit of the current branch, and follows it", () => {
    const made = repository({ "a.txt": "one" });
    expect(headCommit(made.root)).toBe(made.git("rev-parse", "HEAD").trim());
    made.write("a.txt", "two");
    const second = made.commit();
    expect(headCommit(made.root)).toBe(second);
    made.git("switch", "--quiet", "--create", "feature/deep/name-1.x");
    const third = made.commit();
    expect(third).not.toBe(second);
    expect(headCommit(made.root)).toBe(third);
  });

  it("headCommit finds a detached HEAD", () => {
    const made = repository({ "a.txt": "one" });
    const first = made.git("rev-parse", "HEAD").trim();
    made.commit();
    made.git("checkout", "--quiet", "--detach", first);
    expect(headCommit(made.root)).toBe(first);
  });

  it("headCommit reads packed refs, and prefers a newer loose ref", () => {
    const made = repository({ "a.txt": "one" });
    const packed = made.git("rev-parse", "HEAD").trim();
    made.git("branch", "not-main");
    made.git("tag", "--annotate", "--message=x", "v1");
    made.git("pack-refs", "--all");
    expect(readFileSync(join(made.root, ".git/packed-refs"), "utf8")).toContain(packed);
    expect(headCommit(made.root)).toBe(packed);
    const newer = made.commit();
    expect(newer).not.toBe(packed);
    expect(headCommit(made.root)).toBe(newer);
  });

  it("headCommit returns a worktree's own commit, loose or packed", () => {
    const made = repository({ "a.txt": "one" });
    const worktree = join(tempFolder(), "tree");
    made.git("worktree", "add", "--quiet", "-b", "side", worktree);
    const side = repositoryAt(worktree);
    const own = side.commit();
    expect(headCommit(worktree)).toBe(own);
    expect(headCommit(made.root)).not.toBe(own);
    made.git("pack-refs", "--all");
    expect(headCommit(worktree)).toBe(own);
  });

  it("headCommit reads a repository with SHA-256 hashes", () => {
    const root = tempFolder();
    const made = repositoryAt(root);
    rmSync(join(root, ".git"), { recursive: true });
    made.git("init", "--quiet", "--object-format=sha256", "--initial-branch=main");
    const commit = made.commit();
    expect(commit).toHaveLength(64);
    expect(headCommit(root)).toBe(commit);
  });

  it("headCommit is undefined outside a repository, before the first commit, and with damaged files", () => {
    expect(headCommit(tempFolder())).toBeUndefined();
    expect(headCommit(join(tempFolder(), "missing"))).toBeUndefined();
    expect(headCommit(repository().root)).toBeUndefined();
    for (const head of [
      "",
      "garbage",
      "ref: refs/../../secret",
      "ref: refs/heads/none",
      "ref: ../../etc/passwd",
    ]) {
      const { root } = repository({ "a.txt": "one" });
      writeFileSync(join(root, ".git/HEAD"), head);
      expect(headCommit(root), head).toBeUndefined();
    }
    const root = tempFolder();
    writeFileSync(join(root, ".git"), "gitdir: nowhere\n");
    expect(headCommit(root)).toBeUndefined();
    mkdirSync(join(root, "empty/.git"), { recursive: true });
    expect(headCommit(join(root, "empty"))).toBeUndefined();
  });
});
