import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Whetstone } from "../../src/index.js";
import { addressBehind, titleOf } from "../../src/surfaces/pages/health/health-words.js";
import { withChromium } from "../support/chromium.js";
import { deploysThatFail, measureLesson, tellStory } from "../support/page-story.js";
import { pagesInTemp } from "../support/pages.js";
import { outcome } from "../support/whetstone.js";

const hostile = '"><img src=x onerror="document.title=1">';

withChromium((browser) => {
  describe("Policy", () => {
    it("shows what is in force and why, and a person relaxes it with a reason", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((ws) => deploysThatFail(ws));
      const page = await signedIn("/shop/policy");
      await page.getByRole("link", { name: "deploy" }).click();
      const panel = page.getByRole("complementary");
      await panel.getByText("Approval, retries, risk factor: reliability 0.2 is below 0.7").waitFor();
      await panel.getByRole("button", { name: "Relax" }).click();
      const reason = panel.getByRole("textbox", { name: /^Reason/ });
      await reason.press("Enter");
      await panel.getByText("Say why").waitFor();
      await reason.fill("the token was wrong");
      await reason.press("Enter");
      await page.getByText("deploy works under the base policy again.").waitFor();
      expect(await newest(project, "policy-relaxed")).toMatchObject({
        origin: "human",
        actor: "ada",
        data: { reason: "the token was wrong" },
      });
    });

    it("a person's limits are set, changed, taken back by undo, and removed", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((ws) => deploysThatFail(ws));
      const page = await signedIn("/shop/policy/deploy");
      const panel = page.getByRole("complementary");
      const limits = async () => {
        const { human } = await project((ws) => ws.policy({ adapter: "deploy" }));
        return [human?.requireApproval?.value, human?.maxRetries?.value, human?.riskMultiplier?.value];
      };
      const decide = async (button: string) => {
        const form = panel.locator("form", { has: page.getByRole("button", { name: button }) });
        await form.getByRole("button", { name: button }).click();
        await form.getByRole("textbox").fill("production");
        await form.getByRole("textbox").press("Enter");
      };
      await decide("Set limits");
      await panel.getByText("Choose a limit first.").waitFor();
      await panel.getByLabel("Approval").selectOption("ask me first");
      await panel.getByLabel("Retries at most").selectOption("1");
      // The reason is still there, and Enter sets what is chosen now.
      await panel.getByRole("textbox", { name: /^Reason/ }).press("Enter");
      await panel.getByRole("button", { name: "Remove the limits" }).waitFor();
      expect(await limits()).toEqual([true, 1, undefined]);
      expect(await newest(project, "policy-set")).toMatchObject({
        origin: "human",
        data: { reason: "production", maxRetries: 1, requireApproval: true },
      });
      await panel.getByLabel("Approval").selectOption("not set");
      await panel.getByLabel("Retries at most").selectOption("0");
      await panel.getByLabel("Risk factor").fill("2.5");
      await decide("Set limits");
      await expect.poll(limits).toEqual([undefined, 0, 2.5]);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(limits).toEqual([true, 1, undefined]);
      await page.getByText("Taken back.").waitFor();
      await decide("Remove the limits");
      await page.getByText("No person limits deploy now.").waitFor();
      expect(await limits()).toEqual([undefined, undefined, undefined]);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(limits).toEqual([true, 1, undefined]);
    });

    it("Esc closes the tool that is open", async () => {
      const { signedIn, project, url } = await pagesInTemp(browser);
      await project((ws) => deploysThatFail(ws));
      const page = await signedIn("/shop/policy/deploy");
      await page.getByRole("heading", { name: "deploy", exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await page.waitForURL(`${url}/shop/policy`);
      await page.getByRole("complementary").waitFor({ state: "detached" });
    });

    it("names that tools gave themselves are text, whatever they hold", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project(async (ws) => {
        const about = { failureType: hostile, skillsUsed: [hostile] };
        for (let run = 0; run < 4; run += 1)
          await ws.record(outcome({ result: "failure", adaptersUsed: [hostile], ...about }));
      });
      const page = await signedIn("/shop/policy");
      await page.getByRole("link", { name: hostile.toLowerCase() }).click();
      await page.getByRole("complementary").waitFor();
      expect(await page.locator("main img").count()).toBe(0);
      expect(await page.title()).toBe("Policy – shop");
    });
  });

  describe("Log", () => {
    it("lists what was recorded, newest first, and what comes while one looks", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn("/shop/log");
      const seqs = async () => (await page.locator(".tail .seq").allTextContents()).map(Number);
      const before = await seqs();
      expect(before).toEqual(before.toSorted((a, b) => b - a));
      const head = before[0] ?? 0;
      await project((ws) => ws.lessons.add({ text: "Close every file handle", appliesToAgents: ["coder"] }));
      await expect.poll(async () => (await seqs())[0]).toBeGreaterThan(head);
    });

    it("narrows down by type and session, and opens one event with all it says", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn("/shop/log?about=s-1c20be55");
      await page.getByRole("combobox", { name: "Events" }).selectOption("outcome-");
      await page.waitForURL(/type=outcome-/);
      await expect.poll(() => page.locator(".tail li").count()).toBe(1);
      await page.locator(".tail li > a").click();
      await page.getByRole("complementary").getByText('"result": "partial"').waitFor();
      await page.getByRole("link", { name: "Close" }).click();
      await page.getByRole("complementary").waitFor({ state: "detached" });
    });
  });

  describe("Health", () => {
    it("says what is wrong first, and what to do about it", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      const found = await project(async (ws, as) => {
        await tellStory(as);
        return (await ws.doctor({ quick: true })).checks;
      });
      const page = await signedIn("/shop/health");
      await page.getByRole("heading", { name: "Local server" }).waitFor();
      const titles = await page.locator(".checks h2").allTextContents();
      for (const { name } of found) expect(titles).toContain(titleOf(name));
      const states = await page.locator(".checks .how").allTextContents();
      const order = ["Problem", "Warning", "Fine"];
      const ranks = states.map((state) => order.indexOf(state));
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    });

    it("a lesson that harms is opened and retired from its finding, and its command can be copied", async () => {
      const { signedIn, project, url, newestEvent } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      await project((ws) => measureLesson(ws, "harms"));
      const page = await signedIn("/shop/health", { permissions: ["clipboard-read", "clipboard-write"] });
      const line = page.locator(".checks li", { hasText: "was found to harm" });
      await line.getByRole("link", { name: "unknown option: --fast" }).waitFor();
      await line.getByRole("button", { name: /^Copy: whetstone lessons retire/ }).click();
      await line.getByText("Copied").waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(
        /^whetstone lessons retire failure-/,
      );
      await line.getByRole("button", { name: /^Why…/ }).click();
      await line.getByRole("textbox").fill("the tool is gone");
      await line.getByRole("button", { name: /^Retire/ }).click();
      await expect
        .poll(newestEvent)
        .toMatchObject({ type: "lesson-retired", origin: "human", data: { reason: "the tool is gone" } });
      await page.getByRole("link", { name: "outcomes recorded" }).click();
      await page.waitForURL(`${url}/shop/log?type=outcome-`);
    });

    it("the rules behind the instruction files stand in the list as its filters say", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn(addressBehind("shop", "instructions"));
      await page.getByText("1 lesson", { exact: true }).waitFor();
      const state = page.getByRole("combobox", { name: "State" });
      expect(await state.inputValue()).toBe("shown");
      await state.selectOption("waits");
      await page.getByText("2 lessons", { exact: true }).waitFor();
    });

    it("a missing backup is made with one button", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn("/shop/health");
      const isBackedUp = () =>
        project(async (ws) =>
          (await ws.doctor({ quick: true })).checks.some(
            ({ name, state }) => name === "backup" && state === "ok",
          ),
        );
      expect(await isBackedUp()).toBe(false);
      await page.getByRole("button", { name: "Make a backup" }).click();
      await page.getByText("There is a backup now").waitFor();
      expect(await isBackedUp()).toBe(true);
    });
  });

  describe("Sessions", () => {
    it("one session is told from its beginning to its end, with the exact text it was given", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn("/shop/sessions");
      await linkTo(page, "s-90d3a7e1").click();
      await page.getByRole("heading", { name: "s-90d3a7e1" }).waitFor();
      const kinds = await page.locator(".moments b").allTextContents();
      // At the start the rule, at the failure what earlier sessions know of it.
      expect(kinds).toEqual(["Shown", "Failed", "Shown", "Fixed", "Ended"]);
      const { shown } = await project((ws) => ws.shown({ name: "s-90d3a7e1" }));
      const blocks = await page.locator(".moments pre").allTextContents();
      expect(blocks.join("\n\n")).toBe(shown.map(({ text }) => text.trim()).join("\n\n"));
    });

    it("two sessions stand side by side", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn("/shop/sessions/s-90d3a7e1");
      await page.getByRole("combobox", { name: "Compare with" }).selectOption("s-77ab01ff");
      await page.getByRole("heading", { name: "s-77ab01ff" }).waitFor();
      await page.getByRole("heading", { name: "s-90d3a7e1" }).waitFor();
      expect(await page.getByRole("combobox", { name: "Compare with" }).inputValue()).toBe("s-77ab01ff");
    });

    it("only sessions that met a failure of an earlier one, on request", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn("/shop/sessions");
      await linkTo(page, "s-77ab01ff").waitFor();
      await page.getByRole("combobox", { name: "Sessions" }).selectOption("yes");
      await linkTo(page, "s-77ab01ff").waitFor({ state: "detached" });
      await linkTo(page, "s-90d3a7e1").waitFor();
    });
  });

  describe("Evidence", () => {
    it("says whether lessons help, draws each with its interval, and starts and stops a trial", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      await project((ws) => measureLesson(ws, "helps"));
      const page = await signedIn("/shop/evidence");
      const [verdict, counts] = await page.locator("main p").allTextContents();
      expect(verdict).toMatch(
        /^\d+ % came back when their lesson was shown, \d+ % when it was held out\. Lessons help\.$/,
      );
      expect(counts).toContain("The difference is far beyond chance.");
      await page.getByRole("img", { name: "How much less often a failure comes back" }).waitFor();
      await page.getByRole("button", { name: "Try it" }).click();
      await page.getByText("It is on trial.").waitFor();
      await page.getByRole("button", { name: "Stop the trial" }).click();
      await page.getByText("The trial is over.").waitFor();
      const events = await project((ws) => ws.log({ type: "trial-st", limit: 10 }));
      expect(events.events.map(({ type, origin }) => [type, origin])).toEqual([
        ["trial-started", "human"],
        ["trial-stopped", "human"],
      ]);
      const all = page.locator(".all-lessons");
      await all.getByRole("button", { name: /^Why…/ }).click();
      await all.getByRole("textbox").fill("before the release");
      await all.getByRole("button", { name: /^Try every lesson/ }).click();
      await all.getByRole("button", { name: /^Stop trying all/ }).waitFor();
      expect(await newest(project, "trial-started")).toMatchObject({
        data: { reason: "before the release" },
      });
    });

    it("a trial of a lesson that harms is started only after one more question", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      await project((ws) => measureLesson(ws, "harms"));
      const page = await signedIn("/shop/evidence");
      const row = page.locator("tbody tr", { hasText: "harms" });
      await row.getByRole("button", { name: "Try it" }).click();
      await page.getByText("It harms: sessions went worse with it.").waitFor();
      await page.getByRole("button", { name: "No", exact: true }).click();
      expect((await project((ws) => ws.log({ type: "trial-started" }))).events).toEqual([]);
      await row.getByRole("button", { name: "Try it" }).click();
      await page.getByRole("button", { name: "Yes, try it" }).click();
      await page.getByText("It is on trial.").waitFor();
    });

    it("replays another setting aside, and says what cannot be known from the log", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn("/shop/evidence");
      await page.getByRole("combobox", { name: "Setting" }).fill("directives.briefMax=0");
      await page.getByRole("button", { name: "Replay" }).click();
      await page.getByText("cannot be said").waitFor();
      const cells = page.locator(".replayed tr", { hasText: "lessons shown" }).locator("td");
      const [logged, today, changed] = (await cells.allTextContents()).map(Number);
      expect(logged).toBeGreaterThan(0);
      expect(changed).toBeLessThan(today ?? 0);
      expect(await project(async (ws) => (await ws.log({ type: "outcome-" })).events.length)).toBe(3);
    });

    it("says why a setting cannot be replayed", async () => {
      const { signedIn } = await pagesInTemp(browser);
      const page = await signedIn("/shop/evidence");
      await page.getByRole("combobox", { name: "Setting" }).fill("reflection.nowhere=1");
      await page.getByRole("button", { name: "Replay" }).click();
      await page.getByRole("alert").filter({ hasText: "reflection.nowhere" }).waitFor();
    });
  });
});

/** The link to a session in a list, whatever the session is called there. */
function linkTo(page: Page, session: string): Locator {
  return page.getByRole("link").filter({ has: page.getByTitle(session, { exact: true }) });
}

type InProject = <T>(work: (ws: Whetstone) => Promise<T>) => Promise<T>;

async function newest(project: InProject, type: string) {
  const { events } = await project((ws) => ws.log({ type, limit: 1, data: true }));
  const [event] = events;
  return { ...event, data: JSON.parse(event?.data ?? "null") };
}
