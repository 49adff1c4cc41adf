import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openProject } from "../../src/verbs/open/open-whetstone.js";
import { withChromium } from "../support/chromium.js";
import { pagesInTemp } from "../support/pages.js";

withChromium((browser) => {
  it("a person switches between projects by the names of their folders", async () => {
    const { signedIn, project, home, env, url } = await pagesInTemp(browser);
    await project((ws) => ws.lessons.add({ text: "Close every file handle", appliesToAgents: ["coder"] }));
    // Two folders of one name are told apart by a few digits.
    for (const [folder, text] of [
      ["depot", "Name branches after their ticket"],
      ["old/shop", "Round prices only when they are shown"],
    ] as const) {
      const root = join(home, folder);
      mkdirSync(join(root, ".git", "refs"), { recursive: true });
      const other = openProject({ root, env, origin: "human", actor: "ada" });
      await other.handle().lessons.add({ text, appliesToAgents: ["coder"] });
      await other.close();
    }
    const page = await signedIn("/");
    const links = await page.locator("#door a").allTextContents();
    expect(links).toEqual(["depot", "shop", "shop"]);
    await page.getByRole("link", { name: "depot" }).click();
    await page.waitForURL(`${url}/depot/today`);
    await page.getByRole("link", { name: "Lessons" }).click();
    await page.getByRole("link", { name: "Name branches after their ticket" }).waitFor();
    await page.locator("summary").click();
    await page.locator(".project a", { hasText: join(home, "old/shop") }).click();
    await page.getByRole("link", { name: "Round prices only when they are shown" }).waitFor();
    expect(page.url()).toMatch(/\/shop~[0-9a-f]{4}\/lessons$/);
    expect(await page.locator("main").textContent()).not.toContain("Name branches");
  });

  it("the name of a folder is a text, whatever it holds", async () => {
    const { newWindow, call, home, url } = await pagesInTemp(browser);
    const name = `<img src=x onerror="window.pwned=1">&%2f "shop"`;
    mkdirSync(join(home, name, ".git", "refs"), { recursive: true });
    const { body } = await call("/v1/sign-in/code", { root: join(home, name), actor: "ada" });
    const page = await newWindow();
    await page.goto(`${url}/#code=${(body as { code: string }).code}`);
    await page.getByText("Nothing is recorded here yet").waitFor();
    expect(await page.locator(".project").textContent()).toBe(name);
    expect(await page.title()).toBe(`Today – ${name}`);
    await page.getByRole("link", { name: "Lessons" }).click();
    await page.getByText("There are no lessons yet").waitFor();
    await page.reload();
    await page.getByText("There are no lessons yet").waitFor();
    expect(await page.evaluate("window.pwned")).toBeUndefined();
  });
});
