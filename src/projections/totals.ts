import type { Config } from "../config/settings.js";
import { implicitFeedback } from "../engines/outcomes/score-implicit-feedback.js";
import type { EventOf } from "../events/catalog.js";
import { counted } from "./days.js";
import type { Projection } from "./projection.js";
import { signalsOf } from "./signals-of.js";
import { totalsKey } from "./totals-key.js";
import { views } from "./views.js";
import { withNewest } from "./with-newest.js";

/** The project's counters, in one row. */
export interface TotalsRow {
  readonly outcomes: { readonly success: number; readonly partial: number; readonly failure: number };
  readonly feedback: { readonly helpful: number; readonly neutral: number; readonly harmful: number };
  readonly scoreSum: number;
  readonly exposures: number;
  readonly antiPatterns: number;
  readonly insights: number;
  /** Directives that were brought in and not forgotten. */
  readonly directives: number;
  /** Phases that ended. */
  readonly phases: number;
  readonly receipts: { readonly acknowledged: number; readonly violated: number; readonly unacknowledged: number };
  readonly spoofed: number;
  readonly forgotten: number;
  /** The newest runs, oldest first, each with the lessons it was shown and the insights it brought. */
  readonly runs: readonly RunCounts[];
}

interface RunCounts {
  readonly run: string;
  readonly shown: number;
  readonly captured: number;
}

interface TotalsSettings {
  readonly score: Config["outcomes"];
  readonly runsKept: number;
}

export const totals: Projection<TotalsRow, TotalsSettings> = {
  ...views.totals,
  on: {
    "outcome-recorded": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event, { score, runsKept }) => {
        const { type, raw_value } = implicitFeedback(signalsOf(event), score);
        return {
          ...row,
          outcomes: { ...row.outcomes, [event.data.result]: row.outcomes[event.data.result] + 1 },
          feedback: { ...row.feedback, [type]: row.feedback[type] + 1 },
          scoreSum: row.scoreSum + raw_value,
          runs: withRun(row, event, {}, runsKept),
        };
      },
    },
    "lesson-exposed": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event, { runsKept }) => {
        const runs = withRun(row, event, { shown: 1 }, runsKept);
        return { ...row, exposures: row.exposures + 1, runs };
      },
    },
    "brief-made": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event, { runsKept }) => ({ ...row, runs: withRun(row, event, {}, runsKept) }),
    },
    "deliberation-recorded": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event, { runsKept }) => ({ ...row, runs: withRun(row, event, {}, runsKept) }),
    },
    "lesson-observed": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event, { runsKept }) => ({
        ...row,
        insights: row.insights + (event.data.first ? 1 : 0),
        runs: withRun(row, event, { captured: 1 }, runsKept),
      }),
    },
    "lesson-proposed": {
      keys: () => [totalsKey],
      evolve: (row = nothing) => ({ ...row, directives: row.directives + 1 }),
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
        const added = counted(event);
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
      keys: ({ data }) => (data.spoofed.length === 0 ? [] : [totalsKey]),
      evolve: (row = nothing, { data }) => ({ ...row, spoofed: row.spoofed + data.spoofed.length }),
    },
    "strategy-inverted": {
      keys: () => [totalsKey],
      evolve: (row = nothing) => ({ ...row, antiPatterns: row.antiPatterns + 1 }),
    },
    "lesson-reset": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event) => ({ ...row, antiPatterns: without(row, event.data.kind) }),
    },
    "lesson-forgotten": {
      keys: () => [totalsKey],
      evolve: (row = nothing, event) => ({
        ...row,
        antiPatterns: without(row, event.data.kind),
        insights: row.insights - (event.data.kind === "insight" ? 1 : 0),
        directives: row.directives - (event.data.kind === "directive" ? 1 : 0),
        forgotten: row.forgotten + 1,
      }),
    },
  },
};

const nothing: TotalsRow = {
  outcomes: { success: 0, partial: 0, failure: 0 },
  feedback: { helpful: 0, neutral: 0, harmful: 0 },
  scoreSum: 0,
  exposures: 0,
  antiPatterns: 0,
  insights: 0,
  directives: 0,
  phases: 0,
  receipts: { acknowledged: 0, violated: 0, unacknowledged: 0 },
  spoofed: 0,
  forgotten: 0,
  runs: [],
};

type LessonKind = EventOf<"lesson-forgotten">["data"]["kind"];

function without({ antiPatterns }: TotalsRow, kind: LessonKind): number {
  return antiPatterns - (kind === "anti_pattern" ? 1 : 0);
}

/** Work without a run or task name cannot be told apart from other such work, so it is no run that we can count. */
function withRun(
  { runs }: TotalsRow,
  event: { readonly run?: string; readonly task?: string },
  { shown = 0, captured = 0 }: { readonly shown?: number; readonly captured?: number },
  kept: number,
): TotalsRow["runs"] {
  const run = event.run ?? event.task;
  if (run === undefined) return runs;
  const known = runs.find((each) => each.run === run);
  const others = known === undefined ? runs : runs.filter((each) => each !== known);
  const counts = { run, shown: (known?.shown ?? 0) + shown, captured: (known?.captured ?? 0) + captured };
  return withNewest(others, counts, kept);
}
