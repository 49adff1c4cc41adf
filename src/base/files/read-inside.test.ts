import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { readInside } from "./read-inside.js";

/** A project with a secret beside it. */
function project(): string {
  const root = join(tempFolder(), "project");
  mkdirSync(join(root, "src"), { recursive: true });
  writeFileSync(join(root, "src/a.ts"), "inside");
  writeFileSync(join(root, "../secret"), "outside");
  mkdirSync(join(root, "../project-2"));
  writeFileSync(join(root, "../project-2/a"), "outside");
  return root;
}

const textOf = (root: string, path: string, maxBytes = 100) => readInside(root, path, maxBytes).toString();

describe("readInside", () => {
  it.each(["src/a.ts", "./src/a.ts", "src//a.ts", "src/../src/a.ts"])("the path %s is read", (path) => {
    expect(textOf(project(), path)).toBe("inside");
  });

  it.each([
    "../secret",
    "src/../../secret",
    "../project-2/a",
    "..",
    ".",
    "",
    "src",
    "src/",
    "missing",
    "src/a.ts/b",
    "src/a\0.ts",
    "x".repeat(10_000),
  ])("the path %j is absent", (path) => {
    expect(textOf(project(), path)).toBe("absent");
  });

  it("an absolute path cannot reach a file outside the folder", () => {
    const root = project();
    expect(textOf(root, join(root, "../secret"))).toBe("absent");
  });

  it("a link is followed inside the folder and not out of it", () => {
    const root = project();
    symlinkSync("a.ts", join(root, "src/link"));
    symlinkSync("../../secret", join(root, "src/out"));
    symlinkSync("../../project-2", join(root, "src/folder"));
    symlinkSync("loop", join(root, "src/loop"));
    expect(textOf(root, "src/link")).toBe("inside");
    expect(textOf(root, "src/out")).toBe("absent");
    expect(textOf(root, "src/folder/a")).toBe("absent");
    expect(textOf(root, "src/loop")).toBe("absent");
  });

  it("the folder itself may be a link", () => {
    const root = project();
    symlinkSync(root, join(root, "../linked"));
    expect(textOf(join(root, "../linked"), "src/a.ts")).toBe("inside");
  });

  it("a file up to the size limit is read, and a larger one is unreadable", () => {
    const root = project();
    expect(textOf(root, "src/a.ts", 6)).toBe("inside");
    expect(textOf(root, "src/a.ts", 5)).toBe("unreadable");
    writeFileSync(join(root, "huge"), Buffer.alloc(5_242_881));
    expect(readInside(root, "huge", 5_242_880)).toBe("unreadable");
    expect(readInside(root, "huge", 5_242_881).length).toBe(5_242_881);
  });

  it("a file in a missing folder is absent", () => {
    const root = project();
    rmSync(root, { recursive: true });
    expect(textOf(root, "src/a.ts")).toBe("absent");
  });
});
