import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** For a window whose pages are judged: colours that change at once can be read at once. */
export const readable = { bypassCSP: true, reducedMotion: "reduce" } as const;

/**
 * Everyone can read what a page shows, at both widths and in both colour schemes, without scrolling sideways.
 * Only style depends on width and scheme, so nothing is loaded anew, and dark is about contrast alone.
 */
export async function expectReadable(page: Page): Promise<void> {
  await page.evaluate(axe);
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await violationsIn(page, ["color-contrast"]);
    await keepPicture(page, `${viewport.width}-dark`);
    await page.emulateMedia({ colorScheme: "light" });
    const light = await violationsIn(page, rules);
    await keepPicture(page, `${viewport.width}-light`);
    const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    const at = { address: page.url(), width: viewport.width };
    expect({ ...at, dark, light, isWide }).toEqual({ ...at, dark: [], light: [], isWide: false });
  }
}

/** For the eyes of who changed a page: every picture is kept in the folder that the variable LOOKS names. */
async function keepPicture(page: Page, how: string): Promise<void> {
  const folder = process.env.LOOKS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const { pathname, search } = new URL(page.url());
  const name = `${pathname}${search}`.replace(/^\/|[^\w.-]+/g, "_");
  const number = String(readdirSync(folder).length + 1).padStart(3, "0");
  await page.screenshot({ path: join(folder, `${number}${name}-${how}.png`), fullPage: true });
}

async function violationsIn(page: Page, runOnly: readonly string[]): Promise<readonly string[]> {
  const { violations } = await page.evaluate<{ violations: readonly Violation[] }>(
    `axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] })`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}
