import { failureId } from "../../lessons/failure/rules/identity.js";
import { canRepeat, isRepeat } from "../../lessons/failure/rules/state.js";
import { forgottenMark } from "../../log/events/blank-text.js";
import type { EventData, EventOf, WhetstoneEvent } from "../../log/events/catalog.js";
import { holdsCall } from "../../log/events/guard.js";
import { sessionOf } from "../../log/events/session-of.js";
import { isoWeek, laterOf } from "../../log/events/time.js";
import { transcriptReader } from "../../log/events/transcript.js";
import { allSessionsKey, newestFirst } from "../../log/list-keys.js";
import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";

/** What a session is counted by. */
export interface CountedSession {
  readonly kind: "session";
  readonly session: string;
  /** The beginning of what a person typed first in it; empty where that is not known. */
  readonly name: string;
  /** The branch that it began on; empty where that is not known. */
  readonly branch: string;
  /** The coding agent, or another actor. */
  readonly agent: string;
  /** Its first event; it is counted in the week of that. */
  readonly startedAt: string;
  readonly lastAt: string;
  /** Whether it began before any lesson was shown in the project. */
  readonly isBefore: boolean;
  /** Tool calls; null until their number is reported. */
  readonly calls: number | null;
  readonly failures: number;
  /** Calls that were not simply let through. */
  readonly blocked: number;
  /** Failures of kinds that can come back, and those of them that an earlier session had. */
  readonly repeatable: number;
  readonly repeats: number;
  /** Lessons that it was shown, and the tokens that this added. */
  readonly shown: number;
  readonly tokens: number;
  readonly result: EventData<"outcome-recorded">["result"] | null;
}

/** The first sessions that had a failure: two suffice to know whether another session had it. */
interface SeenFailure {
  readonly kind: "failure";
  readonly sessions: readonly string[];
}

/** Sessions added up. */
export interface SessionSums {
  readonly sessions: number;
  readonly failures: number;
  readonly repeatable: number;
  readonly repeats: number;
  /** Sessions that met a repeat. */
  readonly withRepeat: number;
  readonly tokens: number;
  /** Tool calls, the sessions that say how many there were, and the failures of those sessions. */
  readonly calls: number;
  readonly callSessions: number;
  readonly callRepeatable: number;
  readonly callRepeats: number;
}

interface WeekSums extends SessionSums {
  readonly week: string;
}

/** All sessions added up: before and since the first lesson was shown, and by week. */
export interface AllSessions {
  readonly kind: "all";
  readonly firstShownAt: string | null;
  readonly before: SessionSums;
  readonly since: SessionSums;
  /** The newest weeks, oldest first. */
  readonly weeks: readonly WeekSums[];
}

type Row = CountedSession | SeenFailure | AllSessions;

/** A year and a week, so that a week can be compared with the same one a year ago. */
const weeksKept = 54;

export function sessionKey(session: string): string {
  return `session ${session}`;
}

/** Sessions, the newest first; and those of them that met a repeat. */
export const startedList = "started\u001e";
export const repeatedList = "repeated\u001e";

/**
 * Sessions by their id, with what they add up to. The sums change by what an event changes of its session, so
 * they are always those of the sessions that are listed.
 */
