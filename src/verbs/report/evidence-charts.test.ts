import { createElement } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, it } from "vitest";
import { TrialChart, WeekChart } from "./evidence-charts.js";

const week = (name: string, repeatsPer100Calls: number | null) => ({ week: name, repeatsPer100Calls });

it("weeks before the first lesson was shown have the colour of the past, and its own week has not", () => {
  const weeks = [week("2026-W09", 3), week("2026-W10", 2), week("2026-W11", null)];
  const headline = { weeks, firstShownAt: "2026-03-05T12:00:00.000Z" };
  const html = renderToString(createElement(WeekChart, { headline } as never));
  const [screen = ""] = html.split("</svg>");
  const colours = [...screen.matchAll(/<rect class="(\w+)"/g)].map(([, colour]) => colour);
  expect(colours).toEqual(["past", "plain"]);
});

it("while no lesson was shown all weeks are past", () => {
  const headline = { weeks: [week("2026-W09", 3)], firstShownAt: null };
  const html = renderToString(createElement(WeekChart, { headline } as never));
  expect(html).toContain('<rect class="past"');
  expect(html).not.toContain('<rect class="plain"');
});

it("a lesson that helps is drawn as good, one that harms as bad, by its call, below the sum of all", () => {
  const arms = { shown: { sessions: 4, repeated: 1 }, heldOut: { sessions: 4, repeated: 3 } };
  const lesson = (text: string, verdict: string) => ({
    ...arms,
    text,
    verdict,
    estimate: -0.5,
    low: -1,
    high: 0,
  });
  const lessons = [lesson("`npm ci` fails", "helps"), lesson("`make` fails", "harms")];
  const trials = { ...arms, verdict: "not known yet", low: -1, high: 1, classes: [], lessons };
  const html = renderToString(createElement(TrialChart, { trials } as never));
  const [screen = ""] = html.split("</svg>");
  expect([...screen.matchAll(/<circle class="(\w+)"/g)].map(([, colour]) => colour)).toEqual(["good", "bad"]);
  expect([...screen.matchAll(/>(all together|npm ci|make)</g)].map(([, label]) => label)).toEqual([
    "all together",
    "npm ci",
    "make",
  ]);
  expect(screen).toContain("-50 (-100 to +100)");
});
