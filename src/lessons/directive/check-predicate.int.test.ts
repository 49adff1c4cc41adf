import { describe, expect, it } from "vitest";
import { rule } from "../../../tests/support/directives.js";
import { openInsights } from "../../../tests/support/insights.js";
import { repository } from "../../../tests/support/repository.js";

/** A repository with sources, a changelog and nothing else, in which one command is allowed. */
async function project() {
  const made = repository({ "src/server.ts": "let a = 1;\n", "CHANGELOG.md": "# 1\n", "docs/use.md": "x\n" });
  const { ws } = await openInsights({
    root: made.root,
    env: {
      HOME: made.root,
      PATH: process.env.PATH,
      WHETSTONE_DIRECTIVES_PREDICATE_COMMANDS: JSON.stringify(["tsc --noEmit"]),
    },
  });
  const add = (verificationPredicate: string, changes: Parameters<typeof rule>[0] = {}) =>
    ws.lessons.add(rule({ verificationPredicate, ...changes }));
  return { ws, add };
}

describe("a predicate that can never pass or never fail", () => {
  it.each([
    ["whose folder is misspelled", "grep:lodash:scr/**", /no file of the project fits scr\/\*\*/, "src/**"],
    ["whose file is misspelled", "grep:lodash:src/servr.ts", /no file/, "src/server.ts"],
    ["that no file fits", "grep:lodash:src/**/*.vue", /no file/, "--files-come-later"],
    ["that matches every line", "grep:.*:src/**", /matches every line/, "correct"],
    ["that matches every character", "grep:\\S:src/**", /matches every line/, "correct"],
    ["that matches the empty text", "grep:(debug)?:src/**", /matches every line/, "correct"],
    ["with words after the end of a line", "grep:$password:src/**", /nothing can follow/, "\\$"],
    ["with words before the start of a line", "grep:a^b:src/**", /nothing can stand before/, "\\^"],
    ["that runs what nobody allowed", "tool:npx tsc --noEmit", /does not allow/, "PREDICATE_COMMANDS"],
    ["about a folder", "file_modified:src", /src is a folder/, "correct"],
    ["about a path below a file", "file_modified:CHANGELOG.md/x", /lies below a file/, "correct"],
    ["about a name that no disk takes", `file_modified:${"x".repeat(300)}`, /too long/, "correct"],
    ["about a misspelled file to change", "file_modified:CHANGLOG.md", /no file/, "CHANGELOG.md"],
    ["about a file in no folder", "file_modified:docz/page.md", /no file/, "--files-come-later"],
    ["about a misspelled file to leave", "file_not_modified:src/servr.ts", /no file/, "src/server.ts"],
  ])(
    "a predicate %s is refused with the next step, and nothing is written",
    async (_what, text, why, next) => {
      const { ws, add } = await project();
      const refused = await add(text).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        code: "invalid_input",
        field: "verificationPredicate",
        message: expect.stringMatching(why),
        next: expect.stringContaining(next),
      });
      expect(await ws.status()).toMatchObject({ log: { events: 0 }, rejected: 1 });
      const { lesson } = await ws.lessons.add(rule());
      const harden = ws.lessons.harden({ lesson, verificationPredicate: text });
      await expect(harden).rejects.toMatchObject({ field: "verificationPredicate" });
    },
  );

  it.each([
    "grep:lodash:src/**",
    "grep:^import .* from:src/server.ts",
    "grep:^\\s*$:docs/**",
    "grep:cost: \\$[0-9]+$:**/*.md",
    "grep:(^|\\s)eval\\(:src/**",
    "grep:[$^]x:src/**",
    "tool:tsc --noEmit",
    "file_modified:CHANGELOG.md",
    "file_modified:docs/new-page.md",
    "file_not_modified:src/server.ts",
  ])("the predicate %s is taken", async (text) => {
    expect(await (await project()).add(text)).toMatchObject({ status: "active" });
  });

  it.each(["grep:lodash:lib/**", "file_modified:docz/page.md", "file_not_modified:src/generated.ts"])(
    "the predicate %s is taken when a person says that its files come later",
    async (text) => {
      expect(await (await project()).add(text, { filesComeLater: true })).toMatchObject({ status: "active" });
    },
  );

  it("a predicate about changes is refused where git does not know what changed", async () => {
    const { ws } = await openInsights();
    const refused = ws.lessons.add(rule({ verificationPredicate: "file_modified:CHANGELOG.md" }));
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining("git working tree") });
  });
});
