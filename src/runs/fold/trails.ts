import { pushBounded } from "../../log/bounded-list.js";
import { eventDefinitions, type WhetstoneEvent } from "../../log/events/catalog.js";
import type { EventDefinition } from "../../log/events/definition.js";
import type { TrailPart } from "../../log/events/moment.js";
import { sessionOf } from "../../log/events/session-of.js";
import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";

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

/** More than a person reads of one session. */
const seqsKept = 300;
const runsKept = 100;

/** Trails by the name of the session or the run. */
export const trails: Projection<TrailRow, null> = {
  ...views.trails,
  on: Object.fromEntries(
    eventDefinitions.flatMap((each) => (each.trail ? [[each.type, onTrail(each)]] : [])),
  ),
};

function onTrail({ trail, isRun }: EventDefinition) {
  return {
    keys: (event: WhetstoneEvent) =>
      trail?.(event.data) === undefined ? [] : trailNames(event, isRun ? event.id : undefined),
    evolve: (row: TrailRow | undefined, event: WhetstoneEvent, _settings: null, name: string) => {
      const part = trail?.(event.data);
      // Most outcomes come from callers that were shown nothing: they leave no row of their own.
      return part === undefined || (part === "outcomes" && !row) ? row : withEvent(row, event, name, part);
    },
  };
}

/** The event's session and its run; an event that is a run by itself, under its id. */
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
  which: TrailPart,
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
    name,
    isSession: false,
    runs: [],
    shown: none,
    heldOut: none,
    answers: none,
    failures: none,
    guarded: none,
    outcomes: none,
  };
}
