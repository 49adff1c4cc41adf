import type { Config } from "../../base/config/settings.js";
import { isRightlyNamed } from "../../lessons/directive/fold/directive-proposals.js";
import { pushBounded } from "../../log/bounded-list.js";
import { type holdingDecisions, holdsCall } from "../../log/events/guard.js";
import { totalsKey } from "../../log/list-keys.js";
import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";
import { type FeedbackType, scoreOutcome } from "../outcomes/score.js";
import { countedDay } from "./days.js";

/** The project's counters, in one row. */
export interface TotalsRow {
  readonly outcomes: { readonly success: number; readonly partial: number; readonly failure: number };
  readonly feedback: { readonly helpful: number; readonly neutral: number; readonly harmful: number };
  readonly scoreSum: number;
  readonly exposures: number;
  readonly insights: number;
  /** Directives that were brought in and not forgotten. */
  readonly directives: number;
  /** Proposals that had the id of another sentence, and are ignored. */
  readonly misnamed: number;
  /** Phases that ended. */
  readonly phases: number;
  readonly receipts: {
    readonly acknowledged: number;
    readonly violated: number;
    readonly unacknowledged: number;
  };
  /** Calls that were not simply let through. */
  readonly guarded: Readonly<Record<(typeof holdingDecisions)[number], number>>;
  readonly spoofed: number;
  /** Verdicts by a directive's author, or by a run that was shown it. */
  readonly dismissed: number;
  readonly forgotten: number;
  /** The newest runs, oldest first. */
  readonly runs: readonly string[];
  /** Those of them that were shown a lesson. */
  readonly shownRuns: readonly string[];
  /** Those of them that brought an insight. */
  readonly insightRuns: readonly string[];
}

type RunLists = Pick<TotalsRow, "runs" | "shownRuns" | "insightRuns">;

interface TotalsSettings {
  readonly score: Config["outcomes"];
}

/** The newest runs, of which `status` says how many were shown lessons: about a week of daily work. */
const runsKept = 20;

export const totals: Projection<TotalsRow, TotalsSettings> = {
  ...views.totals,
  on: {
    "outcome-recorded": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event, { score }) => {
        const { type, value } = scoreOutcome(event.data, score);
        const { runs, shownRuns, insightRuns } = withRun(row, event, runsKept);
        // Written out: every outcome comes by here, and a spread takes several times as long.
        return {
          outcomes: withResult(row.outcomes, event.data.result),
          feedback: addFeedbackCount(row.feedback, type),
          scoreSum: row.scoreSum + value,
          exposures: row.exposures,
          insights: row.insights,
          directives: row.directives,
          misnamed: row.misnamed,
          phases: row.phases,
          receipts: row.receipts,
          guarded: row.guarded,
          spoofed: row.spoofed,
          dismissed: row.dismissed,
          forgotten: row.forgotten,
          runs,
          shownRuns,
          insightRuns,
        };
      },
    },
    "lesson-exposed": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event) => ({
        ...row,
        exposures: row.exposures + 1,
        ...withRun(row, event, runsKept, "shownRuns"),
      }),
    },
    "brief-made": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event) => ({ ...row, ...withRun(row, event, runsKept) }),
    },
    "deliberation-recorded": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event) => ({ ...row, ...withRun(row, event, runsKept) }),
    },
    "lesson-observed": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event) => ({
        ...row,
        insights: row.insights + (event.data.first ? 1 : 0),
        ...withRun(row, event, runsKept, "insightRuns"),
      }),
    },
    "lesson-proposed": {
      keys: () => [totalsKey],
      evolve: (row = nothing, { data }) =>
        isRightlyNamed(data)
          ? { ...row, directives: row.directives + 1 }
          : { ...row, misnamed: row.misnamed + 1 },
    },
    "gate-evaluated": {
      keys: ({ data }) => (data.passed ? [totalsKey] : []),
      evolve: (row = nothing) => ({ ...row, phases: row.phases + 1 }),
    },
    "gate-overridden": {
      keys: () => [totalsKey],
      evolve: (row = nothing) => ({ ...row, phases: row.phases + 1 }),
    },
    "receipt-recorded": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event) => {
        const { acknowledged, violated, unacknowledged } = row.receipts;
        const added = countedDay(event);
        return {
          ...row,
          receipts: {
            acknowledged: acknowledged + added.acknowledged,
            violated: violated + added.violated,
            unacknowledged: unacknowledged + added.unacknowledged,
          },
        };
      },
    },
    "output-read": {
      keys: ({ data }) => (data.spoofed.length + data.dismissed.length === 0 ? [] : [totalsKey]),
      evolve: (row = nothing, { data }) => ({
        ...row,
        spoofed: row.spoofed + data.spoofed.length,
        dismissed: row.dismissed + data.dismissed.length,
      }),
    },
    "lesson-forgotten": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event) => ({
        ...row,
        insights: row.insights - (event.data.kind === "insight" ? 1 : 0),
        directives: row.directives - (event.data.kind === "directive" ? 1 : 0),
        forgotten: row.forgotten + 1,
      }),
    },
    "call-guarded": {
      keys: () => [totalsKey],
      evolve: (row = nothing, { data: { decision } }) =>
        holdsCall(decision)
          ? { ...row, guarded: { ...row.guarded, [decision]: row.guarded[decision] + 1 } }
          : row,
    },
    "text-forgotten": {
      keys: () => [totalsKey],
      evolve: (row = nothing) => ({ ...row, forgotten: row.forgotten + 1 }),
    },
  },
};

