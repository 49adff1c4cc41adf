import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { viewNames } from "../../src/surfaces/pages/place.js";
import { reportHtml } from "../../src/verbs/report/report-html.js";
import { withChromium } from "../support/chromium.js";
import { deploysThatFail, measureLesson, tellStory } from "../support/page-story.js";
import { pagesInTemp } from "../support/pages.js";
import { picturedPages } from "../support/pictured-pages.js";
import { expectReadable, readable } from "../support/readable.js";
import { outcome } from "../support/whetstone.js";

withChromium((browser) => {
  describe("how the pages look", () => {
    it("every view can be read by everyone, light and dark, at both widths and without scrolling sideways", async () => {
      const { signedIn, project, newWindow, url } = await pagesInTemp(browser);
      const page = await signedIn("/shop/today", readable);
      for (const view of viewNames) await check(page, `${url}/shop/${view}`);
      await project((_ws, as) => tellStory(as));
      await project((ws) => measureLesson(ws, "helps"));
      for (const view of viewNames) await check(page, `${url}/shop/${view}`);
      await project((ws) => ws.record(outcome({ result: "failure", adaptersUsed: ["deploy"] })));
      for (const item of [
        "policy/deploy",
        "log/1",
        "lessons?add=rule",
        "sessions/s-90d3a7e1?with=s-77ab01ff",
      ])
        await check(page, `${url}/shop/${item}`);
      const { lessons } = await project((ws) => ws.lessons.list({}));
      for (const { id } of lessons) await check(page, `${url}/shop/lessons/${id}`);
      await check(await newWindow(readable), `${url}/shop/today`);
    });

    it("and so can two months of a project with something of everything", async () => {
      const { opened, lessons, url } = await picturedPages(browser);
      const page = await opened("/shop/today", readable);
      for (const view of viewNames) await check(page, `${url}/shop/${view}`);
      for (const { id } of lessons) await check(page, `${url}/shop/lessons/${id}`);
      await check(page, `${url}/shop/sessions/h2-3f9a41c2`);
    });

    it("beside every number stands a link to what it was counted from", async () => {
      const { signedIn, project, url } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      await project((ws) => measureLesson(ws, "helps"));
      await project((ws) => deploysThatFail(ws));
      const { lessons } = await project((ws) => ws.lessons.list({ kind: "failure" }));
      const page = await signedIn();
      const items = [`lessons/${lessons[0]?.id}`, "policy/deploy", "sessions/s-90d3a7e1"];
      for (const view of ["today", "lessons", "sessions", "evidence", "policy", ...items]) {
        await page.goto(`${url}/shop/${view}`);
        await page.locator("main").waitFor();
        expect({ view, unlinked: await page.evaluate(unlinkedNumbers) }).toEqual({ view, unlinked: [] });
      }
    });

    it("charts can be read on a phone, on the page and in the report", async () => {
      const { signedIn, project, url } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      await project((ws) => measureLesson(ws, "helps"));
      await project((ws) => deploysThatFail(ws));
      const page = await signedIn("/shop/today", { viewport: { width: 390, height: 844 }, bypassCSP: true });
      await page.goto(`${url}/shop/evidence`);
      await page.locator("svg.on-phone").first().waitFor();
      const onPage = await page.evaluate<readonly number[]>(letterSizes);
      await page.setContent(reportHtml(await project((ws) => ws.report())));
      const inReport = await page.evaluate<readonly number[]>(letterSizes);
      expect(Math.min(onPage.length, inReport.length)).toBeGreaterThan(5);
      expect(Math.min(...onPage, ...inReport)).toBeGreaterThanOrEqual(11);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    });

    it("nothing is refused by the content security policy, and nothing fails", async () => {
      const { signedIn, project, url } = await pagesInTemp(browser);
      await project((_ws, as) => tellStory(as));
      const page = await signedIn();
      const said: string[] = [];
      page.on("console", (message) => void said.push(message.text()));
      page.on("pageerror", (error) => void said.push(error.message));
      page.on("requestfailed", (request) => {
        // Leaving a view ends its calls.
        if (request.failure()?.errorText !== "net::ERR_ABORTED") said.push(request.url());
      });
      for (const view of viewNames) {
        await page.goto(`${url}/shop/${view}`);
        await page.locator("nav").waitFor();
        await page.keyboard.press("j");
      }
      expect(said).toEqual([]);
    });
  });
});

/**
 * Texts with a digit that are neither a link nor in a line with one. Times, what agents read word for word, the
 * fields of forms and headings are no counts; what a chart draws stands in the table below it.
 */
const unlinkedNumbers = `(() => {
  const found = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { nodeValue, parentElement: at } = texts.currentNode;
    if (!/\\d/.test(nodeValue) || at.closest("a,time,pre,code,svg,h1,h2,thead,form,noscript,.rule,.legend")) continue;
    if (at.closest("td.number") !== null || at.closest("li,p,tr,dd")?.querySelector("a") == null)
      if (at.closest(".answer,.compare,.total,.moments summary") === null) found.push(nodeValue);
  }
  return found;
})()`;

/** How large the letters of the charts are that can be seen, in pixels of the screen. */
const letterSizes = `[...document.querySelectorAll("svg.on-phone, svg.on-screen")]
  .filter((svg) => svg.getClientRects().length > 0)
  .flatMap((svg) => [...svg.querySelectorAll("text")].map((text) =>
    parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a))`;

async function check(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator("main").waitFor();
  await expectReadable(page);
}
