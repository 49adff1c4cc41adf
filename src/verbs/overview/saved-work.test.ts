import { expect, it } from "vitest";
import { movingClock } from "../../../tests/support/ledger.js";
import { measureLesson } from "../../../tests/support/page-story.js";
import { call, fail } from "../../../tests/support/trials.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import { savedText } from "./saved-work.js";

it("what a lesson that helps has saved is what failed more often where it was held out, and the time until something worked", async () => {
  const clock = movingClock();
  const ws = await openInTemp({ clock: clock.read });
  // One session finds its way out in two minutes, and one needs a pause that counts for ten.
  for (const [session, minutes] of [
    ["one", 2],
    ["two", 60],
  ] as const) {
    await fail(ws, session);
    clock.advance(minutes * 60_000);
    await call(ws, session, "deploy site", 0, "ok");
  }
  expect((await ws.today()).saved).toEqual({ failures: 0, minutes: 0 });
  await measureLesson(ws, "helps");
  // Of thirty sessions each, 6 failed again that were shown it, and 24 that it was held out of.
  expect(await ws.today()).toMatchObject({
    evidence: { helps: 1 },
    saved: { failures: 18, minutes: 18 * 6 },
  });
});

it("nothing is said to be saved before it is measured, and minutes only where there are any", () => {
  expect(savedText({ failures: 0, minutes: 0 })).toBeUndefined();
  expect(savedText({ failures: 1, minutes: 0 })).toBe("About 1 failed call saved");
  expect(savedText({ failures: 18, minutes: 1 })).toBe("About 18 failed calls and 1 minute saved");
});
