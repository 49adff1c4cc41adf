import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const pages = ["", "docs", "docs/reference", "docs/decisions"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

/** Targets of links and pictures that lie in the repository, without their anchors. */
function localTargets(page: string): readonly string[] {
  const text = readFileSync(join(root, page), "utf8").replace(/```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

describe("the documentation", () => {
  it.each(pages)("every link of %s leads to a file of the repository", (page) => {
    const missing = localTargets(page).filter((target) => !existsSync(join(root, dirname(page), target)));
    expect(missing).toEqual([]);
  });

  it("the README has at most 96 lines", () => {
    expect(readFileSync(join(root, "README.md"), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(
      96,
    );
  });

  it("the index of decisions lists every decision once", () => {
    const listed = localTargets("docs/decisions/README.md");
    const files = readdirSync(join(root, "docs/decisions")).filter((name) => name !== "README.md");
    expect([...listed].sort()).toEqual(files.sort());
  });
});
