import { pushBounded } from "./bounded-list.js";
import type { EventType } from "./events/catalog.js";
import type { Projection } from "./projection.js";
import { views } from "./views.js";

/** The places of the newest events of a rare type, which are found by them without reading the log. */
export interface RecentEventsRow {
  /** By seq, oldest first. */
  readonly seqs: readonly number[];
}

/**
 * Types that reports and plans look back for, with how many of each are kept. Outcomes are common: the end of
 * the log has them.
 */
const kept = {
  "plan-made": 100,
  "plan-joined": 100,
  "report-made": 1,
  "policy-tightened": 20,
  "relaxation-suggested": 20,
  "policy-relaxed": 20,
  "policy-set": 20,
  "strategy-inverted": 20,
  "strategy-restored": 20,
  "lesson-promoted": 20,
  "lesson-deprecated": 20,
  "lesson-reset": 20,
  "lesson-forgotten": 20,
} satisfies Partial<Record<EventType, number>>;

export type RecentEventType = keyof typeof kept;

/** Recent events by type. */
export const recentEvents: Projection<RecentEventsRow, null> = {
  ...views.recentEvents,
  on: Object.fromEntries(
    Object.entries(kept).map(([type, count]) => [
      type,
      {
        keys: () => [type],
        evolve: (row: RecentEventsRow | undefined, { seq }: { readonly seq: number }) => ({
          seqs: pushBounded(row?.seqs ?? [], seq, count),
        }),
      },
    ]),
  ),
};
