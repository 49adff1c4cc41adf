import type { EventOf, WhetstoneEvent } from "../log/events/catalog.js";
import { sessionOf } from "../log/events/session-of.js";
import type { Projection } from "../log/projection.js";
import { pushBounded } from "./bounded-list.js";
import { views } from "./views.js";

/** Where the log has what a session or a run was shown or not shown, what it answered and how it went. */
export interface TrailRow {
  readonly name: string;
  /** A session has a task or a phase of this name; its main run may be called the same. */
  readonly isSession: boolean;
  /** The runs of a session, the newest last. */
  readonly runs: readonly string[];
  /** Briefs, plans and single lines. */
  readonly shown: Stretch;
  /** Lessons that fitted and were not shown. */
  readonly heldOut: Stretch;
  /** Outputs that were read for acknowledgements. */
  readonly answers: Stretch;
  readonly failures: Stretch;
  /** Calls that were denied, stopped or put to a person. */
  readonly guarded: Stretch;
  readonly outcomes: Stretch;
}

/** How many events there were, and the seqs of the newest, oldest first. */
interface Stretch {
  readonly count: number;
  readonly seqs: readonly number[];
}

type StretchName = "shown" | "heldOut" | "answers" | "failures" | "guarded" | "outcomes";

/** More than a person reads of one session. */
const seqsKept = 300;
const runsKept = 100;

/** Trails by the name of the session or the run. */
export const trails: Projection<TrailRow, null> = {
  ...views.trails,
  on: {
    "brief-made": {
      keys: (event) => (isEmpty(event.data) ? [] : trailNames(event, event.id)),
      evolve: (row, event, _settings, name) => withEvent(row, event, name, "shown"),
    },
    "plan-made": {
      keys: (event) => trailNames(event),
      evolve: (row, event, _settings, name) => withEvent(row, event, name, "shown"),
    },
    "lesson-exposed": {
      // Those of a brief or a plan stand behind it.
      keys: (event) => (["brief", "plan"].includes(event.data.verb) ? [] : trailNames(event)),
      evolve: (row, event, _settings, name) => withEvent(row, event, name, "shown"),
    },
    "lesson-withheld": {
      keys: (event) => trailNames(event),
      evolve: (row, event, _settings, name) => withEvent(row, event, name, "heldOut"),
    },
    "output-read": {
      keys: (event) => trailNames(event),
      evolve: (row, event, _settings, name) => withEvent(row, event, name, "answers"),
    },
    "reflection-recorded": {
      keys: (event) => (["failure", "inapplicable"].includes(event.data.result) ? trailNames(event) : []),
      evolve: (row, event, _settings, name) => withEvent(row, event, name, "failures"),
    },
    "call-guarded": {
      keys: (event) => trailNames(event),
      evolve: (row, event, _settings, name) => withEvent(row, event, name, "guarded"),
    },
    "outcome-recorded": {
      keys: (event) => trailNames(event),
      // Most outcomes come from callers that were shown nothing: they leave no row of their own.
      evolve: (row, event, _settings, name) => row && withEvent(row, event, name, "outcomes"),
    },
  },
};

function isEmpty({ shown, dropped, frame = [] }: EventOf<"brief-made">["data"]): boolean {
  return shown === 0 && dropped === 0 && frame.length === 0;
}

/** The event's session and its run; a brief of no run has one that is named after it. */
function trailNames(event: WhetstoneEvent, ownRun?: string): readonly string[] {
  const run = event.run ?? ownRun;
  const session = sessionNamed(event) ?? run;
  if (session === undefined) return [];
  return run === undefined || run === session ? [session] : [session, run];
}

/** The session by its own name: undefined where only the run is named. */
function sessionNamed({ task, data }: WhetstoneEvent): string | undefined {
  return sessionOf({ task, data: "phase" in data ? { phase: data.phase } : {} });
}

function withEvent(
  row: TrailRow | undefined,
  event: WhetstoneEvent,
  name: string,
  which: StretchName,
): TrailRow {
  const before = row ?? newTrail(name);
  const { run, seq } = event;
  const stretch = before[which];
  const isKnown = run === undefined || run === name || before.runs.includes(run);
  return {
    ...before,
    isSession: before.isSession || sessionNamed(event) === name,
    runs: isKnown ? before.runs : pushBounded(before.runs, run, runsKept),
    [which]: { count: stretch.count + 1, seqs: pushBounded(stretch.seqs, seq, seqsKept) },
  };
}

function newTrail(name: string): TrailRow {
  const none = { count: 0, seqs: [] };
  return {
    ...{ name, isSession: false, runs: [] },
    ...{ shown: none, heldOut: none, answers: none, failures: none, guarded: none, outcomes: none },
  };
}
