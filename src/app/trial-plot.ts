import { type Bar, type Difference, forestPlot } from "./report-charts.js";
import type { TrialReport } from "./report-trials.js";

const lessonsDrawn = 20;

/** What difference lessons make: all together first, then each with its interval. */
export function trialPlot(trials: TrialReport): string {
  const { lessons, verdict, low, high } = trials;
  const drawn: readonly Difference[] = [
    { label: "all together", value: differenceOf(trials), low, high, kind: kindOf(verdict), isSum: true },
    ...lessons.slice(0, lessonsDrawn).map((each) => ({
      label: each.lesson,
      value: differenceOf(each),
      low: each.low,
      high: each.high,
      kind: kindOf(each.verdict),
    })),
  ];
  return forestPlot(drawn, {
    title: "How much less often a failure comes back when its lesson is shown, in points of 100",
    left: "less often when shown",
    right: "more often",
  });
}

function differenceOf({ shown, heldOut }: Pick<TrialReport, "shown" | "heldOut">): number {
  const rate = ({ sessions, repeated }: TrialReport["shown"]) => (sessions === 0 ? 0 : repeated / sessions);
  return rate(shown) - rate(heldOut);
}

function kindOf(verdict: string): Bar["kind"] {
  return verdict === "helps" ? "good" : verdict === "harms" ? "bad" : "plain";
}
