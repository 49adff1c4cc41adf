import { scoreImplicitFeedback } from "../engines/outcomes/score-implicit-feedback.js";
import { isoTime } from "../events/time.js";
import { strategies } from "../projections/strategies.js";
import { signalsOf, totals, totalsKey } from "../projections/totals.js";
import type { Context } from "./context.js";
import { type Lesson, lessonOf } from "./lessons.js";
import { rounded } from "./rounded.js";

export interface ReportResult {
  readonly project: string;
  readonly generatedAt: string;
  readonly outcomes: {
    readonly total: number;
    readonly success: number;
    readonly partial: number;
    readonly failure: number;
    readonly helpful: number;
    readonly neutral: number;
    readonly harmful: number;
    /** Mean raw score, null while there are no outcomes. */
    readonly meanScore: number | null;
  };
  readonly antiPatterns: readonly Lesson[];
  readonly strategies: readonly Lesson[];
  readonly recentFailures: readonly RecentFailure[];
  readonly loop: {
    readonly runs: number;
    readonly runsShownLessons: number;
    readonly exposures: number;
    readonly rejected: number;
  };
}

export interface RecentFailure {
  readonly outcome: string;
  readonly at: string;
  readonly task: string | null;
  readonly strategy: string | null;
  readonly details: string | null;
  readonly reasoning: string;
}

/** How many of the newest outcomes are looked through for failures, and how many of those are listed. */
const outcomesLookedAt = 100;
const failuresListed = 5;

/** What went well, what fails, and whether the lessons reach anyone. */
export async function report({ ledger, identity, clock }: Context): Promise<ReportResult> {
  return ledger.read(async (reader) => {
    const sums = await reader.row(totals, totalsKey);
    const lessons = (await reader.rows(strategies)).map(lessonOf);
    const newest = await reader.latest("outcome-recorded", outcomesLookedAt);
    const failed = newest.filter((event) => event.data.result !== "success").slice(0, failuresListed);
    const { success, partial, failure } = sums?.outcomes ?? { success: 0, partial: 0, failure: 0 };
    const total = success + partial + failure;
    return {
      project: identity.key,
      generatedAt: isoTime(clock()),
      outcomes: {
        total,
        success,
        partial,
        failure,
        ...(sums?.feedback ?? { helpful: 0, neutral: 0, harmful: 0 }),
        meanScore: sums === undefined || total === 0 ? null : rounded(sums.scoreSum / total),
      },
      antiPatterns: lessons.filter((each) => each.kind === "anti_pattern").sort((a, b) => b.failures - a.failures),
      strategies: lessons.filter((each) => each.kind === "strategy").sort((a, b) => b.successes - a.successes),
      recentFailures: failed.map((event) => ({
        outcome: event.id,
        at: event.at,
        task: event.task ?? null,
        strategy: event.data.strategy ?? null,
        details: event.data.failureDetails ?? null,
        reasoning: scoreImplicitFeedback(signalsOf(event), ledger.config.outcomes).reasoning,
      })),
      loop: {
        runs: sums?.runs.length ?? 0,
        runsShownLessons: sums?.runs.filter((run) => run.shown > 0).length ?? 0,
        exposures: sums?.exposures ?? 0,
        rejected: await reader.countRejected(),
      },
    };
  });
}
