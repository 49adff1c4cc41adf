/**
 * The only file of the pure rooms that may name Date: its functions are pure conversions, none reads the
 * clock.
 */

export const dayMs = 86_400_000;

/**
 * Folds ask for the time of one event again and again, and parsing takes ten times as long as looking it up.
 */
const parsed = new Map<string, number>();
const mostParsed = 1_000;

export function epochMs(iso: string): number {
  const known = parsed.get(iso);
  if (known !== undefined) return known;
  const ms = Date.parse(iso);
  if (parsed.size >= mostParsed) parsed.clear();
  parsed.set(iso, ms);
  return ms;
}

/** ISO 8601 in UTC with milliseconds, the one form in which the log writes a time. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Events may arrive out of the order of their times. The log's form of a time sorts as text. */
export function laterOf(one: string, other: string): string {
  return other > one ? other : one;
}