export const sessionCounts: Projection<Row, null> = {
  ...views.sessionCounts,
  places: (row) => (row.kind === "session" ? placesOf(row) : []),
  keepsPlaces: (before, after) =>
    before.kind !== "session" || (after.kind === "session" && before.repeats > 0 === after.repeats > 0),
  on: {
    "phase-begun": countedBy<EventOf<"phase-begun">>((row) => row),
    "brief-made": countedBy<EventOf<"brief-made">>((row, { data }) => ({
      ...row,
      tokens: row.tokens + data.tokens,
    })),
    "lesson-exposed": countedBy<EventOf<"lesson-exposed">>(countShown),
    "reflection-recorded": countedBy<EventOf<"reflection-recorded">>(countFailedCall, isFailed),
    "call-guarded": countedBy<EventOf<"call-guarded">>(
      (row) => ({ ...row, blocked: row.blocked + 1 }),
      ({ data: { decision } }) => holdsCall(decision),
    ),
    "session-named": countedBy<EventOf<"session-named">>((row, { data: { firstPrompt, branch = "" } }) => ({
      ...named(row, firstPrompt),
      branch: row.branch || branch,
    })),
    "session-learned": countedBy<EventOf<"session-learned">>(
      (row, { data: { agent, calls, firstPrompt } }) => ({
        ...named(row, firstPrompt),
        agent,
        calls: (row.calls ?? 0) + calls.length,
      }),
    ),
    "outcome-recorded": countedBy<EventOf<"outcome-recorded">>(ended, isOfSession),
  },
};

/** Long enough to know a session again. */
const nameChars = 120;

function named(row: CountedSession, firstPrompt = ""): CountedSession {
  return { ...row, name: row.name || firstPrompt.slice(0, nameChars) };
}

function placesOf({ startedAt, repeats }: CountedSession): readonly string[] {
  const place = newestFirst(startedAt);
  return [startedList + place, ...(repeats > 0 ? [repeatedList + place] : [])];
}

/** Changes a session by an event, and the sums by that change. */
function countedBy<Event extends WhetstoneEvent>(
  change: (row: CountedSession, event: Event, seenIn: readonly string[]) => CountedSession,
  concerns: (event: Event) => boolean = () => true,
) {
  return {
    keys: (event: Event): readonly string[] => {
      const session = concerns(event) ? countedIn(event) : undefined;
      return session === undefined ? [] : [sessionKey(session), allSessionsKey, ...failureKeysOf(event)];
    },
    evolveTogether: (
      [session, all, failure]: readonly (Row | undefined)[],
      event: Event,
      _settings: null,
      keys: readonly string[],
    ): readonly Row[] => {
      const sums = (all as AllSessions | undefined) ?? noSessions;
      const seenIn = (failure as SeenFailure | undefined)?.sessions ?? [];
      const before = session as CountedSession | undefined;
      const known = before ?? newSession(event, sums);
      const after = change({ ...known, lastAt: laterOf(known.lastAt, event.at) }, event, seenIn);
      const summed = withFirstShown(withChange(sums, before, after), event);
      if (keys.length === 2) return [after, summed];
      const seen = [...new Set([...seenIn, known.session])].slice(0, 2);
      return [after, summed, { kind: "failure", sessions: seen }];
    },
  };
}

function countedIn(event: WhetstoneEvent): string | undefined {
  if (event.type === "session-learned") return event.data.session;
  const named = sessionOf({ ...event, data: "phase" in event.data ? { phase: event.data.phase } : {} });
  // A brief that names neither is a run of its own, and its lines name that run.
  return named ?? (event.type === "brief-made" ? event.id : undefined);
}

function failureKeysOf(event: WhetstoneEvent): readonly string[] {
  if (event.type !== "reflection-recorded") return [];
  const { signature = forgottenMark } = event.data;
  return signature === forgottenMark ? [] : [failureId(signature)];
}

/** A failure by which a lesson is known. */
function isFailed({ data: { signature, kind } }: EventOf<"reflection-recorded">): boolean {
  return signature !== undefined && kind !== undefined;
}

function countFailedCall(
  row: CountedSession,
  { data: { kind = "refused" } }: EventOf<"reflection-recorded">,
  seenIn: readonly string[],
): CountedSession {
  const repeatable = row.repeatable + (canRepeat(kind) ? 1 : 0);
  const repeats = row.repeats + (isRepeat(kind, seenIn, row.session) ? 1 : 0);
  return { ...row, failures: row.failures + 1, repeatable, repeats };
}

