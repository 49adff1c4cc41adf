import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Whetstone } from "../../src/index.js";
import { hostSpeaker, programSpeaker } from "../../src/verbs/call/speaker.js";
import { withChromium } from "../support/chromium.js";
import { measureLesson, tellStory } from "../support/page-story.js";
import { pagesInTemp } from "../support/pages.js";
import { outcome } from "../support/whetstone.js";

const agent = programSpeaker("agent:coder", "coder");

withChromium((browser) => {
  describe("Today", () => {
    it("says what to do first while nothing is recorded, and fills up by itself", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      const page = await signedIn();
      await page.getByText("whetstone learn", { exact: true }).waitFor();
      await project((_ws, as) => tellStory(as));
      await page.getByText("Needs you").waitFor();
      await page.getByText("3 of the last 3").waitFor();
      expect(await page.locator(".recent li").count()).toBe(3);
    });

    it("reads without script", async () => {
      const { signedIn, project, newWindow, url } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const cookies = await (await signedIn()).context().cookies();
      const page = await newWindow({ javaScriptEnabled: false });
      await page.context().addCookies(cookies);
      for (const [path, text] of [
        ["/shop/today", "never push to main"],
        ["/shop/lessons", "Run npm test before every commit"],
      ] as const) {
        expect((await page.goto(url + path))?.status()).toBe(200);
        expect(await page.locator("main").textContent()).toContain(text);
      }
    });

    it("fits on a screen of 1280 by 800", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project(async (_ws, as) => {
        await tellStory(as);
        for (const n of [1, 2, 3, 4, 5, 6])
          await as(agent).lessons.add({ text: `Name the branch of ticket ${n} after its number` });
        for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9])
          await as(hostSpeaker("codex")).brief({
            role: "coder",
            phase: `s-${n}`,
            taskId: `s-${n}`,
            run: `s-${n}`,
          });
      });
      const page = await signedIn();
      await page.getByRole("button", { name: /^Show \d+ more$/ }).waitFor();
      expect(await page.evaluate("document.documentElement.scrollHeight")).toBe(800);
    });
  });

  describe("what needs you", () => {
    it("a correction is accepted with a reason, as the person's own act", async () => {
      const { signedIn, newestEvent, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn();
      const line = page.locator(".need.correction");
      await line.getByRole("textbox").fill("I mean it");
      await line.getByRole("button", { name: /^Accept/ }).click();
      await page.getByText("It is in force.").waitFor();
      await line.waitFor({ state: "detached" });
      expect(await newestEvent()).toMatchObject({
        type: "lesson-activated",
        actor: "ada",
        origin: "human",
        data: { reason: "I mean it" },
      });
    });

    it("a proposal is retired, and that is taken back", async () => {
      const { signedIn, newestEvent, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn();
      const line = page.locator(".need.proposal");
      await line.getByRole("button", { name: /^Retire/ }).click();
      await line.waitFor({ state: "detached" });
      expect(await newestEvent()).toMatchObject({ type: "lesson-retired", origin: "human" });
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Taken back.").waitFor();
      await expect.poll(newestEvent).toMatchObject({ type: "lesson-decision-undone", origin: "human" });
      await line.waitFor();
    });

    it("a proposal that was accepted waits again once that is taken back", async () => {
      const { signedIn, newestEvent, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn();
      const line = page.locator(".need.proposal");
      await line.getByRole("button", { name: /^Accept/ }).click();
      await line.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Undo" }).click();
      await line.waitFor();
      expect(await newestEvent()).toMatchObject({ type: "lesson-decision-undone", origin: "human" });
    });

    it("a rule in quarantine is put in force", async () => {
      const { signedIn, newestEvent, project } = await pagesInTemp(browser);
      await project((_ws, as) => as(agent).lessons.add({ text: "Never deploy on a Friday" }));
      const page = await signedIn();
      await page
        .locator(".need.quarantined")
        .getByRole("button", { name: /^Put in force/ })
        .click();
      await page.getByText("It is in force.").waitFor();
      expect(await newestEvent()).toMatchObject({ type: "lesson-activated", origin: "human" });
    });

    it("a lesson that harms is retired", async () => {
      const { signedIn, newestEvent, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      await project((ws) => measureLesson(ws, "harms"));
      const page = await signedIn();
      await page.getByRole("link", { name: "1 harms" }).waitFor();
      const line = page.locator(".need.harms");
      await line.getByRole("button", { name: /^Retire/ }).click();
      await line.waitFor({ state: "detached" });
      expect(await newestEvent()).toMatchObject({ type: "lesson-retired", origin: "human" });
    });

    it("a rule whose file changed still holds when the person says so", async () => {
      const { signedIn, newestEvent, project, root } = await pagesInTemp(browser);
      writeFileSync(join(root, "queue.ts"), "one");
      await project((ws) =>
        ws.lessons.add({
          text: "Drain the queue before a restart",
          citations: ["queue.ts"],
          appliesToAgents: ["coder"],
        }),
      );
      writeFileSync(join(root, "queue.ts"), "two");
      const page = await signedIn();
      const line = page.locator(".need.stale");
      await line.getByText("queue.ts changed since.").waitFor();
      await line.getByRole("textbox").fill("only a comment changed");
      await line.getByRole("button", { name: /^Still holds/ }).click();
      await line.waitFor({ state: "detached" });
      expect(await newestEvent()).toMatchObject({
        type: "lesson-activated",
        origin: "human",
        data: { reason: "only a comment changed" },
      });
    });

    it("limits that were learned are relaxed, with a reason and not without", async () => {
      const { signedIn, newestEvent, project } = await pagesInTemp(browser);
      await project(earnReview);
      const page = await signedIn();
      const line = page.locator(".need.relaxation");
      await line.getByRole("button", { name: /^Relax/ }).click();
      await line.getByText("Say why").waitFor();
      expect(await newestEvent()).not.toMatchObject({ type: "policy-relaxed" });
      await line.getByRole("textbox").fill("the token was renewed");
      await line.getByRole("textbox").press("Enter");
      await line.waitFor({ state: "detached" });
      expect(await newestEvent()).toMatchObject({
        type: "policy-relaxed",
        origin: "human",
        data: { reason: "the token was renewed" },
      });
    });

    it("a closed gate lets a phase end when the person says why", async () => {
      const { signedIn, newestEvent, project } = await pagesInTemp(browser);
      await project(async (ws, as) => {
        await ws.lessons.add({
          text: "Run npm test before every commit",
          appliesToAgents: ["coder"],
          requiredActions: ["npm test"],
          priority: "critical",
        });
        const host = as(hostSpeaker("claude-code"));
        await host.brief({ role: "coder", phase: "build", taskId: "build", run: "r-1" });
        expect((await host.gate({ phase: "build" })).passed).toBe(false);
      });
      const page = await signedIn();
      const line = page.locator(".need.gate");
      await line.getByRole("textbox").fill("accepted until Monday");
      await line.getByRole("button", { name: /^Let it end/ }).click();
      await line.waitFor({ state: "detached" });
      expect(await newestEvent()).toMatchObject({ type: "gate-overridden", origin: "human" });
    });

    it("what the server refuses is said beside the button", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn();
      await forgetKey(page);
      await page
        .locator(".need.proposal")
        .getByRole("button", { name: /^Accept/ })
        .click();
      await page.getByRole("alert").filter({ hasText: "header" }).waitFor();
    });
  });
});

async function forgetKey(page: Page): Promise<void> {
  await page.evaluate("localStorage.clear()");
}

/** Failures make the policy of an adapter stricter; then it does well for long enough. */
async function earnReview(ws: Whetstone): Promise<void> {
  for (let n = 0; n < 3; n += 1)
    await ws.record(outcome({ result: "failure", adaptersUsed: ["github"], failureType: "auth" }));
  for (let n = 0; n < 7; n += 1) await ws.record(outcome({ adaptersUsed: ["github"] }));
}
