import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";

/** What language models were asked in one day, by UTC. */
export interface ModelDayRow {
  readonly day: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  /** Calls whose price is not known. */
  readonly unpriced: number;
}

/** Days by their date. */
export const modelDays: Projection<ModelDayRow, null> = {
  ...views.modelDays,
  on: {
    "model-called": {
      keys: ({ at }) => [at.slice(0, 10)],
      evolve: (row, { data: { inputTokens, outputTokens, costUsd } }, _settings, day) => ({
        day,
        calls: (row?.calls ?? 0) + 1,
        inputTokens: (row?.inputTokens ?? 0) + (inputTokens ?? 0),
        outputTokens: (row?.outputTokens ?? 0) + (outputTokens ?? 0),
        costUsd: (row?.costUsd ?? 0) + (costUsd ?? 0),
        unpriced: (row?.unpriced ?? 0) + Number(costUsd === null),
      }),
    },
  },
};
