import { describe, expect, it } from "vitest";
import { claudeSessions } from "../../../tests/support/claude-sessions.js";
import { dayMs, openInsights } from "../../../tests/support/insights.js";
import { memoryIo } from "../../base/terminal/memory-io.contract.js";
import { styleFor } from "../../base/terminal/style.js";
import { statusScreen } from "../../verbs/parts/status-screen.js";
import { reportHtml } from "../../verbs/report/report-html.js";
import { reportMarkdown } from "../../verbs/report/report-markdown.js";

const plain = styleFor(memoryIo().io.stdout, {}, true);

/** Five sessions a week apart that fail alike: from the third on a lesson is shown as they start. */
async function fiveWeeks() {
  const { ws, clock } = await openInsights();
  const session = claudeSessions(ws, clock.read);
  for (const name of ["one", "two", "three", "four", "five"]) {
    const one = session(name);
    await one.start();
    if (name !== "five") await one.fails("deploy site --fsat", "Exit code 1\nunknown option: --fsat");
    for (let n = 0; n < 4; n += 1) await one.works("deploy site --fast");
    await one.end();
    clock.advance(7 * dayMs);
  }
  return ws;
}

describe("the headline", () => {
  it("is how often failures come back for each 100 tool calls, by week, before and since the first lesson", async () => {
    const ws = await fiveWeeks();
    const { headline } = await ws.status();
    expect(headline).toMatchObject({
      before: { sessions: 2, withRepeat: 1, failures: 2, repeats: 1, calls: 10, repeatsPer100Calls: 10 },
      since: { sessions: 3, withRepeat: 2, failures: 2, repeats: 2, calls: 14, repeatsPer100Calls: 14.29 },
      weeks: [
        { week: "2026-W09", repeatsPer100Calls: 0, tokensPerSession: 0 },
        { week: "2026-W10", repeatsPer100Calls: 20 },
        { week: "2026-W11", repeatsPer100Calls: 20 },
        { week: "2026-W12", repeatsPer100Calls: 20 },
        { week: "2026-W13", repeatsPer100Calls: 0 },
      ],
    });
    for (const { week, withRepeat, tokensPerSession } of headline.weeks) {
      const { sessions } = await ws.sessions({ week });
      expect(sessions.filter(({ repeats }) => repeats > 0)).toHaveLength(withRepeat);
      expect((await ws.sessions({ week, repeats: true })).sessions).toHaveLength(withRepeat);
      expect(sessions.map(({ tokens }) => tokens)).toEqual([tokensPerSession]);
    }
  });

  it("the headline compares all failures before and since, which are counted alike, and not repeats", async () => {
    const ws = await fiveWeeks();
    const { headline } = await ws.status();
    // The same mistake in each of four sessions: it cannot come back in the first one.
    expect([headline.before.repeatsPer100Calls, headline.since.repeatsPer100Calls]).toEqual([10, 14.29]);
    expect([headline.before.failuresPer100Calls, headline.since.failuresPer100Calls]).toEqual([20, 14.29]);
    const screens = [
      statusScreen(await ws.status(), plain),
      reportMarkdown(await ws.report()),
      reportHtml(await ws.report()),
    ];
    for (const screen of screens) {
      expect(screen).toContain("20 per 100 tool calls before the first lesson was shown, 14.29 since");
      expect(screen).not.toMatch(/shown, 10 before/);
    }
    for (const screen of screens.slice(1)) expect(screen).toContain("so the first weeks are low");
  });

  it("stands in status, in every form of the report and in the metrics, and says that it is no cause", async () => {
    const ws = await fiveWeeks();
    const rate = "20 per 100 tool calls before the first lesson was shown";
    const screen = statusScreen(await ws.status(), plain);
    expect(screen).toContain(`${rate}, 14.29 since (a comparison in time, not a cause)`);
    expect(screen).toContain("2 of 3 sessions met a repeat, lessons add");
    const report = await ws.report();
    expect(report.headline).toEqual((await ws.status()).headline);
    for (const page of [reportMarkdown(report), reportHtml(report)]) {
      expect(page).toContain(rate);
      expect(page).toContain("a comparison in time, not a cause");
      expect(page).toContain("2026-W11");
      expect(page).toContain("whetstone sessions --week");
    }
    const { text } = await ws.metrics();
    expect(text).toContain('whetstone_repeats_per_hundred_calls{week="2026-W12"} 20');
    expect(text).toContain('whetstone_failures_per_hundred_calls{week="2026-W09"} 20');
    expect(text).toContain('whetstone_repeatable_failures_total{period="before"} 2');
    expect(text).toContain('whetstone_sessions_with_repeat_total{period="since"} 2');
  });

  it("is left out of status while no session has said how many tools it called", async () => {
    const { ws } = await openInsights();
    expect((await ws.status()).headline).toMatchObject({ firstShownAt: null, weeks: [] });
    expect(statusScreen(await ws.status(), plain)).not.toContain("repeats");
  });
});
