import { counted } from "../../base/text/counted.js";
import { type AdapterRow, sinceReview } from "../../runs/fold/adapters.js";
import type { KnownPattern } from "../../runs/policy/failing-adapters.js";
import { patternLine } from "../../runs/reliability/patterns-to-tell.js";
import type { Context } from "../../verbs/call/context.js";
import type { ExplainedEvent, ExplainResult } from "./explain-result.js";

/** What is known of one way in which an adapter fails, and what follows from it. */
export function explainPattern(
  { ledger: { config } }: Context,
  { row, pattern }: KnownPattern,
  events: readonly ExplainedEvent[],
): ExplainResult {
  const { initialConfidence, confidenceStep, highestConfidence } = config.failurePatterns;
  const since = sinceReview(row).find(({ id }) => id === pattern.id)?.occurrences ?? 0;
  const { approvalOccurrences } = config.policy;
  return {
    id: pattern.id,
    kind: "pattern",
    answer: [
      patternLine(pattern),
      reviewSentence(row, since),
      since >= approvalOccurrences
        ? `From ${counted(approvalOccurrences, "occurrence")} on it may require approval of ${row.adapter}.`
        : `It requires no approval: that takes ${counted(approvalOccurrences, "occurrence")}.`,
      `'whetstone explain ${row.adapter}' says how ${row.adapter} did as a whole.`,
    ],
    numbers: { occurrences: pattern.occurrences, sinceReview: since, confidence: pattern.confidence },
    rule: `min(${highestConfidence}, ${initialConfidence} + ${confidenceStep}·(occurrences − 1))`,
    events,
  };
}

function reviewSentence({ review, tally }: AdapterRow, since: number): string {
  const successes = `${counted(tally.streak, "success", "successes")} in a row since its last failure`;
  if (review === null) return `Nobody has reviewed it; the adapter has had ${successes}.`;
  return `It occurred ${counted(since, "time")} since the review by ${review.by}; the adapter has had ${successes}.`;
}
