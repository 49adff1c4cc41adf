import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, it, onTestFinished } from "vitest";
import { saidMs } from "../../src/surfaces/pages/acts.js";
import { restMs } from "../../src/surfaces/pages/browser/second-click.js";
import { aptInstall } from "./apt-install.js";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The browser of this machine, installed first where that is possible; undefined if there is none. */
function findChromium(): string | undefined {
  const found = installedChromium();
  if (found !== undefined || process.getuid?.() !== 0) return found;
  aptInstall("chromium");
  return installedChromium();
}

function installedChromium(): string | undefined {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(":")];
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}

/**
 * Runs tests that need a browser with one that they share; without one, a skip that CI takes for a failure.
 * It makes no call of its own to the network.
 */
export function withChromium(tests: (browser: () => Promise<Browser>) => void): void {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    const why = "NOT TRIED: no Chromium was found, and none could be installed";
    console.warn(`tests/pages: ${why}. Install 'chromium' to try the pages.`);
    it.skipIf(process.env.CI !== "true")(`the pages work in a browser (${why})`, () => {
      throw new Error(why);
    });
    return;
  }
  const shared: { browser?: Promise<Browser> } = {};
  afterAll(async () => (await shared.browser)?.close());
  tests(() => {
    shared.browser ??= chromium.launch({ executablePath, args: switches, timeout: 600_000 });
    return shared.browser;
  });
}

/**
 * What a person is told stays there: a busy machine may need longer than a person to press its button. A test
 * presses one button after the other faster than a hand, and means it: a click is forgotten as soon as it was handled.
 */
const keepsMessages = `{
  const usual = window.setTimeout;
  window.setTimeout = (work, ms, ...args) => {
    if (ms === ${restMs}) queueMicrotask(work);
    return ms === ${saidMs} || ms === ${restMs} ? 0 : usual(work, ms, ...args);
  };
}`;

/** A window of its own, closed when the test ends. */
export async function newWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  // A bound against hanging, not a measure: no test may depend on the load of the machine.
  context.setDefaultTimeout(600_000);
  onTestFinished(() => context.close());
  await context.addInitScript(keepsMessages);
  return context.newPage();
}

const switches = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
