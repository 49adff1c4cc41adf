import * as z from "zod/mini";
import type { Config } from "../../base/config/settings.js";
import { projectName } from "../../base/project/project-name.js";
import { strategyLessonOutput } from "../../lessons/lesson-output.js";
import { strategies } from "../../lessons/strategy/fold/strategies.js";
import { listedStrategy } from "../../lessons/strategy/strategy-kind.js";
import { headline } from "../../lessons/trial/headline.js";
import { headlineOutput } from "../../lessons/trial/headline-output.js";
import { trialReport, trialReportOutput } from "../../lessons/trial/report-trials.js";
import { isoTime } from "../../log/events/time.js";
import { totalsKey } from "../../log/list-keys.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { type AdapterRow, adapters, sinceReview } from "../../runs/fold/adapters.js";
import { criteria } from "../../runs/fold/criteria.js";
import { governance, governanceKey } from "../../runs/fold/governance.js";
import { scoresOf } from "../../runs/fold/score-history.js";
import { totals } from "../../runs/fold/totals.js";
import { weigh } from "../../runs/outcomes/criterion.js";
import { rounded } from "../../runs/outcomes/rounding.js";
import { describeScore, scoreOutcome } from "../../runs/outcomes/score.js";
import { unattributed } from "../../runs/reliability/attribution.js";
import { isCurrent, needsFix, type OpenSuggestion } from "../../runs/reliability/constraint-suggestions.js";
import { mostFrequent } from "../../runs/reliability/failure-pattern.js";
import { isStale, limitedFields } from "../../runs/reliability/overlay.js";
import { reliabilityOf, reportLengths } from "../../runs/reliability/reliability.js";
import type { Context } from "../call/context.js";
import { field } from "../call/field.js";
import { changeOutput, changesSince } from "./report-changes.js";
import { directiveReport, directiveReportOutput } from "./report-directives.js";
import { insightReport, insightReportOutput } from "./report-insights.js";
import { judgedReport, judgedReportOutput } from "./report-judged.js";

const history = z.strictObject({ at: z.string(), score: z.number() });

const adapterLine = z.strictObject({
  adapter: z.string(),
  score: z.number(),
  runs: z.int(),
  history: field("The newest scores, oldest first.", z.readonly(z.array(history))),
});

export const failurePatternOutput = z.strictObject({
  id: field("`adapter::failure-type`, lower-case.", z.string()),
  adapterId: z.string(),
  failureType: z.string(),
  fixSuggestion: z.string(),
  confidence: z.number(),
  occurrences: z.int(),
  lastSeenAt: z.string(),
});

const overlay = z.strictObject({
  adapterId: z.string(),
  riskMultiplier: z.number(),
  suggestedMaxRetries: z.int(),
  requireApproval: z.boolean(),
  reason: z.string(),
  updatedAt: z.string(),
  stale: z.boolean(),
});

const outcomeSumsOutput = z.strictObject({
  total: z.int(),
  success: z.int(),
  partial: z.int(),
  failure: z.int(),
  helpful: z.int(),
  neutral: z.int(),
  harmful: z.int(),
  meanScore: field("Mean raw score, null while there are no outcomes.", z.nullable(z.number())),
});

const criterionLine = z.strictObject({
  criterion: z.string(),
  weight: z.number(),
  effectiveWeight: z.number(),
  deprecated: z.boolean(),
});

const list = <Item extends z.ZodMiniType>(item: Item) => z.readonly(z.array(item));

const recentFailureOutput = z.strictObject({
  outcome: z.string(),
  at: z.string(),
  taskId: z.nullable(z.string()),
  strategy: z.nullable(z.string()),
  details: z.nullable(z.string()),
  reasoning: z.string(),
});

export const reportOutput = z.strictObject({
  project: field("What the project is called: its id, or its folder.", z.string()),
  generatedAt: z.string(),
  headline: field(
    "How often failures of earlier sessions come back, and what is known of whether lessons help.",
    headlineOutput(),
  ),
  since: field(
    "What happened since the last report that was kept, newest first.",
    z.strictObject({ at: z.nullable(z.string()), outcomes: z.int(), changes: list(changeOutput) }),
  ),
  regressions: field(
    "Adapters that did well for a long time and then failed.",
    list(z.strictObject({ adapter: z.string(), successesBefore: z.int() })),
  ),
  suggestions: field("Suggestions for a person.", list(z.string())),
  outcomes: outcomeSumsOutput,
  strongest: list(adapterLine),
  weakest: list(adapterLine),
  failurePatterns: list(failurePatternOutput),
  overlays: field("Learned limits that are stricter than the base policy.", list(overlay)),
  judged: field("Agents, skills and thresholds, as outcomes have taught them.", judgedReportOutput),
  antiPatterns: list(strategyLessonOutput),
  strategies: list(strategyLessonOutput),
  insights: field("What each role keeps noticing, and how well it holds up.", insightReportOutput),
  directives: field("Rules, how agents followed them, and failures that recur.", directiveReportOutput),
  trials: field("Whether lessons from failures help, by sessions with and without them.", trialReportOutput),
  criteria: list(criterionLine),
  recentFailures: list(recentFailureOutput),
  loop: z.strictObject({ runs: z.int(), runsShownLessons: z.int(), exposures: z.int(), rejected: z.int() }),
});

