import type { Config } from "../../base/config/settings.js";
import { counted } from "../../base/text/counted.js";
import { isByHand } from "../../log/events/lesson.js";
import { rounded } from "../../runs/outcomes/rounding.js";
import type { Explanation, Surroundings } from "../kind.js";
import { quoteAsData } from "../unconfirmed/quote-as-data.js";
import { type StrategyRow, stateOfStrategy } from "./fold/strategies.js";
import { withdrawnBelow } from "./rules/anti-pattern.js";
import { type DecayedCounts, harmfulShare, maturityOf, restoredBelow } from "./rules/maturity.js";

/** Why a strategy is or is not proven, deprecated, or an anti-pattern. */
export function explainStrategy(row: StrategyRow, { ledger: { config }, clock }: Surroundings): Explanation {
  const total = row.successes + row.failures;
  const share = total === 0 ? 0 : row.failures / total;
  const counts = maturityOf(row.maturity, clock(), config.strategies);
  const state = stateOfStrategy(row, clock(), config.strategies);
  return {
    answer: [
      `${quoteAsData(row.text)} was tried ${counted(total, "time")}: it worked ` +
        `${counted(row.successes, "time")} and failed ${counted(row.failures, "time")}.`,
      stateSentence(row, state, counts, config.strategies),
      warningSentence(row, share, config.antiPatterns),
      `A host, a person, a report or an orchestrator saw ${row.witnesses} of these ends; the others are ` +
        "self-reported, and prove nothing.",
      `It was shown in ${counted(row.exposures, "prompt")}.`,
    ],
    numbers: {
      successes: row.successes,
      failures: row.failures,
      failureRatio: rounded(share),
      decayedHelpful: rounded(counts.decayedHelpful),
      decayedHarmful: rounded(counts.decayedHarmful),
      witnessed: row.witnesses,
      witnessedHelpful: rounded(maturityOf(row.witnessed, clock(), config.strategies).decayedHelpful),
      harmfulRatio: rounded(harmfulShare(counts)),
      exposures: row.exposures,
    },
    rule: ruleText(config),
  };
}

function ruleText({ strategies, antiPatterns }: Pick<Config, "strategies" | "antiPatterns">): string {
  return (
    `anti-pattern when total >= ${antiPatterns.minObservations} and failures / total >= ` +
    `${antiPatterns.failureRatio}, until failures / total < ${rounded(withdrawnBelow(antiPatterns))}; ` +
    "proven when decayed helpful, also of witnessed outcomes alone, " +
    `>= ${strategies.provenMinHelpful} and harmful share < ` +
    `${strategies.provenHarmfulRatioBelow}; ` +
    `deprecated when total >= ${strategies.minFeedback} and harmful share > ` +
    `${strategies.deprecatedHarmfulRatioAbove}, until new evidence brings the harmful share < ` +
    `${rounded(restoredBelow(strategies))}`
  );
}

function warningSentence(row: StrategyRow, share: number, settings: Config["antiPatterns"]): string {
  const { minObservations, failureRatio } = settings;
  const total = row.successes + row.failures;
  const bound = `at least ${minObservations} tries and a failure share of at least ${failureRatio}`;
  if (row.invertedBy === null)
    return (
      `It is not an anti-pattern: the rule asks for ${bound}; it was tried ${counted(total, "time")}, with ` +
      `a share of ${rounded(share)}.`
    );
  return (
    `It became an anti-pattern with event ${row.invertedBy}: the rule asks for ${bound}. It is withdrawn ` +
    `when the share falls below ${rounded(withdrawnBelow(settings))}; the share is ${rounded(share)} now.`
  );
}

function stateSentence(
  row: StrategyRow,
  state: string,
  counts: DecayedCounts,
  settings: Config["strategies"],
): string {
  const { deprecated } = row;
  if (deprecated !== null && isByHand(deprecated))
    return `It is deprecated by ${deprecated.origin ?? "a person"} (${deprecated.reason}); only a reset undoes that.`;
  if (deprecated !== null)
    return (
      `It is deprecated by its evidence: ${harmText(counts)}. More than ` +
      `${settings.deprecatedHarmfulRatioAbove} took it out, and new evidence must bring it below ` +
      `${rounded(restoredBelow(settings))} for it to come back.`
    );
  if (state === "proven")
    return row.promoted
      ? "It is proven: a person vouched for it, and no harm contradicts it."
      : `It is proven by its evidence: ${harmText(counts)}.`;
  return `It is ${state}, not proven: ${missingText(counts, settings)}.`;
}

function harmText(counts: DecayedCounts): string {
  const total = rounded(counts.decayedHelpful + counts.decayedHarmful);
  return (
    `${rounded(counts.decayedHarmful)} of ${total} runs after decay were harmful, a share of ` +
    `${rounded(harmfulShare(counts))}`
  );
}

function missingText(counts: DecayedCounts, settings: Config["strategies"]): string {
  const { provenMinHelpful, provenHarmfulRatioBelow } = settings;
  if (counts.decayedHelpful < provenMinHelpful)
    return (
      `it has ${rounded(counts.decayedHelpful)} helpful runs left after decay, and proven needs ` +
      `${provenMinHelpful}`
    );
  if (harmfulShare(counts) < provenHarmfulRatioBelow)
    return (
      `it has ${rounded(counts.decayedHelpful)} helpful runs, too few of them seen by anybody but the one ` +
      "who reported them"
    );
  return `${harmText(counts)}, and proven needs less than ${provenHarmfulRatioBelow}`;
}
