import { counted } from "../../base/text/counted.js";
import { allSessionsKey, stateList } from "../../log/list-keys.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { views } from "../../log/views.js";
import type { AllSessions, SessionSums } from "../../runs/fold/session-counts.js";
import type { Immutable } from "../../verbs/call/immutable.js";
import type { Headline } from "./headline-output.js";

type Sums = Headline["since"];

/** How many weeks are listed: half a year. */
const weeksListed = 26;

/** Reads one row, and counts in sorted lists. */
export async function headline(reader: LedgerReader): Promise<Headline> {
  const all = await reader.row<AllSessions>(views.sessionCounts, allSessionsKey);
  return {
    firstShownAt: all?.firstShownAt ?? null,
    before: figures(all?.before),
    since: figures(all?.since),
    weeks: (all?.weeks ?? []).slice(-weeksListed).map(({ week, ...sums }) => ({ week, ...figures(sums) })),
    lessons: await verdictCounts(reader),
  };
}

function figures(sums: SessionSums | undefined): Sums {
  const { sessions = 0, withRepeat = 0, failures = 0, repeatable = 0, repeats = 0, calls = 0 } = sums ?? {};
  const { callRepeatable = 0, callRepeats = 0, tokens = 0 } = sums ?? {};
  const perHundred = (count: number) => (calls === 0 ? null : toHundredths((100 * count) / calls));
  return {
    sessions,
    withRepeat,
    failures,
    repeatable,
    repeats,
    calls,
    failuresPer100Calls: perHundred(callRepeatable),
    repeatsPer100Calls: perHundred(callRepeats),
    tokensPerSession: sessions === 0 ? null : Math.round(tokens / sessions),
  };
}

function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

async function verdictCounts(reader: LedgerReader): Promise<Headline["lessons"]> {
  const lessons = (verdict: string) => reader.countPlaces(views.trials, { list: stateList(verdict) });
  return {
    helps: await lessons("helps"),
    harms: await lessons("harms"),
    noDifference: await lessons("no difference"),
    notKnownYet: await lessons("not known yet"),
  };
}

/** Whether there is anything to tell: tasks that somebody planned make sessions without calls and failures. */
export function hasFigures({ before, since }: Immutable<Headline>): boolean {
  return before.calls + since.calls + before.failures + since.failures > 0;
}

/** A before and after has many reasons: this stands beside every one. */
const beforeAfter = "a comparison in time, not a cause";

/**
 * "2.1 per 100 tool calls since the first lesson was shown"; undefined where no call was counted. It is not
 * compared with before: nothing comes back in the first sessions of a log, whatever is shown.
 */
export function repeatsText({ before, since, firstShownAt }: Immutable<Headline>): string | undefined {
  const [then, now] = [before.repeatsPer100Calls, since.repeatsPer100Calls];
  if (firstShownAt === null) return then === null ? undefined : `${then} per 100 tool calls`;
  if (now !== null) return `${now} per 100 tool calls since the first lesson was shown`;
  return then === null ? undefined : `${then} per 100 tool calls before the first lesson was shown`;
}

/**
 * How often anything failed that can come back, before and since the first lesson was shown, counted alike;
 * undefined where one side has no calls.
 */
export function failuresText({ before, since }: Immutable<Headline>): string | undefined {
  const [then, now] = [before.failuresPer100Calls, since.failuresPer100Calls];
  if (then === null || now === null) return undefined;
  return `${then} per 100 tool calls before the first lesson was shown, ${now} since (${beforeAfter})`;
}

/** Stands where repeats are shown week by week. */
export const lowAtFirst =
  "A failure comes back only once an earlier session had it, so the first weeks are low whatever is shown.";

/** In how many sessions a repeat came, and what lessons cost. */
export function metText({ before, since, firstShownAt }: Immutable<Headline>): string {
  const { sessions, withRepeat, tokensPerSession } = firstShownAt === null ? before : since;
  if (sessions === 0) return "0 sessions since the first lesson was shown";
  const met = `${withRepeat} of ${counted(sessions, "session")} met a repeat`;
  return tokensPerSession === null
    ? met
    : `${met}, lessons add ${counted(tokensPerSession, "token")} a session`;
}

export function verdictsText({ lessons }: Immutable<Headline>): string {
  const { helps, harms, noDifference, notKnownYet } = lessons;
  const none = noDifference === 0 ? "" : `${noDifference} make no difference, `;
  return `${counted(helps, "lesson")} ${helps === 1 ? "helps" : "help"}, ${harms} ${harms === 1 ? "harms" : "harm"}, ${none}${notKnownYet} not known yet`;
}

/** The weeks with calls, as rows for a table. */
export const weekColumns = [
  "week",
  "sessions",
  "met a repeat",
  "repeats",
  "tool calls",
  "failures per 100 calls",
  "repeats per 100 calls",
  "tokens a session",
];

export function weekCells({ weeks }: Immutable<Headline>): (string | number)[][] {
  return weeks.map((each) => [
    each.week,
    each.sessions,
    each.withRepeat,
    each.repeats,
    each.calls,
    each.failuresPer100Calls ?? "–",
    each.repeatsPer100Calls ?? "–",
    each.tokensPerSession ?? "–",
  ]);
}
