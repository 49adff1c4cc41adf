import { ColumnChart } from "../../base/page/charts/column-chart.js";
import type { Tone } from "../../base/page/charts/drawn.js";
import { ForestPlot } from "../../base/page/charts/forest-plot.js";
import type { Headline } from "../../lessons/trial/headline-output.js";
import type { TrialReport } from "../../lessons/trial/report-trials.js";
import { isoWeek } from "../../log/events/time.js";
import type { Immutable } from "../call/immutable.js";

/** Repeated failures per 100 tool calls, by week, in two colours. */
export function WeekChart({ headline: { weeks, firstShownAt } }: { headline: Immutable<Headline> }) {
  const shownIn = firstShownAt === null ? "" : isoWeek(firstShownAt);
  const columns = weeks
    .filter(({ repeatsPer100Calls }) => repeatsPer100Calls !== null)
    .map(({ week, repeatsPer100Calls }) => {
      const kind: Tone = firstShownAt === null || week < shownIn ? "past" : "plain";
      return { label: week.slice(5), parts: [{ value: repeatsPer100Calls ?? 0, kind }] };
    });
  return (
    <>
      <div class="chart">
        <ColumnChart columns={columns} title="Repeated failures per 100 tool calls, by week" />
      </div>
      <p class="soft">
        <span class="key past" />
        before the first lesson was shown
        <span class="key plain" />
        since
      </p>
    </>
  );
}

const lessonsDrawn = 20;

/** How much less often failures come back when their lessons are shown, all together above each of them. */
export function TrialChart({ trials }: { trials: Immutable<TrialReport> }) {
  const sumOf = (label: string, each: Immutable<Omit<TrialReport, "classes" | "lessons">>) => ({
    ...each,
    label,
    value: differenceOf(each),
    isSum: true,
  });
  const classes = trials.classes.length < 2 ? [] : trials.classes;
  const lessons = trials.lessons.slice(0, lessonsDrawn);
  const all = [
    sumOf("all together", trials),
    ...classes.map((each) => sumOf(each.class, each)),
    ...lessons.map((each) => ({ ...each, label: callIn(each.text), value: each.estimate, isSum: false })),
  ];
  return (
    <>
      <div class="chart">
        <ForestPlot
          title="How much less often a failure comes back when its lesson is shown, in percentage points"
          left="← less often when shown"
          right="more often →"
          differences={all.map((each) => ({ ...each, kind: toneOf(each.verdict) }))}
        />
      </div>
      <p class="soft legend">
        Percentage points, with a 95 % interval that stays valid however often you look. The dot of a single
        lesson is drawn toward its class, the more the fewer its sessions are.
      </p>
    </>
  );
}

/** A failure is known by its call, which stands first in its lesson. */
function callIn(lesson: string): string {
  return /`([^`]+)`/.exec(lesson)?.[1] ?? lesson;
}

function differenceOf({ shown, heldOut }: Immutable<Pick<TrialReport, "shown" | "heldOut">>): number {
  // With one arm alone there is nothing to compare it with.
  if (shown.sessions === 0 || heldOut.sessions === 0) return 0;
  return shown.repeated / shown.sessions - heldOut.repeated / heldOut.sessions;
}

function toneOf(verdict: string): Tone {
  return verdict === "helps" ? "good" : verdict === "harms" ? "bad" : "plain";
}
