import type { CriterionRow } from "../../runs/fold/criteria.js";
import { weigh, weightFloor } from "../../runs/outcomes/criterion.js";
import { rounded } from "../../runs/outcomes/rounding.js";
import type { Context } from "../../verbs/call/context.js";
import type { ExplainedEvent, ExplainResult } from "./explain-result.js";

/** Why a criterion weighs what it weighs. */
export function explainCriterion(
  { ledger: { config }, clock }: Context,
  row: CriterionRow,
  events: readonly ExplainedEvent[],
): ExplainResult {
  const { helpfulCount, harmfulCount, neutralCount, lastValidatedAt } = row.tally;
  const verdict = weigh(row.tally, clock(), config.criteria);
  const { halfLifeDays, minFeedback, maxHarmfulRatio, harmfulMass } = config.criteria;
  return {
    id: row.criterion,
    kind: "criterion",
    answer: [
      `${row.criterion} was judged helpful ${helpfulCount} times, harmful ${harmfulCount} times and ` +
        `neutral ${neutralCount} times, last at ${lastValidatedAt}.`,
      verdict.deprecated
        ? "It is deprecated and counts for nothing: too large a share of its judgements is harmful."
        : `Its weight is ${rounded(verdict.weight)}; since the last judgement it has faded to ` +
          `${rounded(verdict.effectiveWeight)}.`,
    ],
    numbers: {
      weight: rounded(verdict.weight),
      effectiveWeight: rounded(verdict.effectiveWeight),
      helpful: rounded(verdict.helpful),
      harmfulByValue: rounded(verdict.harmfulByValue),
      harmfulBySeverity: rounded(verdict.harmfulBySeverity),
      helpfulCount,
      harmfulCount,
      neutralCount,
    },
    rule:
      `weight = max(${weightFloor}, helpful / (helpful + harmful by ${harmfulMass})), each decayed by ` +
      `half in ${halfLifeDays} days; ` +
      `effective = weight, decayed since the last judgement; deprecated when total >= ${minFeedback} and ` +
      `harmful / total > ${maxHarmfulRatio}`,
    events,
  };
}
