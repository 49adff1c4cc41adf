import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { withChromium } from "../support/chromium.js";
import { picturedPages } from "../support/pictured-pages.js";
import { smallPng } from "../support/small-png.js";

const repository = resolve(import.meta.dirname, "../..");
const folder = join(repository, "docs/pictures");
const isWriting = process.env.PICTURES === "write";

/** The largest that a page of the documents may load. */
const mostBytes = 150_000;

const screen = { width: 1280, height: 800 };
const pictures: readonly { readonly name: string; readonly options: BrowserContextOptions; open: Open }[] = [
  { name: "today", options: { viewport: screen }, open: () => "/shop/today" },
  { name: "today-dark", options: { viewport: screen, colorScheme: "dark" }, open: () => "/shop/today" },
  { name: "today-phone", options: { viewport: { width: 390, height: 844 } }, open: () => "/shop/today" },
  { name: "lessons", options: { viewport: screen }, open: (lesson) => `/shop/lessons/${lesson}` },
  { name: "session", options: { viewport: screen }, open: () => "/shop/sessions/h2-3f9a41c2" },
  { name: "evidence", options: { viewport: screen }, open: () => "/shop/evidence" },
];

type Open = (lesson: string) => string;

withChromium((browser) => {
  it("the pictures in the documents show what the pages say; 'npm run pictures' takes them anew", async () => {
    const { opened, lessons } = await picturedPages(browser);
    const lesson = lessons.find(({ text }) => text.includes("--assign"))?.id ?? "";
    mkdirSync(folder, { recursive: true });
    const seen: Record<string, string> = {};
    for (const { name, options, open } of pictures) {
      const page = await opened(open(lesson), options);
      seen[name] = await textOf(page);
      if (!isWriting) continue;
      writeFileSync(join(folder, `${name}.png`), smallPng(await page.screenshot()));
      writeFileSync(join(folder, `${name}.txt`), seen[name]);
    }
    for (const { name } of pictures)
      expect(seen[name], `${name}.png is old: run 'npm run pictures' and look at it`).toBe(
        readFileSync(join(folder, `${name}.txt`), "utf8"),
      );
  });
});

it("every picture that a document names is there, is small, and every picture is named", () => {
  const documents = ["README.md", ...readdirSync(join(repository, "docs")).map((name) => `docs/${name}`)];
  const texts = documents
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join(repository, name), "utf8"));
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(/pictures\/([\w-]+\.png)/g)].map(([, name]) => name)),
  );
  const taken = pictures.map(({ name }) => `${name}.png`);
  expect([...named].sort()).toEqual([...taken].sort());
  for (const name of taken) {
    expect(existsSync(join(folder, name)), name).toBe(true);
    expect(readFileSync(join(folder, name)).length).toBeLessThan(mostBytes);
  }
});

/** What a person reads on it. How words break into lines depends on the fonts of the machine. */
async function textOf(page: Page): Promise<string> {
  await page.locator("main").waitFor();
  await page.evaluate("document.fonts.ready");
  // biome-ignore lint/performance/useDomNodeTextContent: only what can be seen is on the picture.
  const text = await page.locator("body").innerText();
  return `${text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n+ ?/g, "\n")
    .trim()}\n`;
}
