import {
  failuresText,
  hasFigures,
  lowAtFirst,
  metText,
  repeatsText,
  verdictsText,
  weekCells,
  weekColumns,
} from "../../lessons/trial/headline.js";
import type { Headline } from "../../lessons/trial/headline-output.js";
import type { TrialReport } from "../../lessons/trial/report-trials.js";
import {
  classCells,
  classColumns,
  trialColumns,
  trialRows,
  trialSentence,
} from "../../lessons/trial/verdict-text.js";
import { isoWeek } from "../../log/events/time.js";
import type { Immutable } from "../call/immutable.js";
import { section, table, text } from "./html-page.js";
import type { ReportResult } from "./report.js";
import { type Bar, columnChart, forestPlot } from "./report-charts.js";

/** What anyone wants to know first: do failures come back, and do lessons help? */
export function evidenceSections({ headline, trials }: Pick<ReportResult, "headline" | "trials">): string {
  return [
    section("Do failures come back?", hasFigures(headline) ? headlineSection(headline) : ""),
    section("Do lessons from failures help?", trials.lessons.length === 0 ? "" : trialSection(trials)),
  ].join("\n");
}

function headlineSection(headline: Immutable<Headline>): string {
  const rate = repeatsText(headline);
  const failures = failuresText(headline);
  const said = `${text(metText(headline))}; ${text(verdictsText(headline))}.`;
  return [
    `<p>${rate === undefined ? said : `Failures of earlier sessions came back ${text(rate)}. ${said}`}</p>`,
    failures === undefined ? "" : `<p>All failures, known or new: ${text(failures)}.</p>`,
    rate === undefined ? "" : `<h3>Repeated failures per 100 tool calls, by week</h3>${weekChart(headline)}`,
    rate === undefined ? "" : keys,
    table(weekColumns, weekCells(headline)),
    "<p><code>whetstone sessions --week WEEK</code> lists the sessions of a week, with <code>--repeats</code> " +
      "those that met a failure of an earlier one.</p>",
  ].join("");
}

const keys =
  '<p><span class="key past"></span>before the first lesson was shown<span class="key plain"></span>since. ' +
  `${lowAtFirst}</p>`;

/** Repeated failures per 100 tool calls, by week, in two colours. */
export function weekChart({ weeks, firstShownAt }: Immutable<Headline>): string {
  const shownIn = firstShownAt === null ? "" : isoWeek(firstShownAt);
  const columns = weeks
    .filter(({ repeatsPer100Calls }) => repeatsPer100Calls !== null)
    .map(({ week, repeatsPer100Calls }) => {
      const kind: Bar["kind"] = firstShownAt === null || week < shownIn ? "past" : "plain";
      return { label: week.slice(5), parts: [{ value: repeatsPer100Calls ?? 0, kind }] };
    });
  return columnChart(columns, "Repeated failures per 100 tool calls, by week");
}

/** All lessons together first: that is known soonest. */
function trialSection(trials: Immutable<TrialReport>): string {
  return [
    `<p>${text(trialSentence(trials))}</p>${trialChart(trials)}`,
    "<p>Percentage points, with a 95 % interval that stays valid however often you look. The dot " +
      "of a single lesson is drawn toward its class, the more the fewer its sessions are.</p>",
    trials.classes.length < 2 ? "" : table(classColumns, classCells(trials.classes)),
    table(trialColumns, trialRows(trials)),
  ].join("");
}

const lessonsDrawn = 20;

/** How much less often failures come back when their lessons are shown, all together above each of them. */
export function trialChart(trials: Immutable<TrialReport>): string {
  const sumOf = (label: string, each: Immutable<Omit<TrialReport, "classes" | "lessons">>) => ({
    ...each,
    label,
    value: differenceOf(each),
    isSum: true,
  });
  const classes = trials.classes.length < 2 ? [] : trials.classes;
  const all = [
    sumOf("all together", trials),
    ...classes.map((each) => sumOf(each.class, each)),
    ...trials.lessons
      .slice(0, lessonsDrawn)
      .map((each) => ({ ...each, label: callIn(each.text), value: each.estimate, isSum: false })),
  ];
  return forestPlot(
    all.map((each) => ({
      label: each.label,
      value: each.value,
      low: each.low,
      high: each.high,
      kind: kindOf(each.verdict),
      isSum: each.isSum,
    })),
    {
      title: "How much less often a failure comes back when its lesson is shown, in percentage points",
      left: "← less often when shown",
      right: "more often →",
    },
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

function kindOf(verdict: string): Bar["kind"] {
  return verdict === "helps" ? "good" : verdict === "harms" ? "bad" : "plain";
}
