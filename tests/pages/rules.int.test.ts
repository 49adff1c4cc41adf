import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withChromium } from "../support/chromium.js";
import { pagesInTemp } from "../support/pages.js";
import { claudeLines, claudePrompt } from "../support/transcripts.js";

const file = `# Shop

- Run \`npm run lint\` before every commit.
- Never run \`git push --force\`.
- Be kind.
`;

/** Sessions of Claude Code in which each commit lacks its step, but for every third. */
function writeSessions(home: string, folder: string, count: number): void {
  const place = join(home, ".claude/projects/-shop");
  mkdirSync(place, { recursive: true });
  for (let at = 0; at < count; at += 1) {
    const session = `past-${at}`;
    const time = (minute: number) => new Date(Date.UTC(2026, 0, 5 + at, 9, minute)).toISOString();
    const commands = [
      "echo x > src/cart.ts",
      ...(at % 3 === 0 ? ["npm run lint"] : []),
      ...(at % 5 === 0 ? ["git log"] : ['git commit -am "Add the cart"']),
    ];
    const lines = [
      claudePrompt({ session, folder, at: time(0), text: "Add the cart, then go on to the till" }),
      ...commands.flatMap((command, index) =>
        claudeLines({ session, folder, id: `${session}-${index}`, at: time(index + 1), command }),
      ),
      claudePrompt({ session, folder, at: time(30), text: "You did not run the linter" }),
    ];
    writeFileSync(join(place, `${session}.jsonl`), `${lines.join("\n")}\n`);
  }
}

withChromium((browser) => {
  async function shop() {
    const pages = await pagesInTemp(browser);
    writeFileSync(join(pages.root, "CLAUDE.md"), file);
    writeSessions(pages.home, pages.root, 12);
    return pages;
  }

  describe("the page Rules", () => {
    it("counts what past sessions broke, shows the calls behind it, and binds with what it counted", async () => {
      const { signedIn, newestEvent, project } = await shop();
      const page = await signedIn("/shop/rules");
      await page.getByRole("heading", { name: "2 rules can be checked, 1 was broken, none binds" }).waitFor();
      const row = page.getByRole("row", { name: /npm run lint/ });
      expect(await row.locator("td").allInnerTexts()).toMatchObject(["9", "6", "", "not decided"]);
      expect(await row.locator("svg rect.bad").count()).toBe(6);
      expect(await row.locator("svg rect.good").count()).toBe(3);
      expect(await row.locator("svg rect.none").count()).toBe(3);
      await row.getByRole("link", { name: /npm run lint/ }).click();
      const open = page.locator(".panel");
      await open.getByText("Run `npm run lint` before every commit.").waitFor();
      expect(await open.locator("#broken li").count()).toBe(5);
      expect(await open.locator("#broken li").first().textContent()).toMatch(
        /git commit -am "Add the cart"[\s\S]*asked: Add the cart[\s\S]*next: you: You did not run the linter/,
      );
      await open.getByRole("button", { name: "Bind" }).click();
      await page.getByRole("heading", { name: /1 binds/ }).waitFor();
      await page.getByText("No coding agent asks about it yet: run 'whetstone init'.").waitFor();
      expect(await newestEvent()).toMatchObject({
        type: "rule-bound",
        origin: "human",
        data: { file: "CLAUDE.md", line: 3, replay: { applied: 9, broken: 6, sessions: 6, looked: 5 } },
      });
      expect((await project((ws) => ws.rules.decided())).rules).toMatchObject([{ standing: "bound" }]);
    });

    it("binds nothing that the server has not asked of past sessions, whatever the page says of it", async () => {
      const { signedIn, project, root } = await shop();
      const page = await signedIn("/shop/today");
      const post = (route: string, body: object) =>
        page.evaluate<{ status: number; said: string }>(
          `(async () => {
            const answer = await fetch("/v1/${route}", {
              method: "POST",
              headers: { "content-type": "application/json", "x-whetstone-page": localStorage.getItem("whetstone-page") },
              body: ${JSON.stringify(JSON.stringify({ root, ...body }))},
            });
            return { status: answer.status, said: await answer.text() };
          })()`,
        );
      const rule = {
        ...{ file: "CLAUDE.md", line: 3, text: "Run `npm run lint` before every commit." },
        check: JSON.stringify({ before: { run: "git commit" }, ran: "npm run lint", since: "edit" }),
        replay: { applied: 0, broken: 0, sessions: 0, looked: 0 },
      };
      expect(await post("rules/bind", rule)).toMatchObject({
        status: 403,
        said: expect.stringContaining("was not read"),
      });
      await post("rules/past", {});
      const made = { ...rule, check: JSON.stringify({ never: { run: "git commit" } }) };
      expect(await post("rules/bind", made)).toMatchObject({ status: 403 });
      // The counts are the server's: six of nine, and nobody looked.
      expect(await post("rules/bind", rule)).toMatchObject({
        status: 400,
        said: expect.stringContaining("6 of 9"),
      });
      expect((await project((ws) => ws.rules.decided())).rules).toEqual([]);
    });
  });
});
