import { describe, expect, it } from "vitest";
import { withChromium } from "../support/chromium.js";
import { movingClock } from "../support/ledger.js";
import { pagesInTemp } from "../support/pages.js";

withChromium((browser) => {
  describe("signing in", () => {
    it("an address with a code signs in, works once, and leaves no code behind", async () => {
      const { newCode, newWindow, url } = await pagesInTemp(browser);
      const code = await newCode();
      const page = await newWindow();
      await page.goto(`${url}/#code=${code}`);
      await page.waitForURL(`${url}/shop/today`);
      expect(await page.title()).toBe("Today – shop");
      expect(await page.evaluate("document.cookie")).toBe("");
      const [cookie] = await page.context().cookies();
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });

      const other = await newWindow();
      await other.goto(`${url}/#code=${code}`);
      await other.getByText("This address has been used").waitFor();
      expect(other.url()).toBe(`${url}/`);
      expect(await other.context().cookies()).toEqual([]);
    });

    it("a code is refused after a minute", async () => {
      const clock = movingClock();
      const { newCode, newWindow, url } = await pagesInTemp(browser, { clock: clock.read });
      const code = await newCode();
      clock.advance(61_000);
      const page = await newWindow();
      await page.goto(`${url}/#code=${code}`);
      await page.getByText("older than a minute").waitFor();
    });

    it("whoever has not signed in gets a page that says how, also without script", async () => {
      const { newWindow, url } = await pagesInTemp(browser);
      const page = await newWindow({ javaScriptEnabled: false });
      const answer = await page.goto(`${url}/shop/lessons`);
      expect(answer?.status()).toBe(401);
      expect(await page.locator("main").textContent()).toContain("whetstone open");
    });
  });
});
