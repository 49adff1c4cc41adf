import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Whetstone } from "../../src/index.js";
import { directiveId } from "../../src/lessons/directive/rules/directive-id.js";
import { hostSpeaker, programSpeaker } from "../../src/verbs/call/speaker.js";
import { withChromium } from "../support/chromium.js";
import { directiveDrafts, seed } from "../support/directives.js";
import { type As, tellStory } from "../support/page-story.js";
import { pagesInTemp } from "../support/pages.js";
import { outcome } from "../support/whetstone.js";

withChromium((browser) => {
  describe("the list of lessons", () => {
    it("says so while there are none, and shows the first one as it comes", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      const page = await signedIn("/shop/lessons");
      await page.getByText("There are no lessons yet").waitFor();
      await project((ws) => ws.lessons.add({ text: "Close every file handle", appliesToAgents: ["coder"] }));
      await page.getByRole("link", { name: "Close every file handle" }).waitFor();
      await page.getByText("1 lesson", { exact: true }).waitFor();
    });

    it("of ten thousand lessons only those on the screen are in the page, down to the last", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((ws) => seed(ws, tenThousand()));
      const [first = "", lastText = ""] = [rules.at(0), rules.at(-1)];
      const page = await signedIn("/shop/lessons");
      await page.getByText("10,000 lessons").waitFor();
      await page.getByRole("link", { name: first }).waitFor();
      await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
      const last = page.getByRole("link", { name: lastText });
      await last.waitFor();
      expect(await page.locator(".list li").count()).toBeLessThan(100);
      expect(await page.locator(".list li").last().getAttribute("aria-posinset")).toBe("10000");
      await last.click();
      await page.getByRole("heading", { name: lastText }).waitFor();
      await page.getByRole("searchbox").fill("rule 04000");
      await page.getByText("1 lesson", { exact: true }).waitFor();
      await page.getByRole("link", { name: "Keep rule 04000 in mind" }).waitFor();
    });

    it("narrows down by words, kind and state, and the address keeps it", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn("/shop/lessons");
      await page.getByRole("combobox", { name: "Kind" }).selectOption("failure");
      await page.getByText("1 lesson", { exact: true }).waitFor();
      expect(page.url()).toContain("kind=failure");
      await page.reload();
      await page.getByText("1 lesson", { exact: true }).waitFor();
      await page.getByRole("link", { name: "Show all" }).click();
      await page.getByRole("combobox", { name: "State" }).selectOption("waits");
      await page.getByText("2 lessons", { exact: true }).waitFor();
      await page.getByRole("searchbox").fill("migrations");
      await page.getByText("1 lesson", { exact: true }).waitFor();
      await page.getByRole("searchbox").fill("nothing holds these words");
      await page.getByText("No lesson fits.").waitFor();
    });

    it("a second choice adds to the first, also while the answer to the first is on the way", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn("/shop/lessons?kind=failure");
      await page.getByText("1 lesson", { exact: true }).waitFor();
      let letGo: () => void = () => undefined;
      const chosen = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route("**/v1/lessons/list", (route) => chosen.then(() => route.continue()));
      await page.getByRole("link", { name: "Show all" }).click();
      await page.getByRole("combobox", { name: "State" }).selectOption("waits");
      letGo();
      await page.getByText("2 lessons", { exact: true }).waitFor();
      expect(new URL(page.url()).search).toBe("?stage=waits");
    });

    it("J and K go from lesson to lesson, Esc closes, and each has an address", async () => {
      const { signedIn, project, url } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn("/shop/lessons");
      const names = await page.locator("a[data-lesson]").allTextContents();
      const heading = (at: number) => page.getByRole("heading", { name: names[at] ?? "", exact: true });
      await page.keyboard.press("j");
      await heading(0).waitFor();
      await page.keyboard.press("j");
      await heading(1).waitFor();
      const address = page.url();
      await page.keyboard.press("k");
      await heading(0).waitFor();
      await page.keyboard.press("Escape");
      await page.waitForURL(`${url}/shop/lessons`);
      await page.locator(".panel").waitFor({ state: "detached" });
      await page.goto(address);
      await heading(1).waitFor();
      await page.goBack();
      await page.waitForURL(`${url}/shop/lessons`);
    });

    it("an address of a lesson that is not there shows the list and says so", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn("/shop/lessons/directive-gone");
      await page.getByText("There is no lesson directive-gone here").waitFor();
      await page.getByRole("link", { name: "Run npm test before every commit" }).click();
      await page.getByRole("heading", { name: "Run npm test before every commit" }).waitFor();
    });

    it("several lessons are retired together", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((ws) => seed(ws, tenThousand().slice(0, 8)));
      const page = await signedIn("/shop/lessons");
      for (const n of [1, 2]) await page.getByRole("checkbox", { name: `rule 0000${n}` }).check();
      await page.getByRole("button", { name: /^Retire 2 lessons/ }).click();
      await page.getByText("2 retired.").waitFor();
      const inState = async (state: "archived" | "active") =>
        (await project((ws) => ws.lessons.list({ state }))).lessons.map(({ text }) => text).sort();
      expect(await inState("archived")).toEqual(["Keep rule 00001 in mind", "Keep rule 00002 in mind"]);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Taken back.").waitFor();
      expect(await inState("archived")).toEqual([]);
      expect(await inState("active")).toHaveLength(4);
    });

    it("several proposals are accepted together, and wait again by undo", async () => {
      const { signedIn, project, newestEvent } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn("/shop/lessons?stage=waits");
      for (const box of await page.getByRole("checkbox").all()) await box.check();
      await page.getByRole("button", { name: /^Accept 2 lessons/ }).click();
      await page.getByText("2 in force.").waitFor();
      expect(await newestEvent()).toMatchObject({ type: "lesson-activated", origin: "human" });
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("2 lessons", { exact: true }).waitFor();
      const { lessons } = await project((ws) => ws.lessons.list({ state: "proposed" }));
      expect(lessons).toHaveLength(2);
    });

    it("every lesson can be reached without script, page by page", async () => {
      const { signedIn, project, newWindow, url } = await pagesInTemp(browser);
      await project((ws) => seed(ws, tenThousand().slice(0, 2 * 150)));
      const cookies = await (await signedIn()).context().cookies();
      const page = await newWindow({ javaScriptEnabled: false });
      await page.context().addCookies(cookies);
      await page.goto(`${url}/shop/lessons?words=rule`);
      const seen: string[] = await page.locator("a[data-lesson]").allTextContents();
      for (const from of [60, 120]) {
        await page.getByRole("link", { name: "Further in the list" }).click();
        await page.waitForURL(new RegExp(`words=rule&from=${from}`));
        seen.push(...(await page.locator("a[data-lesson]").allTextContents()));
      }
      expect(new Set(seen).size).toBe(150);
      expect(await page.getByRole("link", { name: "Further in the list" }).count()).toBe(0);
      await page.getByRole("link", { name: "Earlier in the list" }).click();
      await page.waitForURL(/from=60/);
    });

    it("an address that names a part of the list begins there, with script too", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((ws) => seed(ws, tenThousand().slice(0, 2 * 150)));
      const page = await signedIn("/shop/lessons?from=60");
      const first = page.locator('.list li[aria-posinset="61"]');
      const top = async () => Math.abs((await first.boundingBox())?.y ?? 1_000);
      await expect.poll(top).toBeLessThan(1);
      await page.mouse.wheel(0, -10_000);
      await page.locator('.list li[aria-posinset="1"]').waitFor();
    });

    it("filters work without script, by the form alone", async () => {
      const { signedIn, project, newWindow, url } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const cookies = await (await signedIn()).context().cookies();
      const page = await newWindow({ javaScriptEnabled: false });
      await page.context().addCookies(cookies);
      await page.goto(`${url}/shop/lessons`);
      await page.getByRole("combobox", { name: "State" }).selectOption("waits");
      await page.getByRole("searchbox").fill("migrations");
      await page.getByRole("button", { name: "Show" }).click();
      await page.waitForURL(/stage=waits/);
      expect(await page.locator("a[data-lesson]").allTextContents()).toEqual([
        "Keep the migrations in order of their dates",
      ]);
      expect(await page.getByRole("combobox", { name: "State" }).inputValue()).toBe("waits");
      await page.goto(`${url}/shop/sessions`);
      await page.getByRole("combobox", { name: "Sessions" }).selectOption("yes");
      await page.getByRole("button", { name: "Show" }).click();
      await page.waitForURL(/repeats=yes/);
      expect(await page.locator("tbody tr").count()).toBe(2);
    });
  });

  describe("one lesson", () => {
    it("shows the exact lines that agents read", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const { lessons } = await project((ws) => ws.lessons.list({ kind: "failure" }));
      const page = await signedIn(`/shop/lessons/${lessons[0]?.id}`);
      const { shown } = await project((ws) => ws.shown({ name: "s-90d3a7e1" }));
      const lines = await page.locator(".events pre").allTextContents();
      expect(lines.length).toBeGreaterThan(0);
      expect(shown.some(({ text }) => lines.some((line) => text.includes(line)))).toBe(true);
    });

    it("every button does what it says, and the log has it with the person's name", async () => {
      const { signedIn, project, newestEvent } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const id = await project((ws) => idOf(ws, "Keep the migrations"));
      const page = await signedIn(`/shop/lessons/${id}`);
      const panel = page.locator(".panel");
      const press = async (name: string, reason: string) => {
        const button = panel.getByRole("button", { name, exact: true });
        // The decision before empties the field when it is done, and only then the button can be pressed.
        await expect.poll(() => button.isEnabled()).toBe(true);
        await panel.getByRole("button", { name: /^Why…/ }).first().click();
        await panel.getByRole("textbox", { name: /^Reason/ }).fill(reason);
        await button.click();
      };
      const logged = (type: string, data: object) =>
        expect.poll(newestEvent).toMatchObject({ type, origin: "human", actor: "ada", data });

      await press("Accept", "so we do it");
      await logged("lesson-activated", { reason: "so we do it" });
      await panel.getByRole("button", { name: "Edit" }).click();
      await panel.getByRole("textbox", { name: "The new text" }).fill("Keep the migrations in order of time");
      await panel.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Keep the migrations in order of time" }).waitFor();
      await logged("lesson-edited", {});
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("heading", { name: "Keep the migrations in order of their dates" }).waitFor();
      await logged("lesson-edited", {});
      await press("Vouch", "I stand for it");
      await logged("lesson-promoted", { reason: "I stand for it" });
      await press("Retire", "not any more");
      await logged("lesson-retired", { reason: "not any more" });
      await panel.getByRole("button", { name: "Bring back" }).waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await logged("lesson-decision-undone", {});
      await panel.getByRole("button", { name: "Retire", exact: true }).waitFor();
      await press("Retire", "for the last time");
      await press("Bring back", "it is needed after all");
      await logged("lesson-activated", { reason: "it is needed after all" });
      await panel.getByRole("button", { name: "Retire", exact: true }).waitFor();
      await press("Forget", "names a customer");
      await panel.getByText("for good").waitFor();
      await logged("lesson-activated", {});
      await panel.getByRole("button", { name: "Yes, forget" }).click();
      await page.getByText("It is forgotten.").waitFor();
      await logged("lesson-forgotten", { reason: "names a customer" });
      await panel.waitFor({ state: "detached" });
    });

    it("a person adds a rule, which takes effect at once, and undo retires it", async () => {
      const { signedIn, project, newestEvent } = await pagesInTemp(browser);
      const page = await signedIn("/shop/lessons");
      await page.getByRole("link", { name: "Add a rule" }).click();
      const panel = page.getByRole("complementary", { name: "Add a rule" });
      await panel.getByRole("button", { name: "Add it" }).click();
      await panel.getByText("Write the rule first.").waitFor();
      await panel.getByLabel("The rule, in one sentence").fill("Never push over the work of others");
      await panel.getByLabel("When broken, it").selectOption("blocks");
      await panel.getByLabel("Roles it is for").fill("coder, reviewer");
      await panel.getByLabel("Tools it is for").fill("Bash");
      await panel.getByLabel("Calls it forbids").fill("git push --force\ngit push -f");
      await panel.getByRole("button", { name: "Add it" }).click();
      await page.getByRole("heading", { name: "Never push over the work of others" }).waitFor();
      for (const place of [page.locator(".toast"), page.locator(".panel .answer")])
        await place.getByText("It is in force.", { exact: true }).waitFor();
      await page.getByText("For coder, reviewer, users of Bash. Medium priority; when broken").waitFor();
      const call = { tool: "Bash", command: "git push --force", role: "coder" };
      expect(await project((ws) => ws.checkTool(call))).toMatchObject({ decision: "deny" });
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("button", { name: "Bring back" }).waitFor();
      expect(await newestEvent()).toMatchObject({ type: "lesson-retired", origin: "human", actor: "ada" });
    });

    it("what a rule in quarantine lacks is said, and added on the page", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      const { lesson } = await project((_ws, as) =>
        as(programSpeaker("agent:coder", "coder")).lessons.add({ text: "Never deploy on a Friday" }),
      );
      const page = await signedIn(`/shop/lessons/${lesson}`);
      const panel = page.getByRole("complementary");
      await panel.getByText("It is not shown yet, because it lacks something that it requires").waitFor();
      await panel.getByRole("button", { name: /^Add to the rule/ }).click();
      await panel.getByText("Fill in what to add to the rule.").waitFor();
      await panel.getByLabel("Roles it is for").fill("coder");
      await panel.getByText("How it is checked").click();
      await panel.getByLabel("What it requires").fill("look at the calendar");
      await panel.getByRole("button", { name: /^Add to the rule/ }).click();
      await page.getByText("The rule is active.").waitFor();
      await panel.getByText("For coder. Medium priority").waitFor();
      const { lessons } = await project((ws) => ws.lessons.list({ state: "active" }));
      expect(lessons.map(({ text }) => text)).toEqual(["Never deploy on a Friday"]);
    });

    it("a failure lesson is put to sleep, woken, and put to sleep again by undo", async () => {
      const { signedIn, project, newestEvent } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const { lessons } = await project((ws) => ws.lessons.list({ kind: "failure" }));
      const page = await signedIn(`/shop/lessons/${lessons[0]?.id}`);
      const panel = page.locator(".panel");
      const logged = (type: string, data: object) =>
        expect.poll(newestEvent).toMatchObject({ type, origin: "human", actor: "ada", data });
      await panel.getByRole("button", { name: /^Why…/ }).click();
      await panel.getByRole("textbox", { name: /^Reason/ }).fill("the tool was updated");
      // What agents read is asked for as such: a reason is not taken for it.
      await panel.getByRole("button", { name: "Vouch" }).click();
      await panel.getByRole("textbox", { name: /^What should agents know/ }).waitFor();
      expect(await newestEvent()).not.toMatchObject({ type: "lesson-promoted" });
      await panel.getByRole("button", { name: "Put to sleep" }).click();
      await logged("lesson-put-to-sleep", { reason: "the tool was updated" });
      await panel.getByText("it wakes when the failure comes back").first().waitFor();
      await panel.getByRole("button", { name: "Wake" }).click();
      await logged("lesson-activated", {});
      await page.getByText("It is shown again.").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await logged("lesson-decision-undone", {});
      await panel.getByRole("button", { name: "Wake" }).waitFor();
    });

    it("a strategy is vouched for, started again and retired", async () => {
      const { signedIn, project, newestEvent } = await pagesInTemp(browser);
      await project((ws) =>
        ws.record({
          result: "success",
          durationMs: 1,
          errorCount: 0,
          retryCount: 0,
          strategy: "Split by feature",
        }),
      );
      const id = await project((ws) => idOf(ws, "Split by feature"));
      const page = await signedIn(`/shop/lessons/${id}`);
      for (const [name, type] of [
        ["Vouch", "lesson-promoted"],
        ["Start again", "lesson-reset"],
        ["Retire", "lesson-deprecated"],
        ["Start again", "lesson-reset"],
      ] as const) {
        await page.locator(".panel").getByRole("button", { name, exact: true }).click();
        await expect.poll(newestEvent).toMatchObject({ type, origin: "human" });
      }
    });

    it("hostile texts are shown as text, wherever they stand", async () => {
      const { signedIn, project } = await pagesInTemp(browser);
      const hostile = `</script><script>window.pwned=1</script><img src=x onerror="window.pwned=2"> \u2028 {{x}} \u202e`;
      await project((_ws, as) => writeEverywhere(as, hostile));
      const { lessons } = await project((ws) => ws.lessons.list({}));
      expect(new Set(lessons.map(({ kind }) => kind))).toEqual(new Set(["directive", "strategy", "failure"]));
      const page = await signedIn();
      const marked = lessons.filter(({ text, kind }) => kind !== "directive" || text.includes("pwned"));
      for (const address of [
        "/shop/today",
        "/shop/lessons",
        ...marked.map(({ id }) => `/shop/lessons/${id}`),
      ]) {
        await page.goto(new URL(address, page.url()).href);
        await page.locator("nav").waitFor();
        expect(await page.locator("main").textContent()).toContain("window.pwned=1");
        expect(await page.locator("main img, main script").count()).toBe(0);
        expect(await page.evaluate("window.pwned")).toBeUndefined();
      }
      await reachesByFilter(page, hostile);
    });
  });
});

