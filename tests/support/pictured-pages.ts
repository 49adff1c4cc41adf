import type { Browser } from "playwright-core";
import { movingClock } from "./ledger.js";
import { pagesInTemp } from "./pages.js";
import { firstDay, tellPicturedStory } from "./pictured-project.js";

/** A server with the project of the pictures, at the time of the pictures. */
export async function picturedPages(browser: () => Promise<Browser>) {
  const clock = movingClock(firstDay);
  // Lessons are on trial, and chance holds none of them out.
  const env = { WHETSTONE_EVIDENCE_ENABLED: "true", WHETSTONE_EVIDENCE_SHARE: "1" };
  const pages = await pagesInTemp(browser, { clock: clock.read, env });
  await pages.project((ws, as) => tellPicturedStory(ws, as, clock));
  const { lessons } = await pages.project((ws) => ws.lessons.list({ all: true }));
  return { opened: pages.signedIn, lessons, url: pages.url };
}
