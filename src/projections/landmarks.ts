import type { EventType } from "../events/catalog.js";
import type { Projection } from "./projection.js";
import { views } from "./views.js";
import { withNewest } from "./with-newest.js";

/**
 * Where the newest events of a rare type stand in the log, so that nobody reads the whole log to find them.
 */
export interface LandmarkRow {
  /** By seq, oldest first. */
  readonly seqs: readonly number[];
}

/**
 * Types that reports and plans look back for, with how many of each are kept. Outcomes are common: the end of
 * the log has them.
 */
const kept = {
  "plan-made": 500,
  "report-made": 1,
  "policy-tightened": 20,
  "relaxation-suggested": 20,
  "policy-relaxed": 20,
  "policy-set": 20,
  "strategy-inverted": 20,
  "lesson-promoted": 20,
  "lesson-deprecated": 20,
  "lesson-reset": 20,
  "lesson-forgotten": 20,
} satisfies Partial<Record<EventType, number>>;

export type LandmarkType = keyof typeof kept;

/** Landmarks by event type. */
export const landmarks: Projection<LandmarkRow, null> = {
  ...views.landmarks,
  on: Object.fromEntries(
    Object.entries(kept).map(([type, count]) => [
      type,
      {
        keys: () => [type],
        evolve: (row: LandmarkRow | undefined, { seq }: { readonly seq: number }) => ({
          seqs: withNewest(row?.seqs ?? [], seq, count),
        }),
      },
    ]),
  ),
};
