/**
 * The only file of the pure rooms that may name Date: its functions are pure conversions, none reads the
 * clock.
 */

export const dayMs = 86_400_000;

export function epochMs(iso: string): number {
  return Date.parse(iso);
}

/** ISO 8601 in UTC with milliseconds, the one form in which the log writes a time. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** The last moment whose ISO form has a year of four digits: later ones would sort before it. */
const lastMs = Date.UTC(10_000, 0) - 1;

/** Whether a log can hold the time of a clock. */
export function isLoggable(ms: number): boolean {
  return ms >= 0 && ms <= lastMs;
}

/** Events may arrive out of the order of their times. The log's form of a time sorts as text. */
export function laterOf(one: string, other: string): string {
  return other > one ? other : one;
}
