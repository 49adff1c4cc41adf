import { isFailure } from "../engines/failures/signature.js";
import { sessionOf } from "../events/session-of.js";
import { estimateTokens } from "../language/estimate-tokens.js";
import { pushBounded } from "./bounded-list.js";
import type { Projection } from "./projection.js";
import { views } from "./views.js";

/** What a session was told of failures, in tokens. */
export interface SessionRow {
  readonly session: string;
  readonly failureTokens: number;
}

/** Sessions by their id; only those that were told something. */
export const sessions: Projection<SessionRow, null> = {
  ...views.sessions,
  on: {
    "lesson-exposed": {
      keys: (event) => {
        const session = sessionOf(event);
        return session === undefined || !isFailure(event.data.lesson) ? [] : [session];
      },
      evolve: (row, { data }, _settings, session) => ({
        session,
        failureTokens: (row?.failureTokens ?? 0) + estimateTokens(data.text),
      }),
    },
  },
};

/** The newest sessions, in the order in which they began. */
export interface RecentSessionsRow {
  readonly sessions: readonly string[];
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
      evolve: (row, event) => withSession(row, sessionOf(event)),
    },
    "reflection-recorded": {
      keys: () => [recentSessionsKey],
      evolve: (row, event) => withSession(row, sessionOf(event)),
    },
  },
};

function withSession(
  row: RecentSessionsRow = { sessions: [] },
  session: string | undefined,
): RecentSessionsRow {
  if (session === undefined || row.sessions.includes(session)) return row;
  return { sessions: pushBounded(row.sessions, session, recentKept) };
}
