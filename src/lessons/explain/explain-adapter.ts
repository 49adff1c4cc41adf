import { counted } from "../../base/text/counted.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { AdapterRow } from "../../runs/fold/adapters.js";
import { rounded } from "../../runs/outcomes/rounding.js";
import { humanLimitTexts } from "../../runs/policy/human-limits.js";
import { explainPrediction } from "../../runs/policy/predict.js";
import { reliabilityOf, retriesCap } from "../../runs/reliability/reliability.js";
import type { Context } from "../../verbs/call/context.js";
import type { ExplainedEvent, ExplainResult } from "./explain-result.js";

/** Why a capability has its score and its policy, and how its next run is expected to end. */
export async function explainAdapter(
  { ledger: { config }, actor }: Context,
  reader: LedgerReader,
  row: AdapterRow,
  events: readonly ExplainedEvent[],
): Promise<ExplainResult> {
  const prediction = await explainPrediction(reader, { capability: actor, family: row.adapter });
  const { reliabilityScore, successRate, avgRetries, qualityScore, runs } = reliabilityOf(
    row.tally,
    config.reliability,
  );
  const { successWeight, retryWeight, qualityWeight } = config.reliability;
  const patterns = row.patterns.map((each) => `${each.failureType} (${each.occurrences})`);
  const judged = runs > 0;
  const since = row.review === null ? "" : ` since the review by ${row.review.by} (${row.review.reason})`;
  return {
    id: row.adapter,
    kind: "capability",
    answer: [
      judged
        ? `${row.adapter} succeeded in ${row.tally.successes} of ${counted(runs, "run")}${since}, with ` +
          `${rounded(avgRetries)} retries on average.`
        : `No run of ${row.adapter} was judged${since}.`,
      patterns.length === 0 ? "It has no failure pattern." : `It failed by: ${patterns.join(", ")}.`,
      row.learned === null
        ? `No policy was learned, so the base policy holds: limits are learned from ` +
          `${config.policy.minOutcomes} outcomes on, and it has ${runs}.`
        : `Its learned policy: ${row.learned.reason}.`,
      predictionSentence(prediction),
      ...humanLimitTexts(row.adapter, row.human).map((limit) => `${limit}.`),
      ...(row.relaxationSuggested
        ? [`It has done well since: 'whetstone relax ${row.adapter}' would review that.`]
        : []),
    ],
    numbers: judged
      ? {
          reliability: reliabilityScore,
          successRate: rounded(successRate),
          avgRetries: rounded(avgRetries),
          quality: rounded(qualityScore),
          runs,
          streak: row.tally.streak,
          predictedFailure: prediction.failure,
        }
      : { runs, predictedFailure: prediction.failure },
    rule:
      `${successWeight}·success rate + ${retryWeight}·(1 − min(retries, ${retriesCap})/${retriesCap}) + ` +
      `${qualityWeight}·quality`,
    events,
  };
}

function predictionSentence({
  failure,
  low,
  high,
  shares,
}: Awaited<ReturnType<typeof explainPrediction>>): string {
  const signed = (value: number) => `${value > 0 ? "+" : "−"}${Math.abs(value)}`;
  const parts = shares.map(({ of, logOdds }) => `${of} ${signed(logOdds)}`);
  const from = parts.length === 0 ? "no outcome tells more" : `log-odds: ${parts.join(", ")}`;
  return `Its next run is predicted to fail with ${failure} (${low} to ${high}; ${from}).`;
}
