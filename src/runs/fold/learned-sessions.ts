import type { EventOf } from "../../log/events/catalog.js";
import { transcriptReader } from "../../log/events/transcript.js";
import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";

/** What was taken in of a session from its transcript, and since when the hooks saw it themselves. */
export interface LearnedSessionRow {
  readonly session: string;
  /** Null for a session that only hooks have seen. */
  readonly agent: string | null;
  /** Digests of the calls' ids, the newest last. */
  readonly calls: readonly string[];
  readonly count: number;
  /** Digests of the prompts, the newest last. */
  readonly prompts: readonly string[];
  readonly failures: number;
  readonly repeats: number;
  readonly met: number;
  /** Tools that failed last when they were used. */
  readonly broken: readonly string[];
  /** When the part that was taken in ended; null while it may go on. */
  readonly endedAt: string | null;
  readonly liveSince: string | null;
}

/** A session of ten thousand calls is unheard of. */
const callsKept = 20_000;

/** Sessions by their id. */
export const learnedSessions: Projection<LearnedSessionRow, null> = {
  ...views.learnedSessions,
  on: {
    "session-learned": {
      keys: ({ data }) => [data.session],
      evolve: (row, event, _settings, session) => withCalls(row ?? newSessionRow(session), event),
    },
    "phase-begun": {
      keys: ({ data, actor }) => (actor === transcriptReader ? [] : [data.phase]),
      evolve: (row, { at }, _settings, session) => seenLive(row ?? newSessionRow(session), at),
    },
    "reflection-recorded": {
      keys: ({ data: { phase }, actor }) =>
        phase === undefined || actor === transcriptReader ? [] : [phase],
      evolve: (row, { at }, _settings, session) => seenLive(row ?? newSessionRow(session), at),
    },
  },
};

function withCalls(row: LearnedSessionRow, { data, at }: EventOf<"session-learned">): LearnedSessionRow {
  return {
    ...row,
    agent: data.agent,
    calls: [...row.calls, ...data.calls].slice(-callsKept),
    count: row.count + data.calls.length,
    prompts: [...row.prompts, ...data.prompts].slice(-callsKept),
    failures: row.failures + data.failures,
    repeats: row.repeats + data.repeats,
    met: row.met + data.met,
    broken: data.broken,
    endedAt: data.ended ? at : row.endedAt,
  };
}

function seenLive(row: LearnedSessionRow, at: string): LearnedSessionRow {
  return row.liveSince !== null && row.liveSince <= at ? row : { ...row, liveSince: at };
}

function newSessionRow(session: string): LearnedSessionRow {
  return {
    session,
    agent: null,
    calls: [],
    count: 0,
    prompts: [],
    failures: 0,
    repeats: 0,
    met: 0,
    broken: [],
    endedAt: null,
    liveSince: null,
  };
}
