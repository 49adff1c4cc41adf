import * as z from "zod/mini";
import { isoTime } from "../events/time.js";
import type { DayRow } from "../projections/days.js";
import { views } from "../projections/views.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import { field } from "./field.js";

const dayMs = 86_400_000;
const daysLookedAt = 7;

/** What was shown in the last seven days, today included, and what became of it. */
export const weekCountsOutput = z.strictObject({
  since: field("The first of the days, by UTC.", z.string()),
  shown: z.int(),
  acknowledged: z.int(),
  violated: z.int(),
  unacknowledged: z.int(),
});

type WeekCounts = z.output<typeof weekCountsOutput>;

export async function weekCounts(reader: LedgerReader, now: number): Promise<WeekCounts> {
  const sums = { shown: 0, acknowledged: 0, violated: 0, unacknowledged: 0 };
  const dates = Array.from({ length: daysLookedAt }, (_, ago) => isoTime(now - ago * dayMs).slice(0, 10));
  for (const date of dates) {
    const day = await reader.row<DayRow>(views.days, date);
    sums.shown += day?.shown ?? 0;
    sums.acknowledged += day?.acknowledged ?? 0;
    sums.violated += day?.violated ?? 0;
    sums.unacknowledged += day?.unacknowledged ?? 0;
  }
  return { since: dates.at(-1) ?? "", ...sums };
}
