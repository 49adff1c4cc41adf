import { expect, it } from "vitest";
import { dayMs, insightWith, openInsights, output, verdictOn } from "../../../tests/support/insights.js";

const truth = "A migration must be tried on a copy of production before it is merged.";
const task = "Review the migration";

/** Sixty reviews in prose: each names a table of its own, and each says the same rule. */
it("what every review says is shown from the third one on, and what one said of its diff is shown to none", async () => {
  const { clock, ws } = await openInsights();
  const shown: string[][] = [];
  for (let n = 0; n < 60; n += 1) {
    clock.advance(dayMs);
    const run = `review-${n}`;
    shown.push((await ws.brief({ role: "judge", run, task })).shown.map(({ text }) => text));
    const text = `${output}Table t${n} lacks an index, so listing it by name always reads each row. ${truth}`;
    const { deliberation } = await ws.deliberate({ role: "judge", run, taskId: `bd-${n}`, text });
    await ws.review({ output: verdictOn(deliberation), run });
  }
  expect(shown.slice(0, 2)).toEqual([[], []]);
  for (const lines of shown.slice(2)) expect(lines).toEqual([expect.stringContaining(truth)]);
});

it("a person's word shows what was only said in passing, and no search finds it before", async () => {
  const { ws } = await openInsights();
  await ws.deliberate({ role: "judge", run: "r-1", taskId: "bd-1", text: truth });
  expect((await ws.brief({ role: "judge", task })).text).toBe("");
  expect((await ws.search({ text: "try a migration on a copy of production" })).lessons).toEqual([]);
  await ws.lessons.promote({ lesson: (await insightWith(ws, truth)).id, reason: "we agreed on it" });
  expect((await ws.brief({ role: "judge", task })).text).toContain(truth);
});