export type ReportResult = z.output<typeof reportOutput>;
type OutcomeSums = z.output<typeof outcomeSumsOutput>;
type AdapterLine = Readonly<z.output<typeof adapterLine>>;

/** What went well, what fails, what that means for policy, and whether the lessons reach anyone. */
export async function report(context: Context): Promise<ReportResult> {
  const { ledger, identity, places, clock } = context;
  const { config } = ledger;
  return ledger.read(async (reader) => {
    const known = await reader.rows(adapters);
    const judged = known.filter((row) => row.tally.runs > 0);
    const lines = judged.map((row) => lineOf(context, row)).sort((a, b) => b.score - a.score);
    const lessons = (await reader.rows(strategies)).map((row) => listedStrategy(row, context));
    const sums = await reader.row(totals, totalsKey);
    const open = (await reader.row(governance, governanceKey))?.suggestions ?? [];
    return {
      project: projectName(identity, places.root),
      generatedAt: isoTime(clock()),
      headline: await headline(reader),
      since: await changesSince(reader),
      regressions: regressionsOf(judged, config.policy.relaxAfterSuccesses),
      suggestions: suggestionsOf(context, known, open),
      outcomes: await outcomeSums(reader),
      strongest: lines.slice(0, reportLengths.strongest),
      weakest: lines.toReversed().slice(0, reportLengths.weakest),
      failurePatterns: mostFrequent(
        known.flatMap((row) => row.patterns),
        reportLengths.failurePatterns,
      ),
      overlays: known
        .flatMap(({ learned }) => learned ?? [])
        .filter((learned) => limitedFields(learned, config.policy).length > 0)
        .map((learned) => ({ ...learned, stale: isStale(learned, clock(), config.policy) })),
      judged: await judgedReport(context, reader),
      antiPatterns: lessons
        .filter((each) => each.kind === "anti_pattern")
        .sort((a, b) => b.failures - a.failures),
      strategies: lessons
        .filter((each) => each.kind === "strategy")
        .sort((a, b) => b.successes - a.successes),
      insights: await insightReport(context, reader),
      directives: await directiveReport(reader),
      trials: await trialReport(context, reader),
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

/** Marks this moment: the next report lists what changed since. */
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

function lineOf({ ledger }: Context, { adapter, tally, history }: AdapterRow): AdapterLine {
  const { reliabilityScore: score, runs } = reliabilityOf(tally, ledger.config.reliability);
  return { adapter, score, runs, history: scoresOf(history) };
}

function regressionsOf(rows: readonly AdapterRow[], longEnough: number): ReportResult["regressions"] {
  return rows
    .filter((row) => row.tally.streak === 0 && row.brokenStreak >= longEnough)
    .map((row) => ({ adapter: row.adapter, successesBefore: row.brokenStreak }));
}

const fixesSuggested = 3;
const mostSuggestions = 10;

/** What a person may want to do, as long as its cause is not gone. */
function suggestionsOf(
  { clock, ledger }: Context,
  rows: readonly AdapterRow[],
  open: readonly OpenSuggestion[],
): readonly string[] {
  const { policy } = ledger.config;
  const relax = rows
    .filter((row) => row.relaxationSuggested)
    .map((row) => `${row.adapter} has earned a review: whetstone relax ${row.adapter}`);
  const stale = rows.flatMap(({ adapter, learned }) => {
    if (learned === null || limitedFields(learned, policy).length === 0) return [];
    if (!isStale(learned, clock(), policy)) return [];
    const since = learned.updatedAt.slice(0, 10);
    return [
      `The learned limits of ${adapter} have had no evidence since ${since}: whetstone relax ${adapter}`,
    ];
  });
  const failing = rows
    .filter((row) => row.adapter !== unattributed)
    .flatMap((row) => sinceReview(row).filter((each) => needsFix(each, row.tally, clock(), policy)));
  const fixes = mostFrequent(failing, fixesSuggested).map(
    (pattern) => `${pattern.id} happened ${pattern.occurrences} times: ${pattern.fixSuggestion}`,
  );
  const limits = open.filter((each) => isCurrent(each, clock(), policy)).map(({ text }) => text);
  return [...relax, ...stale, ...fixes, ...new Set(limits.toReversed())].slice(0, mostSuggestions);
}

/**
 * How many of the newest outcomes are looked through for failures, within which end of the log, and how many
 * are listed.
 */
const outcomesLookedAt = 100;
const eventsLookedAt = 500;
const failuresListed = 5;

async function recentFailures(
  reader: LedgerReader,
  settings: Config["outcomes"],
): Promise<ReportResult["recentFailures"]> {
  const newest = await reader.recentOutcomes(outcomesLookedAt, eventsLookedAt);
  const failed = newest.filter((event) => event.data.result !== "success").slice(0, failuresListed);
  return failed.map((event) => ({
    outcome: event.id,
    at: event.at,
    taskId: event.task ?? null,
    strategy: event.data.strategy ?? null,
    details: event.data.failureDetails ?? null,
    reasoning: describeScore(event.data, scoreOutcome(event.data, settings), settings),
  }));
}
