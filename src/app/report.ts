import { weigh } from "../engines/outcomes/criterion-tally.js";
import { unattributed } from "../engines/reliability/attribution.js";
import type { ConstraintSuggestion } from "../engines/reliability/constraint-suggestions.js";
import type { FailurePattern } from "../engines/reliability/failure-pattern.js";
import { type AdaptivePolicyOverlay, ruleOf } from "../engines/reliability/overlay.js";
import { basePolicy, stricterFields } from "../engines/reliability/policy-rule.js";
import { reliabilityOf } from "../engines/reliability/reliability-tally.js";
import { isStale } from "../engines/reliability/stale.js";
import { isoTime } from "../events/time.js";
import { type AdapterRow, adapters } from "../projections/adapters.js";
import { criteria } from "../projections/criteria.js";
import { governance, governanceKey } from "../projections/governance.js";
import { totalsKey } from "../projections/list-keys.js";
import { scoresOf } from "../projections/score-history.js";
import { strategies } from "../projections/strategies.js";
import { totals } from "../projections/totals.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Context } from "./context.js";
import { lessonOf, type StrategyLesson } from "./lessons.js";
import { type RecentFailure, recentFailures } from "./recent-failures.js";
import { type Change, changesSince } from "./report-changes.js";
import { type DirectiveReport, directiveReport } from "./report-directives.js";
import { type InsightReport, insightReport } from "./report-insights.js";
import { rounded } from "./rounded.js";

export interface ReportResult {
  readonly project: string;
  readonly generatedAt: string;
  /** What happened since the last report that was kept, newest first. */
  readonly since: {
    readonly at: string | null;
    readonly outcomes: number;
    readonly changes: readonly Change[];
  };
  /** Capabilities that had done well for long, and then failed. */
  readonly regressions: readonly { readonly capability: string; readonly successesBefore: number }[];
  /** What a person may want to do. */
  readonly suggestions: readonly string[];
  readonly outcomes: OutcomeSums;
  readonly strongest: readonly CapabilityLine[];
  readonly weakest: readonly CapabilityLine[];
  readonly failurePatterns: readonly FailurePattern[];
  /** What was learned that asks for more than the base policy. */
  readonly overlays: readonly (AdaptivePolicyOverlay & { readonly stale: boolean })[];
  readonly antiPatterns: readonly StrategyLesson[];
  readonly strategies: readonly StrategyLesson[];
  /** What each role keeps noticing, and how that holds up. */
  readonly insights: InsightReport;
  /** Instructions, what became of them, and what keeps failing. */
  readonly directives: DirectiveReport;
  readonly criteria: readonly {
    readonly criterion: string;
    readonly weight: number;
    readonly effectiveWeight: number;
    readonly deprecated: boolean;
  }[];
  readonly recentFailures: readonly RecentFailure[];
  readonly loop: {
    readonly runs: number;
    readonly runsShownLessons: number;
    readonly exposures: number;
    readonly rejected: number;
  };
}

export interface OutcomeSums {
  readonly total: number;
  readonly success: number;
  readonly partial: number;
  readonly failure: number;
  readonly helpful: number;
  readonly neutral: number;
  readonly harmful: number;
  /** Mean raw score, null while there are no outcomes. */
  readonly meanScore: number | null;
}

export interface CapabilityLine {
  readonly capability: string;
  readonly score: number;
  readonly runs: number;
  /** The newest scores, oldest first. */
  readonly history: readonly { readonly at: string; readonly score: number }[];
}

