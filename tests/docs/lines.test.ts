import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const generated = new Set(["docs/reference/verbs.md", "docs/reference/settings.md"]);
const pages = ["", "docs", "docs/reference", "docs/decisions"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name))
    .filter((page) => !generated.has(page)),
);

/** A line of a table, of HTML or of a picture cannot be broken. */
const isProse = (line: string) => !/^\s*(?:\||<|!\[)/.test(line);

it.each(pages)("no line of prose in %s is longer than 120 characters", (page) => {
  const text = readFileSync(join(root, page), "utf8").replace(/^ *```[\s\S]*?^ *```$/gm, "");
  expect(text.split("\n").filter((line) => isProse(line) && [...line].length > 120)).toEqual([]);
});
