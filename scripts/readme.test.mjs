import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readmeProblems, writeReadme } from "./readme.mjs";

const place = { root: "" };
const readme = (text) => writeFileSync(join(place.root, "README.md"), text);
const block = (code) => `Intro.\n\n<!-- example: examples/a.ts#open -->\n\`\`\`ts\n${code}\n\`\`\`\n\nEnd.\n`;

describe("code in the README", () => {
  beforeEach(() => {
    place.root = mkdtempSync(join(tmpdir(), "whetstone-readme-"));
    mkdirSync(join(place.root, "examples"));
    const example =
      "if (true) {\n  // #region open\n  const $a = 1;\n\n  if ($a) {\n    f();\n  }\n  // #endregion\n}\n";
    writeFileSync(join(place.root, "examples/a.ts"), example);
  });

  afterEach(() => rmSync(place.root, { recursive: true, force: true }));

  it("equals the region without its indent", () => {
    readme(block("const $a = 1;\n\nif ($a) {\n  f();\n}"));
    expect(readmeProblems(place.root)).toEqual([]);
  });

  it("is a problem when it differs, and is copied in on request", () => {
    readme(block("const a = 2;"));
    expect(readmeProblems(place.root)).toEqual([
      "README.md differs from examples/a.ts#open: node scripts/readme.mjs --write",
    ]);
    writeReadme(place.root);
    expect(readFileSync(join(place.root, "README.md"), "utf8")).toBe(
      block("const $a = 1;\n\nif ($a) {\n  f();\n}"),
    );
  });

  it("may be empty before the first copy", () => {
    readme(block(""));
    writeReadme(place.root);
    expect(readmeProblems(place.root)).toEqual([]);
  });

  it("is a problem when a marker has no block, or a region is missing", () => {
    readme("<!-- example: examples/a.ts#open -->\nNo code.\n");
    expect(readmeProblems(place.root)).toEqual(["README.md: 1 example marker(s) without a code block below"]);
    readme(block("x").replace("#open", "#gone"));
    expect(() => readmeProblems(place.root)).toThrow("examples/a.ts has no region gone");
  });
});
