import { defaults } from "../../config/settings.js";
import { dayMs } from "../../events/time.js";
import { expectNumber } from "./expect.js";
import { type Moment, momentMs } from "./moment.js";

/** What is left of 1 after that age. An event from the future is as fresh as one of now. */
export function decayFactor(ageMs: number, halfLifeDays: number): number {
  return 0.5 ** (Math.max(0, ageMs) / dayMs / halfLifeDays);
}

/**
 * A value as it counts now: half of it after one half-life, a quarter after two. Store the value, decay it on
 * reading.
 */
export function calculateDecayedValue(
  value: number,
  timestamp: Moment,
  now: Moment,
  halfLifeDays: number = defaults.criteria.halfLifeDays,
): number {
  const ageMs = momentMs("now", now) - momentMs("timestamp", timestamp);
  expectNumber("halfLifeDays", halfLifeDays, Number.MIN_VALUE, Number.POSITIVE_INFINITY);
  return (
    expectNumber("value", value, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY) *
    decayFactor(ageMs, halfLifeDays)
  );
}
