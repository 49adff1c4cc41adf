import { describe, expect, it } from "vitest";
import {
  dayMs,
  insightWith,
  openInsights,
  output,
  patterns,
  refuting,
  verdictOn,
} from "../../../tests/support/insights.js";
import { reportHtml, reportMarkdown } from "../../index.js";

const right = "Retries without a limit overload the queue server";
const wrong = "Every handler must close the database connection itself";
type Opened = Awaited<ReturnType<typeof openInsights>>;
const files = ["src/queue/worker.ts"];

/** One run of the judge that passes on evidence, a second before its verdict. */
async function pass(
  { ws, clock }: Opened,
  run: string,
  says: readonly string[],
  refuted: readonly string[] = [],
) {
  await ws.brief({ role: "judge", run, files });
  const text = output + patterns(...says);
  const { deliberation } = await ws.deliberate({ role: "judge", run, taskId: run, files, text });
  clock.advance(1_000);
  await ws.review({ output: verdictOn(deliberation, refuting(...refuted)) });
}

describe("the report on insights", () => {
  it("the report on insights has for each role how much holds up, by month, and which false positives stay away", async () => {
    const opened = await openInsights();
    const { clock, ws } = opened;
    await pass(opened, "r-1", [right, wrong], [wrong]);
    clock.advance(dayMs);
    await pass(opened, "r-2", [right]);
    expect((await ws.report()).insights.roles).toMatchObject([
      { role: "judge", deliberations: 2, briefs: 2, validated: 2, ignored: 1, precision: 0.6667 },
    ]);
    clock.advance(40 * dayMs);
    await pass(opened, "r-3", [right]);
    await pass(opened, "r-4", [right]);
    const report = await ws.report();
    expect(report.insights.roles).toEqual([
      {
        role: "judge",
        deliberations: 4,
        briefs: 4,
        validated: 4,
        ignored: 1,
        precision: 0.8,
        months: [
          { month: "2026-03", precision: 0.6667 },
          { month: "2026-04", precision: 1 },
        ],
        falsePositivesAvoided: 1,
      },
    ]);
    const markdown = reportMarkdown(report);
    expect(markdown).toContain("| judge | 4 | 4 | 4 | 1 | 0.8 | 2026-03: 0.6667, 2026-04: 1 | 1 |");
    const html = reportHtml(report);
    for (const told of ["Insights by role", "judge", "2026-04", "0.8"]) expect(html).toContain(told);
  });

  it("the report on insights does not count a false positive as avoided when the role repeated it or has not spoken since", async () => {
    const opened = await openInsights();
    const { clock, ws } = opened;
    const avoided = async () => (await ws.report()).insights.roles[0]?.falsePositivesAvoided;
    const { deliberation } = await ws.deliberate({ role: "judge", run: "r-1", text: patterns(wrong) });
    clock.advance(1_000);
    await ws.review({ output: verdictOn(deliberation, refuting(wrong)) });
    expect(await avoided()).toBe(0);
    clock.advance(1_000);
    await ws.deliberate({ role: "judge", run: "r-2", text: patterns(right) });
    expect(await avoided()).toBe(1);
    await ws.brief({ role: "judge", run: "r-3" });
    await ws.deliberate({ role: "judge", run: "r-3", text: patterns(wrong) });
    expect(await avoided()).toBe(0);
  });

  it("the report on insights lists what waits for a person, best first, until the person has decided", async () => {
    const opened = await openInsights();
    const { clock, ws } = opened;
    for (const [text, task] of [
      [right, "bd-1"],
      [right, "bd-2"],
      [wrong, "bd-3"],
      [wrong, "bd-4"],
      ["Old caches hold stale rows of the session", "bd-5"],
    ] as const) {
      clock.advance(dayMs);
      await ws.deliberate({ role: "judge", run: task, taskId: task, labels: [task], text: patterns(text) });
    }
    const ready = async () => (await ws.report()).insights.readyForPromotion.map(({ text }) => text);
    expect(await ready()).toEqual([wrong, right]);
    const report = await ws.report();
    const { id, score } = report.insights.readyForPromotion[1] ?? { id: "", score: 0 };
    expect(reportMarkdown(report)).toContain(
      `| "${right}" | judge | observation | ${score} | 2 runs, 2 situations, 0 reinforcements |`,
    );
    expect(reportHtml(report)).toContain(id);
    await ws.lessons.promote({ lesson: (await insightWith(ws, wrong)).id, reason: "it holds" });
    await ws.lessons.retire({ lessons: [id], reason: "out of date" });
    expect(await ready()).toEqual([]);
  });

  it("the report on insights counts a false positive as avoided that was refuted in the millisecond of its sighting", async () => {
    const { clock, ws } = await openInsights();
    const { deliberation } = await ws.deliberate({ role: "judge", run: "r-1", text: patterns(wrong) });
    await ws.review({ output: verdictOn(deliberation, refuting(wrong)) });
    const avoided = async () => (await ws.report()).insights.roles[0]?.falsePositivesAvoided;
    expect(await avoided()).toBe(0);
    clock.advance(1);
    await ws.deliberate({ role: "judge", run: "r-2", text: "Nothing." });
    expect(await avoided()).toBe(1);
  });

  it("the report on insights lists for a person only what is verified now, and not what has been deprecated since", async () => {
    const { clock, ws } = await openInsights();
    for (const task of ["bd-1", "bd-2"])
      await ws.deliberate({ role: "judge", run: task, taskId: task, labels: [task], text: patterns(right) });
    const ready = async () => (await ws.report()).insights.readyForPromotion.map(({ text }) => text);
    // exp(-32/14) is 0.1017: a day later it is no longer worth showing to anybody.
    clock.advance(32 * dayMs);
    expect(await ready()).toEqual([right]);
    clock.advance(dayMs);
    expect(await ready()).toEqual([]);
    clock.advance(147 * dayMs);
    expect((await insightWith(ws, right)).state).toBe("deprecated");
  });

  it("the report on insights lists the newest regression first", async () => {
    const opened = await openInsights();
    const { clock, ws } = opened;
    for (let n = 0; n < 4; n += 1) await pass(opened, `r-${n}`, [right, wrong]);
    for (const [run, text] of [
      ["a", wrong],
      ["b", right],
    ] as const) {
      clock.advance(1_000);
      await pass(opened, run, [right, wrong], [text]);
    }
    const report = await ws.report();
    expect(report.insights.regressions.map(({ text }) => text)).toEqual([right, wrong]);
    const markdown = reportMarkdown(report);
    expect(markdown.indexOf(right)).toBeLessThan(markdown.indexOf(wrong));
    expect(markdown.indexOf("## Regressions")).toBeLessThan(markdown.indexOf("## What changed"));
  });

  it("the report on insights escapes what it shows", async () => {
    const { ws } = await openInsights();
    const text = "Templates with <script>alert(1)</script> must | be escaped";
    for (const task of ["bd-1", "bd-2"])
      await ws.deliberate({ role: "judge", run: task, taskId: task, labels: [task], text: patterns(text) });
    const report = await ws.report();
    expect(report.insights.readyForPromotion).toHaveLength(1);
    expect(reportHtml(report)).not.toContain("<script>alert");
    expect(reportMarkdown(report)).not.toContain("must | be");
  });
});