const nothing: TotalsRow = {
  outcomes: { success: 0, partial: 0, failure: 0 },
  feedback: { helpful: 0, neutral: 0, harmful: 0 },
  scoreSum: 0,
  exposures: 0,
  insights: 0,
  directives: 0,
  misnamed: 0,
  phases: 0,
  receipts: { acknowledged: 0, violated: 0, unacknowledged: 0 },
  guarded: { denied: 0, stopped: 0, asked: 0 },
  spoofed: 0,
  dismissed: 0,
  forgotten: 0,
  runs: [],
  shownRuns: [],
  insightRuns: [],
};

function addFeedbackCount(
  { helpful, neutral, harmful }: TotalsRow["feedback"],
  type: FeedbackType,
): TotalsRow["feedback"] {
  return {
    helpful: helpful + Number(type === "helpful"),
    neutral: neutral + Number(type === "neutral"),
    harmful: harmful + Number(type === "harmful"),
  };
}

/**
 * Work without a run or task name cannot be distinguished from other such work, so it is not counted as a
 * run.
 */
function withRun(
  { runs, shownRuns, insightRuns }: RunLists,
  event: { readonly run?: string; readonly task?: string },
  kept: number,
  list?: "shownRuns" | "insightRuns",
): RunLists {
  const run = event.run ?? event.task;
  if (run === undefined) return { runs, shownRuns, insightRuns };
  const others = runs.includes(run) ? runs.filter((each) => each !== run) : runs;
  const newest = pushBounded(others, run, kept);
  const among = (some: readonly string[], adds: boolean): readonly string[] => {
    const all = adds && !some.includes(run) ? [...some, run] : some;
    return all.length === 0 ? all : all.filter((each) => newest.includes(each));
  };
  return {
    runs: newest,
    shownRuns: among(shownRuns, list === "shownRuns"),
    insightRuns: among(insightRuns, list === "insightRuns"),
  };
}

type Result = "success" | "partial" | "failure";

/** How runs ended, after one more. */
export function withResult(
  { success, partial, failure }: Readonly<Record<Result, number>>,
  result: Result,
): { readonly success: number; readonly partial: number; readonly failure: number } {
  return {
    success: success + Number(result === "success"),
    partial: partial + Number(result === "partial"),
    failure: failure + Number(result === "failure"),
  };
}
