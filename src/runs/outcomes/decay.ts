import { dayMs } from "../../log/events/time.js";
import { expectNumber } from "./expect.js";
import { type Moment, momentMs } from "./moment.js";

/** What is left of 1 after that age. An event from the future is as fresh as one of now. */
export function decayFactor(ageMs: number, halfLifeDays: number): number {
  return 0.5 ** (Math.max(0, ageMs) / dayMs / halfLifeDays);
}

/**
 * A sum of decaying values in two numbers, whatever the length of its history: everything decays at one rate,
 * so the sum does too.
 */
export interface Mass {
  readonly mass: number;
  /** When the newest value in the sum came, in milliseconds. */
  readonly asOf: number;
}

export const noMass: Mass = { mass: 0, asOf: 0 };

/**
 * Adds one value. One that arrives late is first decayed to the moment of the sum, so that the order does not
 * matter.
 */
export function addToMass({ mass, asOf }: Mass, value: number, at: Moment, halfLifeDays: number): Mass {
  const ms = momentMs("at", at);
  expectNumber("value", value, 0, Number.POSITIVE_INFINITY);
  if (value === 0) return { mass, asOf };
  if (mass === 0) return { mass: value, asOf: ms };
  if (ms < asOf) return { mass: mass + value * decayFactor(asOf - ms, halfLifeDays), asOf };
  return { mass: mass * decayFactor(ms - asOf, halfLifeDays) + value, asOf: ms };
}

/**
 * The sum as it counts now. Before its newest event the sum is read as of that event: which of its parts are
 * still to come is no longer known.
 */
export function massAt({ mass, asOf }: Mass, now: Moment, halfLifeDays: number): number {
  return mass * decayFactor(momentMs("now", now) - asOf, halfLifeDays);
}
