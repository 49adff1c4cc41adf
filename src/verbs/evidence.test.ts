import { expect, it } from "vitest";
import { deploysThatFail, measureLesson, tellStory } from "../../tests/support/page-story.js";
import { openInTemp } from "../../tests/support/whetstone.js";

it("evidence and reliability answer with the parts of the report that they are named after", async () => {
  const ws = await openInTemp();
  await tellStory(ws.as);
  await measureLesson(ws, "helps");
  await deploysThatFail(ws);
  const { headline, trials, judged, failurePatterns } = await ws.report();
  const [lesson] = trials.lessons;
  await ws.trial.start({ lesson: lesson?.lesson ?? "" });
  expect(await ws.evidence()).toMatchObject({
    headline,
    trials: { verdict: "helps" },
    tried: [lesson?.lesson],
  });
  expect(failurePatterns.length).toBeGreaterThan(0);
  expect(await ws.reliability()).toEqual({ ...judged, failurePatterns });
});
