import { describe, expect, it } from "vitest";
import { importsIn, isAlwaysRead, statementsIn } from "./read-instructions.js";

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

describe("an instruction file", () => {
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
