/** The only file of the pure rooms that may name Date: both functions are pure conversions, neither reads the clock. */

export function epochMs(iso: string): number {
  return Date.parse(iso);
}

/** ISO 8601 in UTC with milliseconds, the one form in which the log writes a time. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