describe("explain", () => {
  it("explain shows each factor of an insight's score, and what is missing for the next state", async () => {
    const opened = await openInsights();
    const { clock, ws } = opened;
    await pass(opened, "r-1", [wrong], [wrong]);
    clock.advance(14 * dayMs);
    const { id } = await insightWith(ws, wrong);
    const { kind, numbers, rule, answer, events } = await ws.explain({ id });
    expect(kind).toBe("insight");
    expect(numbers).toEqual({
      score: 0.2391,
      successRate: 0.5,
      decay: 0.3679,
      category: 1.3,
      contextAtMost: 1.2,
      successes: 1,
      ignores: 1,
      ignoreWeight: 1,
      reinforcements: 0,
      runsHeld: 0,
      runsFailed: 0,
      ageing: 0,
      sightings: 1,
      echoes: 0,
      situations: 0,
      exposures: 0,
    });
    for (const number of [
      "/ 14",
      "adds 0.5",
      "after 3 reinforcements",
      "1 + 0.1",
      "at most 1.2",
      "below 0.1",
    ])
      expect(rule).toContain(number);
    const told = answer.join(" ");
    for (const part of [
      "by judge in 1 run",
      "a rule",
      "only observed: 2 sightings",
      "worth 0.2391",
      "false positive 1 time",
    ])
      expect(told).toContain(part);
    expect(events.length).toBeGreaterThan(0);
  });

  it("explain reports that an insight does not fade, that it regressed, and that repetitions did not count", async () => {
    const opened = await openInsights();
    const { ws } = opened;
    for (let n = 0; n < 4; n += 1) await pass(opened, `r-${n}`, [right]);
    const told = async () => (await ws.explain({ id: (await insightWith(ws, right)).id })).answer.join(" ");
    expect(await told()).toContain("it no longer fades");
    expect(await told()).toContain("repeated 3 times");
    await pass(opened, "last", [right], [right]);
    expect(await told()).toContain("It has regressed");
    expect(await told()).not.toContain("no longer fades");
  });
});