/** Also a filter in the address is a text. */
async function reachesByFilter(page: Page, hostile: string): Promise<void> {
  await page.goto(
    new URL(`/shop/lessons?${new URLSearchParams({ words: hostile, kind: hostile })}`, page.url()).href,
  );
  await page.locator("nav").waitFor();
  expect(await page.evaluate("window.pwned")).toBeUndefined();
}

/** Into every kind of lesson, its author, what a person said in a session, and the reasons of people. */
async function writeEverywhere(as: As, hostile: string): Promise<void> {
  const person = as(programSpeaker("human", "ada"));
  const agent = as(programSpeaker("agent:coder", hostile));
  const host = as(hostSpeaker("claude-code"));
  await agent.lessons.add({
    text: `Rule ${hostile}`,
    appliesToAgents: ["coder"],
    requiredActions: [hostile],
  });
  await agent.record(outcome({ strategy: `Way ${hostile}`, adaptersUsed: [`tool ${hostile}`.slice(0, 60)] }));
  await host.hear({
    text: `From now on, never write ${hostile}`,
    session: "s-1",
    interactive: true,
    call: hostile,
  });
  await tellStory(as);
  const { lessons } = await person.lessons.list({});
  for (const { id, kind } of lessons)
    if (kind !== "directive") await person.lessons.promote({ lesson: id, reason: hostile });
}

async function idOf(ws: Whetstone, beginning: string): Promise<string> {
  const { lessons } = await ws.lessons.list({});
  return lessons.find(({ text }) => text.startsWith(beginning))?.id ?? "";
}

const texts = Array.from(
  { length: 10_000 },
  (_, index) => `Keep rule ${String(index).padStart(5, "0")} in mind`,
);

/** In the order of the list, which is that of their ids where all else is equal. */
const rules = texts.toSorted((a, b) => (directiveId(a) < directiveId(b) ? -1 : 1));

function tenThousand() {
  return texts.flatMap((text) => directiveDrafts(text));
}
