import { maturityOf } from "../engines/strategies/maturity.js";
import { quoteAsData } from "../engines/unconfirmed/quote-as-data.js";
import { type StrategyRow, stateOfStrategy } from "../projections/strategies.js";
import { counted } from "../text/counted.js";
import type { Context } from "./context.js";
import type { ExplainedEvent, ExplainResult } from "./explain-result.js";
import { rounded } from "./rounded.js";

/** Why a strategy is or is not proven, deprecated, or an anti-pattern. */
export function explainStrategy(
  { ledger: { config }, clock }: Context,
  row: StrategyRow,
  events: readonly ExplainedEvent[],
): ExplainResult {
  const { minObservations, failureRatio } = config.antiPatterns;
  const total = row.successes + row.failures;
  const share = total === 0 ? 0 : row.failures / total;
  const inverted = row.invertedBy !== null;
  const counts = maturityOf(row.maturity, clock(), config.strategies);
  const harmfulShare =
    counts.decayedHarmful / Math.max(Number.MIN_VALUE, counts.decayedHelpful + counts.decayedHarmful);
  return {
    id: inverted ? `anti-${row.lesson}` : row.lesson,
    kind: inverted ? "anti_pattern" : "strategy",
    answer: [
      `${quoteAsData(row.text)} was tried ${counted(total, "time")}: it worked ` +
        `${counted(row.successes, "time")} and failed ${counted(row.failures, "time")}.`,
      stateSentence(
        row,
        stateOfStrategy(row, clock(), config.strategies),
        counts,
        harmfulShare,
        config.strategies,
      ),
      inverted
        ? `It became an anti-pattern with event ${row.invertedBy}: the rule asks for at least ` +
          `${minObservations} tries and a failure share of at least ${failureRatio}. That happens once; ` +
          "the counts in its text go on."
        : `It is not an anti-pattern: the rule asks for at least ${minObservations} tries and a failure ` +
          `share of at least ${failureRatio}; it was tried ${counted(total, "time")}, with a share of ` +
          `${rounded(share)}.`,
      `It was shown in ${counted(row.exposures, "prompt")}.`,
    ],
    numbers: {
      successes: row.successes,
      failures: row.failures,
      failureRatio: rounded(share),
      decayedHelpful: rounded(counts.decayedHelpful),
      decayedHarmful: rounded(counts.decayedHarmful),
      harmfulRatio: rounded(harmfulShare),
      exposures: row.exposures,
    },
    rule:
      `anti-pattern when total >= ${minObservations} and failures / total >= ${failureRatio}; ` +
      `proven when decayed helpful >= ${config.strategies.provenMinHelpful} and harmful share < ` +
      `${config.strategies.provenHarmfulRatioBelow}; ` +
      `deprecated when total >= ${config.strategies.minFeedback} and harmful share > ` +
      `${config.strategies.deprecatedHarmfulRatioAbove}`,
    events,
  };
}

function stateSentence(
  row: StrategyRow,
  state: string,
  { decayedHelpful }: { readonly decayedHelpful: number },
  harmfulShare: number,
  {
    provenMinHelpful,
    provenHarmfulRatioBelow,
  }: { readonly provenMinHelpful: number; readonly provenHarmfulRatioBelow: number },
): string {
  if (row.deprecated !== null) {
    return (
      `It is deprecated by ${row.deprecated.by === "evidence" ? "its evidence" : "a person"} ` +
      `(${row.deprecated.reason}); only a reset undoes that.`
    );
  }
  if (row.promoted) return "It is proven because somebody vouched for it.";
  if (state === "proven") return "It is proven by its evidence.";
  const why =
    decayedHelpful < provenMinHelpful
      ? `it has ${rounded(decayedHelpful)} helpful runs left after decay, and proven needs ` +
        `${provenMinHelpful}`
      : `its harmful share is ${rounded(harmfulShare)}, and proven needs less than ` +
        `${provenHarmfulRatioBelow}`;
  return `It is ${state}, not proven: ${why}.`;
}
