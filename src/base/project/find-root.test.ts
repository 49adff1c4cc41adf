import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findRoot } from "./find-root.js";

describe("findRoot", () => {
  let top = "";
  beforeEach(() => {
    top = realpathSync.native(mkdtempSync(join(tmpdir(), "find root é-")));
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));

  const folder = (...parts: string[]) => {
    const path = join(top, ...parts);
    mkdirSync(path, { recursive: true });
    return path;
  };

  it("findRoot takes the nearest marker of any kind", () => {
    folder(".git");
    const deep = folder("packages", "api", "src", "routes");
    expect(findRoot(deep)).toEqual({ root: top, kind: "git" });

    writeFileSync(join(top, "packages", "api", "whetstone.json"), "{}");
    expect(findRoot(deep)).toEqual({ root: join(top, "packages", "api"), kind: "config" });

    folder("packages", "api", "src", ".whetstone");
    expect(findRoot(deep)).toEqual({ root: join(top, "packages", "api", "src"), kind: "whetstone" });
  });

  it("findRoot prefers whetstone.json to .git, and .git to .whetstone, in one folder", () => {
    folder(".whetstone");
    expect(findRoot(top).kind).toBe("whetstone");
    folder(".git");
    expect(findRoot(top).kind).toBe("git");
    writeFileSync(join(top, "whetstone.json"), "{}");
    expect(findRoot(top).kind).toBe("config");
  });

  it("findRoot accepts a .git that is a file, as in a worktree", () => {
    writeFileSync(join(top, ".git"), "gitdir: elsewhere\n");
    expect(findRoot(folder("src"))).toEqual({ root: top, kind: "git" });
  });

  it("findRoot takes a whetstone.json that cannot be read for a mark all the same", () => {
    folder("a", "whetstone.json");
    expect(findRoot(join(top, "a"))).toEqual({ root: join(top, "a"), kind: "config" });
    for (const [name, target] of [
      ["b", "nowhere"],
      ["c", "whetstone.json"],
      ["d", "/dev/zero"],
    ] as const) {
      symlinkSync(target, join(folder(name), "whetstone.json"));
      expect(findRoot(join(top, name))).toEqual({ root: join(top, name), kind: "config" });
    }
  });

  it("findRoot ignores a file named .whetstone", () => {
    folder("a");
    writeFileSync(join(top, "a", ".whetstone"), "");
    expect(findRoot(join(top, "a"))).toEqual({ root: join(top, "a"), kind: "folder" });
  });

  it("findRoot returns the start folder when no folder is marked", () => {
    const start = folder("plain", "folder");
    expect(findRoot(start)).toEqual({ root: start, kind: "folder" });
  });

  it("findRoot leaves .git and .whetstone when it starts inside them", () => {
    expect(findRoot(folder(".git", "hooks")).root).toBe(top);
    expect(findRoot(folder("b", ".whetstone", "reports")).root).toBe(join(top, "b"));
  });

  it("findRoot resolves links before it walks up", () => {
    folder("real", ".git");
    folder("elsewhere");
    symlinkSync(folder("real", "src"), join(top, "elsewhere", "link"));
    expect(findRoot(join(top, "elsewhere", "link"))).toEqual({ root: join(top, "real"), kind: "git" });
  });

  it("findRoot ignores .whetstone in the home folder and above, unless it starts there", () => {
    const home = folder("home", "user");
    folder("home", ".whetstone");
    folder("home", "user", ".whetstone");
    const project = folder("home", "user", "notes");
    expect(findRoot(project, home)).toEqual({ root: project, kind: "folder" });
    expect(findRoot(home, home)).toEqual({ root: home, kind: "whetstone" });
    expect(findRoot(project).root).toBe(home);
  });

  it("findRoot accepts .whetstone in a folder whose name begins like a part of the home folder", () => {
    const home = folder("home", "kimberly");
    folder("home", "user", ".whetstone");
    expect(findRoot(folder("home", "user", "src"), home).root).toBe(join(top, "home", "user"));
  });

  it("findRoot refuses a start that is missing or a file", () => {
    writeFileSync(join(top, "file"), "");
    expect(() => findRoot(join(top, "nowhere"))).toThrow(
      expect.objectContaining({ code: "not_found", field: "root" }),
    );
    expect(() => findRoot(join(top, "file"))).toThrow(
      expect.objectContaining({ code: "invalid_input", field: "root" }),
    );
  });
});