/** What went well, what fails, what that means for policy, and whether the lessons reach anyone. */
export async function report(context: Context): Promise<ReportResult> {
  const { ledger, identity, clock } = context;
  const { config } = ledger;
  return ledger.read(async (reader) => {
    const known = await reader.rows(adapters);
    const judged = known.filter((row) => row.tally.runs > 0);
    const lines = judged.map((row) => capabilityLine(context, row)).sort((a, b) => b.score - a.score);
    const lessons = (await reader.rows(strategies)).map((row) => lessonOf(context, row));
    const sums = await reader.row(totals, totalsKey);
    return {
      project: identity.key,
      generatedAt: isoTime(clock()),
      since: await changesSince(reader),
      regressions: regressionsOf(judged, config.policy.relaxAfterSuccesses),
      suggestions: suggestionsOf(known, (await reader.row(governance, governanceKey))?.suggestions ?? []),
      outcomes: await outcomeSums(reader),
      strongest: lines.slice(0, config.report.strongest),
      weakest: lines.toReversed().slice(0, config.report.weakest),
      failurePatterns: topPatterns(known, config.report.failurePatterns),
      overlays: known
        .flatMap(({ learned }) => learned ?? [])
        .filter(
          (learned) => stricterFields(ruleOf(learned), basePolicy(config.policy), config.policy).length > 0,
        )
        .map((learned) => ({ ...learned, stale: isStale(learned, clock(), config.policy) })),
      antiPatterns: lessons
        .filter((each) => each.kind === "anti_pattern")
        .sort((a, b) => b.failures - a.failures),
      strategies: lessons
        .filter((each) => each.kind === "strategy")
        .sort((a, b) => b.successes - a.successes),
      insights: await insightReport(context, reader),
      directives: await directiveReport(context, reader),
      criteria: (await reader.rows(criteria)).map(({ criterion, tally }) => {
        const { weight, effectiveWeight, deprecated } = weigh(tally, clock(), config.criteria);
        return { criterion, weight: rounded(weight), effectiveWeight: rounded(effectiveWeight), deprecated };
      }),
      recentFailures: await recentFailures(reader, config.outcomes),
      loop: {
        runs: sums?.runs.length ?? 0,
        runsShownLessons: sums?.shownRuns.length ?? 0,
        exposures: sums?.exposures ?? 0,
        rejected: await reader.countRejected(),
      },
    };
  });
}

/** Marks this moment: the next report tells what changed since. */
export async function keepReport(context: Context, format: "json" | "md" | "html"): Promise<void> {
  const { actor, origin, run } = context;
  context.beforeWriting();
  await context.ledger.write(async (writer) => {
    const { total: outcomes } = await outcomeSums(writer);
    await writer.append({ type: "report-made", data: { format, outcomes }, actor, origin, run });
  });
}

async function outcomeSums(reader: LedgerReader): Promise<OutcomeSums> {
  const sums = await reader.row(totals, totalsKey);
  const { success, partial, failure } = sums?.outcomes ?? { success: 0, partial: 0, failure: 0 };
  const total = success + partial + failure;
  const meanScore = sums === undefined || total === 0 ? null : rounded(sums.scoreSum / total);
  return {
    total,
    success,
    partial,
    failure,
    ...(sums?.feedback ?? { helpful: 0, neutral: 0, harmful: 0 }),
    meanScore,
  };
}

function capabilityLine({ ledger }: Context, { adapter, tally, history }: AdapterRow): CapabilityLine {
  const { reliabilityScore: score, runs } = reliabilityOf(tally, ledger.config.reliability);
  return { capability: adapter, score, runs, history: scoresOf(history) };
}

function regressionsOf(rows: readonly AdapterRow[], longEnough: number): ReportResult["regressions"] {
  return rows
    .filter((row) => row.tally.streak === 0 && row.brokenStreak >= longEnough)
    .map((row) => ({ capability: row.adapter, successesBefore: row.brokenStreak }));
}

function suggestionsOf(
  rows: readonly AdapterRow[],
  constraints: readonly ConstraintSuggestion[],
): readonly string[] {
  const relax = rows
    .filter((row) => row.relaxationSuggested)
    .map((row) => `${row.adapter} has earned a review: whetstone relax ${row.adapter}`);
  const fixes = topPatterns(
    rows.filter((row) => row.adapter !== unattributed),
    3,
  )
    .filter((pattern) => pattern.occurrences >= 3)
    .map((pattern) => `${pattern.id} happened ${pattern.occurrences} times: ${pattern.fixSuggestion}`);
  return [...relax, ...fixes, ...new Set(constraints.toReversed().map((each) => each.text))].slice(0, 10);
}

function topPatterns(rows: readonly AdapterRow[], count: number): readonly FailurePattern[] {
  return rows
    .flatMap((row) => row.patterns)
    .sort((a, b) => b.occurrences - a.occurrences || (a.id < b.id ? -1 : 1))
    .slice(0, count);
}
