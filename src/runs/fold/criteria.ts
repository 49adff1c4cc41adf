import type { Config } from "../../base/config/settings.js";
import { pushBounded } from "../../log/bounded-list.js";
import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";
import { addFeedback, type CriterionTally, type Feedback, noTally } from "../outcomes/criterion.js";
import { scoreOutcome } from "../outcomes/score.js";
import { countsAsEvidence } from "../reliability/attribution.js";

/**
 * How well a criterion serves, from what people said of it and from how the work ended that was judged by it.
 */
export interface CriterionRow {
  readonly criterion: string;
  readonly tally: CriterionTally;
  /** The newest events behind it, by seq. */
  readonly evidence: readonly number[];
}

interface CriterionSettings {
  readonly score: Config["outcomes"];
  readonly halfLifeDays: number;
}

const evidenceKept = 20;

/** Criteria by name. */
export const criteria: Projection<CriterionRow, CriterionSettings> = {
  ...views.criteria,
  on: {
    "outcome-recorded": {
      keys: (event) => (countsAsEvidence(event.data) ? [...new Set(event.data.criteria)] : []),
      evolveTogether: (rows, { data, at, seq }, { score, halfLifeDays }, criteria) => {
        const { type, value } = scoreOutcome(data, score);
        const feedback = { type, value, at };
        return criteria.map((each, place) => afterFeedback(rows[place], each, feedback, halfLifeDays, seq));
      },
    },
    "feedback-recorded": {
      keys: (event) => [event.data.criterion],
      evolve: (row, { data: { type, value }, at, seq }, { halfLifeDays }, criterion) =>
        afterFeedback(row, criterion, { type, value, at }, halfLifeDays, seq),
    },
  },
};

function afterFeedback(
  row: CriterionRow | undefined,
  criterion: string,
  feedback: Feedback,
  halfLifeDays: number,
  seq: number,
): CriterionRow {
  return {
    criterion,
    tally: addFeedback(row?.tally ?? noTally, feedback, halfLifeDays),
    evidence: pushBounded(row?.evidence ?? [], seq, evidenceKept),
  };
}
