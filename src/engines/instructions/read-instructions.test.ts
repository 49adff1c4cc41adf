import { describe, expect, it } from "vitest";
import { importsIn, isAlwaysRead, rulesIn, statementsIn } from "./read-instructions.js";

const file = `---
description: rules
---
# Shop

Always use tabs in Makefiles. This project is old.

- Do not edit generated files.
- \`src/\`: the code
- \`npm test\`: always run it before a commit
- Use pnpm; never npm,
  also in scripts

| a | table |

\`\`\`sh
- not a rule
\`\`\`

See @docs/rules.md for more.
`;

describe("rules in an instruction file", () => {
  it("points of lists and imperative sentences are rules; descriptions, tables, code and headings are not", () => {
    expect(rulesIn(file)).toEqual([
      { line: 6, text: "Always use tabs in Makefiles." },
      { line: 8, text: "Do not edit generated files." },
      { line: 10, text: "`npm test`: always run it before a commit" },
      { line: 11, text: "Use pnpm; never npm, also in scripts" },
    ]);
  });

  it("statements are whole points and each of their sentences", () => {
    const texts = statementsIn(file).map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining(["Use pnpm; never npm, also in scripts", "Use pnpm;", "This project is old."]),
    );
    expect(texts.join()).not.toMatch(/not a rule|table|description/);
  });

  it("an imported file is found by its name", () => {
    expect(importsIn("@AGENTS.md\nSee @docs/a.md, not me@example.md\n`@x`")).toEqual([
      "AGENTS.md",
      "docs/a.md",
    ]);
  });

  it.each([
    ["a.mdc", "---\nalwaysApply: true\n---\n- x", true],
    ["a.mdc", "---\nalwaysApply: false\nglobs: *.ts\n---\n- x", false],
    ["a.mdc", "- x", false],
    [".claude/rules/a.md", "---\npaths: src/**\n---\n- x", false],
    ["AGENTS.md", "- x", true],
  ])("%s that begins with %j is read at every start: %s", (path, text, expected) => {
    expect(isAlwaysRead(path, text)).toBe(expected);
  });
});
