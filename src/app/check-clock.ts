import { epochMs, isoTime } from "../events/time.js";
import { counted } from "../text/counted.js";
import type { Check } from "./check.js";
import type { Context } from "./context.js";

/** Some days of work: an older jump is history. */
const eventsLookedAt = 5_000;
/** Clocks of machines that share a folder differ by less, and so do processes that write in turns. */
const toleranceMs = 300_000;

/**
 * Everything here fades, lasts and is sorted by the clock. Events that are dated after now, or whose ids go
 * back against their order, mean that it was wrong then or is wrong now. What a caller says of when something
 * happened is not looked at: that may be long ago.
 */
export async function checkClock({ ledger, clock }: Context): Promise<Check> {
  const name = "clock";
  const now = clock();
  const events = await ledger.read(async (reader) =>
    reader.recordedAfter(Math.max(0, (await reader.head()) - eventsLookedAt), eventsLookedAt),
  );
  const moments = events.map(({ seq, id, at }) => ({ seq, ms: writtenMs(id) ?? epochMs(at) }));
  const ahead = moments.filter(({ ms }) => ms > now + toleranceMs);
  const [first] = ahead;
  if (first !== undefined) {
    const latest = Math.max(...ahead.map(({ ms }) => ms));
    return {
      name,
      state: "warning",
      detail: `it is ${isoTime(now)}, but ${counted(ahead.length, "event")} from event ${first.seq} on were written up to ${isoTime(latest)}: the clock was ahead then, or is behind now`,
      next: "set the clock right, such as by 'timedatectl set-ntp true'; once it is later than these events they count as usual",
    };
  }
  const back = moments.find(({ ms }, index) => ms < (moments[index - 1]?.ms ?? ms) - toleranceMs);
  if (back === undefined)
    return { name, state: "ok", detail: "every event was written after the one before it" };
  return {
    name,
    state: "warning",
    detail: `event ${back.seq} was written at ${isoTime(back.ms)}, before the event in front of it: the clock went back there, or an import brought it in`,
    next: "nothing, after an import; else set the clock right, such as by 'timedatectl set-ntp true'",
  };
}

/** The time in a UUIDv7, which is the clock's when it was appended; undefined for another kind of id. */
function writtenMs(id: string): number | undefined {
  const hex = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id);
  return hex === null ? undefined : Number.parseInt(`${hex[1]}${hex[2]}`, 16);
}
