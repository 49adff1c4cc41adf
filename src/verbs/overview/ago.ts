import { epochMs } from "../../log/events/time.js";

const units = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago something was, in the largest unit that fits; a month has 30 days. Both are ISO times. */
export function ago(at: string, now: string): string {
  const ms = epochMs(now) - epochMs(at);
  // What was noted a little later than we looked is now; what is far ahead is the sign of a wrong clock.
  if (ms < -60_000) return `at ${at}, which is still to come`;
  for (const [unit, length] of units) {
    const count = Math.floor(ms / length);
    if (count > 0) return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
  }
  return "just now";
}
