import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { snippetProblems, writeSnippets } from "./snippets.mjs";

const place = { root: "" };
const write = (page, text) => writeFileSync(join(place.root, page), text);
const block = (code) => `Intro.\n\n<!-- example: examples/a.ts#open -->\n\`\`\`ts\n${code}\n\`\`\`\n\nEnd.\n`;
const region = "const $a = 1;\n\nif ($a) {\n  f();\n}";

describe("code in the README and the docs", () => {
  beforeEach(() => {
    place.root = mkdtempSync(join(tmpdir(), "whetstone-snippets-"));
    for (const folder of ["examples", "docs"]) mkdirSync(join(place.root, folder));
    const example =
      "if (true) {\n  // #region open\n  const $a = 1;\n\n  if ($a) {\n    f();\n  }\n  // #endregion\n}\n";
    write("examples/a.ts", example);
  });

  afterEach(() => rmSync(place.root, { recursive: true, force: true }));

  it("a block that equals its region without the indent is no problem", () => {
    write("README.md", block(region));
    write("docs/LIBRARY.md", block(region));
    expect(snippetProblems(place.root)).toEqual([]);
  });

  it("a block that differs is reported with its page, and --write copies the region in", () => {
    for (const page of ["README.md", "docs/LIBRARY.md"]) {
      write(page, block("const a = 2;"));
      expect(snippetProblems(place.root)).toEqual([
        `${page} differs from examples/a.ts#open: node scripts/snippets.mjs --write`,
      ]);
      writeSnippets(place.root);
      expect(readFileSync(join(place.root, page), "utf8")).toBe(block(region));
    }
  });

  it("an empty block is filled by the first copy", () => {
    write("README.md", block(""));
    writeSnippets(place.root);
    expect(readFileSync(join(place.root, "README.md"), "utf8")).toBe(block(region));
    expect(snippetProblems(place.root)).toEqual([]);
  });

  it("a marker without a block and a missing region are reported", () => {
    write("README.md", "<!-- example: examples/a.ts#open -->\nNo code.\n");
    expect(snippetProblems(place.root)).toEqual([
      "README.md: 1 example marker(s) without a code block below",
    ]);
    write("README.md", block("x").replace("#open", "#gone"));
    expect(() => snippetProblems(place.root)).toThrow("examples/a.ts has no region gone");
  });
});
