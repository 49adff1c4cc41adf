import fc from "fast-check";
import { expect, it, onTestFinished, vi } from "vitest";
import { anyDraft } from "../../tests/support/arbitrary-events.js";
import { directiveDrafts } from "../../tests/support/directives.js";
import { ledgerOver, movingClock, startOfTest } from "../../tests/support/ledger.js";
import { openInTemp } from "../../tests/support/whetstone.js";
import { LedgerReader } from "../log/store/ledger-reader.js";
import type { Context } from "../verbs/call/context.js";
import { keptLessons } from "./kept-lessons.js";
import { listLessons } from "./lessons.js";

it("after any events, the kept lessons are those that reading everything finds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anyDraft, { maxLength: 12 }), { maxLength: 12 }), async (history) => {
      const clock = movingClock();
      const ledger = ledgerOver({ clock: clock.read });
      const context = { ledger, clock: clock.read } as Context;
      for (const drafts of history) {
        await ledger.write(async (writer) => {
          for (const draft of drafts) await writer.append(draft);
        });
        clock.advance(3_600_000);
        // Two at once: neither may leave older rows behind.
        const [first, second] = await Promise.all([keptLessons(context), keptLessons(context)]);
        const whole = await listLessons(context, { all: true });
        expect(first).toEqual(whole);
        expect(second).toEqual(whole);
      }
    }),
    { numRuns: 60 },
  );
});

it("after an event, only the rows that it changed are read again", async () => {
  const ledger = ledgerOver();
  const context = { ledger, clock: () => startOfTest } as Context;
  const add = (...numbers: readonly number[]) =>
    ledger.write(async (writer) => {
      for (const draft of numbers.flatMap((number) => directiveDrafts(`Keep rule ${number} of this team`)))
        await writer.append({ actor: "ada", origin: "human", ...draft });
    });
  await add(1, 2, 3);
  await keptLessons(context);
  const wholeViews = vi.spyOn(LedgerReader.prototype, "rows");
  onTestFinished(() => wholeViews.mockRestore());
  await add(4);
  const lessons = await keptLessons(context);
  expect(lessons.map(({ text }) => text).toSorted()).toEqual(
    [1, 2, 3, 4].map((number) => `Keep rule ${number} of this team`),
  );
  expect(wholeViews).not.toHaveBeenCalled();
});

it("a forgotten text is gone from every lesson at once", async () => {
  const ws = await openInTemp();
  await ws.lessons.add({ text: "Ask Mallory before a release", appliesToAgents: ["coder"] });
  const texts = async () => (await ws.lessons.list({ offset: 0 })).lessons.map(({ text }) => text);
  expect(await texts()).toEqual(["Ask Mallory before a release"]);
  await ws.lessons.forget({ text: "Mallory", reason: "a name" });
  expect((await texts()).join()).not.toContain("Mallory");
});
