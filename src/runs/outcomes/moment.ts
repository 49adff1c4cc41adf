import { epochMs, isoTime, readTime } from "../../log/events/time.js";
import { refuseValue } from "./expect.js";

/** A point in time: ISO 8601 text with its zone, milliseconds since 1970, or a Date. */
export type Moment = string | number | { getTime(): number };

/** Farther from 1970 than this there is no ISO text for a time. */
const farthestMs = 8.64e15;

/** ISO 8601 in UTC with milliseconds, as the log writes every time. */
const canonical = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The moment in milliseconds; refuses anything else, which would turn every sum it enters into NaN. */
export function momentMs(field: string, moment: Moment): number {
  const ms =
    typeof moment === "object" && moment !== null
      ? moment.getTime()
      : typeof moment === "number"
        ? moment
        : (readTime(moment) ?? Number.NaN);
  return Math.abs(ms) <= farthestMs
    ? ms
    : refuseValue(field, moment, "an ISO 8601 time with its zone, or milliseconds since 1970");
}

/** The one form in which times are kept. */
export function momentIso(field: string, moment: Moment): string {
  return isoTime(momentMs(field, moment));
}

/** Stands where no time is known. It is as old as can be, so nothing that carries it counts as fresh. */
export const unknownTime = isoTime(0);

/**
 * The newest of these times, compared as time and not as text. Anything else is skipped: stored states may
 * hold it.
 */
export function newestKnown(times: Iterable<string>): string | undefined {
  let found: string | undefined;
  let foundMs = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    const ms = epochMs(time);
    if (ms > foundMs) [found, foundMs] = [time, ms];
  }
  return found;
}

/** The newest of the times, compared as time and given back as it was written; the first of equal ones. */
export function newest(field: string, times: readonly string[]): string | null {
  const [first, second] = times;
  // The log's own form sorts as text. Most calls are of this kind, one for each event that is folded.
  if (
    times.length === 2 &&
    first !== undefined &&
    second !== undefined &&
    canonical.test(first) &&
    canonical.test(second)
  ) {
    if (second > first) return second;
    return first;
  }
  let found: { readonly time: string; readonly ms: number } | null = null;
  for (const time of times) {
    const ms = momentMs(field, time);
    if (found === null || ms > found.ms) found = { time, ms };
  }
  return found?.time ?? null;
}
