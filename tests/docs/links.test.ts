import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const pages = ["", "docs", "docs/reference", "docs/decisions"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

const decisions = readdirSync(join(root, "docs/decisions")).filter((name) => name !== "README.md");
const sources = ["src", "scripts", "bench", "examples"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !name.startsWith("from-0.1.0"))
    .map((name) => join(folder, name)),
);

/** Targets of links and pictures that lie in the repository, without their anchors. */
function localTargets(page: string): readonly string[] {
  const text = readFileSync(join(root, page), "utf8").replace(/```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): readonly string[] {
  const headings = [...readFileSync(join(root, page), "utf8").matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, text = ""]) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe("the documentation", () => {
  it.each(pages)("every link of %s leads to a file of the repository", (page) => {
    const missing = localTargets(page).filter((target) => !existsSync(join(root, dirname(page), target)));
    expect(missing).toEqual([]);
  });

  it.each(pages)("every link of %s to a heading leads to one", (page) => {
    const text = readFileSync(join(root, page), "utf8");
    const missing = [...text.matchAll(/\]\((?!\w+:)([^)\s#]*\.md)?#([^)\s]+)\)/g)]
      .map(([, file, anchor = ""]) => ({
        target: file === undefined ? page : join(dirname(page), file),
        anchor,
      }))
      .filter(({ target, anchor }) => !anchorsOf(target).includes(anchor));
    expect(missing).toEqual([]);
  });

  it("the README has at most 96 lines", () => {
    expect(readFileSync(join(root, "README.md"), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(
      96,
    );
  });

  it("the index of decisions lists every decision once", () => {
    const listed = localTargets("docs/decisions/README.md");
    expect([...listed].sort()).toEqual([...decisions].sort());
  });

  it("a decision that is named by its number has a page, and a link leads to the page that it names", () => {
    const decided = new Set(decisions.map((name) => Number(name.slice(0, 4))));
    const texts = [...pages, ...sources].map((file) => readFileSync(join(root, file), "utf8"));
    const named = texts.flatMap((text) => [
      ...text.matchAll(/\bdecisions?[\s*/]+\[?0*(\d+)\b(?!\]\(http)/gi),
    ]);
    expect(named.length).toBeGreaterThan(20);
    expect(named.map(([, number]) => Number(number)).filter((number) => !decided.has(number))).toEqual([]);
    const links = texts.flatMap((text) => [
      ...text.matchAll(/\[(?:decision\s+)?(\d+)\]\([^)]*?(\d{4})-[^)]*\)/gi),
    ]);
    expect(links.filter(([, number, page]) => Number(number) !== Number(page)).map(([link]) => link)).toEqual(
      [],
    );
  });
});
