import { expect, it } from "vitest";
import { dayMs, openInsights, output, patterns, verdictOn } from "../support/insights.js";

const areas = [
  "billing, queue, search, login, upload, export, mail, cache, report, backup",
  "webhook, session, invoice, webshop, payroll, calendar, gateway, archive, chat, printer",
].flatMap((names) => names.split(", "));
const ruleOf = (area: string) => `The ${area} module must release its lock before it answers a caller`;

/**
 * A judge knows one rule for each of twenty areas. In sixty reviews, area by area, it raises exactly the rule
 * of the area at hand, and its validator agrees on evidence. Three of the rules a person has activated.
 */
it("a judge of twenty areas knows all twenty rules after sixty good reviews", async () => {
  const { clock, ws } = await openInsights();
  for (const area of areas) {
    const files = [`src/${area}/lock.ts`];
    await ws.deliberate({
      role: "judge",
      run: `learn-${area}`,
      taskId: area,
      files,
      text: patterns(ruleOf(area)),
    });
  }
  const before = (await ws.lessons.list({ kind: "insight" })).lessons;
  for (const { id } of before.slice(0, 3))
    await ws.lessons.promote({ lesson: id, reason: "we agreed on it" });
  for (let n = 0; n < 60; n += 1) {
    clock.advance(dayMs / 4);
    const area = areas[n % areas.length] ?? "";
    const [run, files] = [`review-${n}`, [`src/${area}/lock.ts`]];
    await ws.brief({ role: "judge", run, files });
    const text = output + patterns(ruleOf(area));
    const { deliberation } = await ws.deliberate({ role: "judge", run, taskId: `bd-${n}`, files, text });
    await ws.review({ output: verdictOn(deliberation), run });
  }
  const after = (await ws.lessons.list({ kind: "insight" })).lessons;
  expect(after.map(({ state }) => state)).not.toContain("deprecated");
  expect(after.filter(({ state }) => state === "active")).toHaveLength(3);
  expect(after).toHaveLength(areas.length);
});

it("a rule that aged away is known again once the judge raises it unprompted and is right", async () => {
  const { clock, ws } = await openInsights();
  const rule = ruleOf("billing");
  const say = (run: string, text: string) => ws.deliberate({ role: "judge", run, taskId: run, text });
  await say("first", patterns(rule));
  clock.advance(200 * dayMs);
  const stateNow = async () => (await ws.lessons.list({ kind: "insight" })).lessons[0]?.state;
  expect(await stateNow()).toBe("deprecated");
  const { deliberation } = await say("again", output + patterns(rule));
  const review = await ws.review({ output: verdictOn(deliberation) });
  expect(review.reinforced).toHaveLength(1);
  expect(await stateNow()).toBe("candidate");
  expect((await ws.brief({ role: "judge", run: "next" })).text).toContain(rule);
});
