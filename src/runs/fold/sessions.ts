import { failureId, isFailure } from "../../lessons/failure/rules/identity.js";
import { pushBounded } from "../../log/bounded-list.js";
import type { EventData, EventOf } from "../../log/events/catalog.js";
import { sessionOf } from "../../log/events/session-of.js";
import { laterOf } from "../../log/events/time.js";
import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";

/** The failure lessons that a session was shown, and what was decided about each lesson in it. */
export interface SessionRow {
  readonly session: string;
  /** The tokens of the failure lessons that it was shown. */
  readonly failureTokens: number;
  /** What its first moment decided about each failure lesson: later moments follow it. */
  readonly draws: readonly SessionDraw[];
  /** The newest event of these. */
  readonly lastAt: string;
}

interface SessionDraw extends Draw {
  /** Whether the session was over after it: then it is counted, and nothing later changes it. */
  readonly ended: boolean;
}

type Draw = EventData<"trial-session-ended">["draws"][number];

const drawsKept = 200;

/** Sessions in which something is open that chance decided; the one that has been silent longest first. */
export const openTrials = "trial\u001e";

/** Sessions by their id; only those in which a failure lesson was shown or held out. */
export const sessions: Projection<SessionRow, null> = {
  ...views.sessions,
  places: (row) => (openDraws(row).length === 0 ? [] : [openTrials + row.lastAt]),
  on: {
    "lesson-exposed": {
      keys: failureSession,
      evolve: (row, event, _settings, session) => {
        const { failureTokens, ...drawn } = withDraw(row ?? unknownSession(session), event, true);
        return { ...drawn, failureTokens: failureTokens + estimateTokens(event.data.text) };
      },
    },
    "lesson-withheld": {
      keys: failureSession,
      evolve: (row, event, _settings, session) => withDraw(row ?? unknownSession(session), event, false),
    },
    "reflection-recorded": {
      keys: (event) => (isGenuine(event) ? sessionKeys(event) : []),
      evolve: (row, { data: { signature = "" }, at }) =>
        row && afterDraws(row, at, failureId(signature), "failed"),
    },
    "call-worked": {
      keys: sessionKeys,
      evolve: (row, { data, at }) => row && afterDraws(row, at, data.lesson, "worked"),
    },
    "trial-session-ended": {
      keys: ({ data }) => [data.session],
      evolve: (row, { data }) => {
        const named = new Set(data.draws.map(({ lesson }) => lesson));
        const draws = row?.draws.map((draw) => (named.has(draw.lesson) ? { ...draw, ended: true } : draw));
        return row && { ...row, draws: draws ?? [] };
      },
    },
  },
};

/** What chance decided in a session that is not counted yet. */
export function openDraws({ draws }: SessionRow): readonly Draw[] {
  return draws
    .filter(({ ended, probability }) => !ended && probability > 0 && probability < 1)
    .map(({ ended: _, ...draw }) => draw);
}

/** A failure by which a lesson is known. */
function isGenuine({ data: { signature, kind } }: EventOf<"reflection-recorded">): boolean {
  return signature !== undefined && kind !== undefined;
}

function sessionKeys(event: Parameters<typeof sessionOf>[0]): readonly string[] {
  const session = sessionOf(event);
  return session === undefined ? [] : [session];
}

type Shown = EventOf<"lesson-exposed"> | EventOf<"lesson-withheld">;

function failureSession(event: Shown): readonly string[] {
  return isFailure(event.data.lesson) ? sessionKeys(event) : [];
}

function withDraw(row: SessionRow, { data, at }: Shown, shown: boolean): SessionRow {
  const { lesson, probability, moment } = data;
  if (row.draws.some((each) => each.lesson === lesson)) return { ...row, lastAt: laterOf(row.lastAt, at) };
  const draw = { lesson, shown, probability, moment, failed: false, worked: false, ended: false };
  return { ...row, draws: pushBounded(row.draws, draw, drawsKept), lastAt: laterOf(row.lastAt, at) };
}

/** What came after the moment that decided. */
function afterDraws(row: SessionRow, at: string, lesson: string, what: "failed" | "worked"): SessionRow {
  const draws = row.draws.map((draw) =>
    draw.lesson === lesson && !draw.ended ? { ...draw, [what]: true } : draw,
  );
  return { ...row, draws, lastAt: laterOf(row.lastAt, at) };
}

function unknownSession(session: string): SessionRow {
  return { session, failureTokens: 0, draws: [], lastAt: "" };
}

/** The newest sessions, in the order of their own times: old ones may be learned from late. */
export interface RecentSessionsRow {
  readonly sessions: readonly { readonly session: string; readonly at: string }[];
}

/** Enough to find twenty in which a lesson was not shown. */
const recentKept = 60;

export const recentSessionsKey = "all";

/** The newest sessions, in one row. */
export const recentSessions: Projection<RecentSessionsRow, null> = {
  ...views.recentSessions,
  on: {
    "phase-begun": {
      keys: () => [recentSessionsKey],
      evolve: (row, event) => withSession(row, sessionOf(event), event.at),
    },
    "session-learned": {
      keys: () => [recentSessionsKey],
      evolve: (row, { data, at }) => withSession(row, data.session, at),
    },
    "reflection-recorded": {
      keys: () => [recentSessionsKey],
      evolve: (row, event) => withSession(row, sessionOf(event), event.at),
    },
  },
};

/** A session keeps the time at which it was first seen. */
function withSession(
  row: RecentSessionsRow = { sessions: [] },
  session: string | undefined,
  at: string,
): RecentSessionsRow {
  if (session === undefined || row.sessions.some((each) => each.session === session)) return row;
  const later = row.sessions.findIndex((each) => each.at > at);
  const place = later === -1 ? row.sessions.length : later;
  return { sessions: row.sessions.toSpliced(place, 0, { session, at }).slice(-recentKept) };
}