/** The lines of a brief are in its tokens. */
function countShown(
  row: CountedSession,
  { data: { verb, text } }: EventOf<"lesson-exposed">,
): CountedSession {
  const tokens = verb === "brief" ? 0 : estimateTokens(text);
  return { ...row, shown: row.shown + 1, tokens: row.tokens + tokens };
}

/** Most outcomes are of tasks that no session is known of. */
function isOfSession({ data: { toolCalls }, actor }: EventOf<"outcome-recorded">): boolean {
  return toolCalls !== undefined || actor === transcriptReader;
}

function ended(
  row: CountedSession,
  { data: { toolCalls, result } }: EventOf<"outcome-recorded">,
): CountedSession {
  return { ...row, calls: toolCalls === undefined ? row.calls : (row.calls ?? 0) + toolCalls, result };
}

function newSession(event: WhetstoneEvent, { firstShownAt }: AllSessions): CountedSession {
  const { at, actor, origin } = event;
  return {
    kind: "session",
    session: countedIn(event) ?? "",
    name: "",
    branch: "",
    agent: origin.startsWith("tool:") ? origin.slice("tool:".length) : actor,
    startedAt: at,
    lastAt: at,
    isBefore: firstShownAt === null || at < firstShownAt,
    calls: null,
    failures: 0,
    blocked: 0,
    repeatable: 0,
    repeats: 0,
    shown: 0,
    tokens: 0,
    result: null,
  };
}

function withFirstShown(sums: AllSessions, { type, at }: WhetstoneEvent): AllSessions {
  return sums.firstShownAt === null && type === "lesson-exposed" ? { ...sums, firstShownAt: at } : sums;
}

function withChange(
  sums: AllSessions,
  before: CountedSession | undefined,
  after: CountedSession,
): AllSessions {
  const side = after.isBefore ? "before" : "since";
  const change = (to: SessionSums) => addSums(addSums(to, addends(after), 1), addends(before), -1);
  const week = isoWeek(after.startedAt);
  const known = sums.weeks.find((each) => each.week === week);
  const changed = { week, ...change(known ?? nothing) };
  const others = sums.weeks.filter((each) => each !== known);
  const weeks = [...others, changed].sort((one, other) => (one.week < other.week ? -1 : 1));
  return { ...sums, [side]: change(sums[side]), weeks: weeks.slice(-weeksKept) };
}

/** What a session adds to the sums. */
function addends(row: CountedSession | undefined): SessionSums {
  if (row === undefined) return nothing;
  const { failures, repeatable, repeats, tokens, calls } = row;
  const isRated = calls !== null && calls > 0;
  return {
    sessions: 1,
    failures,
    repeatable,
    repeats,
    withRepeat: repeats > 0 ? 1 : 0,
    tokens,
    calls: calls ?? 0,
    callSessions: isRated ? 1 : 0,
    callRepeatable: isRated ? repeatable : 0,
    callRepeats: isRated ? repeats : 0,
  };
}

function addSums(one: SessionSums, other: SessionSums, times = 1): SessionSums {
  return {
    sessions: one.sessions + times * other.sessions,
    failures: one.failures + times * other.failures,
    repeatable: one.repeatable + times * other.repeatable,
    repeats: one.repeats + times * other.repeats,
    withRepeat: one.withRepeat + times * other.withRepeat,
    tokens: one.tokens + times * other.tokens,
    calls: one.calls + times * other.calls,
    callSessions: one.callSessions + times * other.callSessions,
    callRepeatable: one.callRepeatable + times * other.callRepeatable,
    callRepeats: one.callRepeats + times * other.callRepeats,
  };
}

const nothing: SessionSums = {
  sessions: 0,
  failures: 0,
  repeatable: 0,
  repeats: 0,
  withRepeat: 0,
  tokens: 0,
  calls: 0,
  callSessions: 0,
  callRepeatable: 0,
  callRepeats: 0,
};

const noSessions: AllSessions = {
  kind: "all",
  firstShownAt: null,
  before: nothing,
  since: nothing,
  weeks: [],
};
