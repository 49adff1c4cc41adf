/**
 * The only file of the pure rooms that may name Date: its functions are pure conversions, none reads the
 * clock.
 */

export const dayMs = 86_400_000;

/** Epoch milliseconds; NaN for a text that is no time. */
export const epochMs = remembered((iso) => Date.parse(iso));

/** Enough for the times in the rows that some hundred events change. */
const timesKept = 1_000;
/** No time is longer. What else is asked about, which may be anything, is not kept. */
const longestTime = 40;

/**
 * The same function, which does not read a time again that it has read just before: one event brings its time
 * to a dozen rows, and each holds the time of the one before. Forgets all when it knows enough.
 */
function remembered<Found>(read: (text: string) => Found): (text: string) => Found {
  const known = new Map<string, Found>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const fresh = read(text);
    if (typeof text !== "string" || text.length > longestTime) return fresh;
    if (known.size >= timesKept) known.clear();
    known.set(text, fresh);
    return fresh;
  };
}

/** The moments whose ISO form has a year of four digits: others would not sort as text. */
const firstMs = Date.parse("0000-01-01T00:00:00.000Z");
const lastMs = Date.UTC(10_000, 0) - 1;

const day = /^\d{4}-\d\d-\d\d$/;
/** Without a zone, a time of day would mean another moment on another machine. */
const zonedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Reads a time that a person or another program wrote: ISO 8601 with its zone, with or without seconds and
 * their fractions, or a day alone, which is its midnight in UTC. Undefined for anything else.
 */
export const readTime = remembered((text): number | undefined => {
  if (!isDay(text) && !zonedTime.test(text)) return undefined;
  if (!isInCalendar(text)) return undefined;
  const ms = epochMs(text);
  return ms >= firstMs && ms <= lastMs ? ms : undefined;
});

export function isDay(text: string): boolean {
  return day.test(text);
}

/** `Date` takes 30 February for 2 March. By numbers, because every fold of a log reads times. */
function isInCalendar(time: string): boolean {
  const [year, month, day] = [Number(time.slice(0, 4)), Number(time.slice(5, 7)), Number(time.slice(8, 10))];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** ISO 8601 in UTC with milliseconds, the one form in which the log writes a time. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Whether the log can hold this time. */
export function isLoggable(ms: number): boolean {
  return ms >= 0 && ms <= lastMs;
}

/** Events may arrive out of the order of their times. Times of the log sort as text. */
export function laterOf(one: string, other: string): string {
  return other > one ? other : one;
}

export function earlierOf(one: string, other: string): string {
  return other < one ? other : one;
}

const weekMs = 7 * dayMs;
/** A Monday. */
const firstMonday = 4 * dayMs;

/** The ISO 8601 week of a time, by UTC, such as 2026-W46. It sorts as text. */
export function isoWeek(at: string): string {
  const monday = Math.floor((epochMs(at) - firstMonday) / weekMs) * weekMs + firstMonday;
  // The week belongs to the year of its Thursday.
  const year = new Date(monday + 3 * dayMs).getUTCFullYear();
  const number = Math.round((monday - firstWeekOf(year)) / weekMs) + 1;
  return `${String(year).padStart(4, "0")}-W${String(number).padStart(2, "0")}`;
}

/** When a week begins and when the next one does; undefined for a text that names no week. */
export function weekSpan(week: string): { readonly from: number; readonly to: number } | undefined {
  const [, year, number] = /^(\d{4})-W(\d\d)$/.exec(week) ?? [];
  if (year === undefined) return undefined;
  const from = firstWeekOf(Number(year)) + (Number(number) - 1) * weekMs;
  const isWeek = from >= firstMs && from <= lastMs && isoWeek(isoTime(from)) === week;
  return isWeek ? { from, to: from + weekMs } : undefined;
}

/** The Monday of the week that holds 4 January. */
function firstWeekOf(year: number): number {
  const fourth = Date.parse(`${String(year).padStart(4, "0")}-01-04T00:00:00.000Z`);
  return Math.floor((fourth - firstMonday) / weekMs) * weekMs + firstMonday;
}

/** How far ahead of a clock a time may be: clocks of machines that are set by NTP differ by less. */
export const clockSkewMs = 5 * 60_000;
