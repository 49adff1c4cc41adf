import { reliabilityOf, retriesCap } from "../../engines/reliability/reliability.js";
import type { AdapterRow } from "../../projections/adapters.js";
import { counted } from "../../text/counted.js";
import type { Context } from "../context.js";
import { humanLimitTexts } from "../policy/human-limits.js";
import { rounded } from "../rounded.js";
import type { ExplainedEvent, ExplainResult } from "./explain-result.js";

/** Why a capability has its score and its policy. */
export function explainAdapter(
  { ledger: { config } }: Context,
  row: AdapterRow,
  events: readonly ExplainedEvent[],
): ExplainResult {
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
          `${config.policy.minOutcomes} outcomes on, one more while a single one has failed, and it has ${runs}.`
        : `Its learned policy: ${row.learned.reason}.`,
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
        }
      : { runs },
    rule:
      `${successWeight}·success rate + ${retryWeight}·(1 − min(retries, ${retriesCap})/${retriesCap}) + ` +
      `${qualityWeight}·quality`,
    events,
  };
}
