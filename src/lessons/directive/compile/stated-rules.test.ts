import { describe, expect, it } from "vitest";
import { statedRules } from "./stated-rules.js";

const textsOf = (markdown: string) => statedRules(markdown).map(({ text }) => text);

describe("the rules that a file states", () => {
  it("are statements that ask for something, and not what describes, tables, code or headings", () => {
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
- The server listens on port 80.
- **Frontend**: Vue with a store for each page

| a | table |

\`\`\`sh
npm run dev
\`\`\`

See @docs/rules.md for more.
`;
    expect(statedRules(file)).toEqual([
      { line: 6, text: "Always use tabs in Makefiles." },
      { line: 8, text: "Do not edit generated files." },
      { line: 10, text: "`npm test`: always run it before a commit" },
      { line: 11, text: "Use pnpm; never npm, also in scripts" },
    ]);
  });

  it.each([
    [
      "## Do NOT:\n\n- Push to main\n- `git push --force`",
      ["Never push to main", "Never `git push --force`"],
    ],
    ["Never:\n\n- Use `any`\n- never commit secrets", ["Never use `any`", "never commit secrets"]],
    ["Never:\n\n- Use `any`\n\n- Always test first", ["Never use `any`", "Always test first"]],
    ["- **Never do these:**\n  - Add a dependency", ["Never add a dependency"]],
    [
      "When you write a migration:\n\n- Use the schema of today",
      ["When you write a migration: Use the schema of today"],
    ],
    [
      "## Before every commit (REQUIRED)\n\n```bash\nnpm run lint\n```",
      ["Before every commit (REQUIRED): `npm run lint`"],
    ],
    ["## Commands\n\n```bash\nnpm run dev\n```", []],
    ["- If a test is flaky, write that down", ["If a test is flaky, write that down"]],
    ["- 코드 주석은 한국어로 작성합니다.", ["코드 주석은 한국어로 작성합니다."]],
    ["- **ALWAYS**:\n- `make lint` — runs all linters", []],
  ])("with what stands above them: %j", (markdown, texts) => {
    expect(textsOf(markdown)).toEqual(texts);
  });
});
