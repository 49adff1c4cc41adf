import { epochMs, isoTime } from "../../events/time.js";
import { refuse } from "../outcomes/expect.js";
import { type Moment, momentMs } from "../outcomes/moment.js";

/** Stands where no time is known. It is as old as can be, so nothing that carries it counts as fresh. */
export const unknownTime = isoTime(0);

/** Beyond this a time has no ISO text. */
const latestMs = 8.64e15;

/** The one form in which times are kept; refuses by name what is no time. */
export function momentIso(field: string, moment: Moment): string {
  const ms = momentMs(field, moment);
  return Math.abs(ms) <= latestMs ? isoTime(ms) : refuse(field, moment, "a time that has an ISO text");
}

/**
 * The newest of these times, compared as time and not as text. What is no time is passed over: stored states
 * may hold it.
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
