import type { EventData, EventOf } from "../log/events/catalog.js";
import type { Projection } from "../log/projection.js";
import { views } from "./views.js";

/** What is known of the work of a session that hooks watch: what was done in each repository since it was edited. */
export interface WorkState {
  readonly session: string;
  readonly repositories: readonly WorkPlace[];
  /** The newest point at which calls were missed, by seq: what is older may have changed unseen. */
  readonly unseen: number;
}

export interface WorkPlace {
  readonly repository: string;
  /** By the agent that edited: the first edit since something required was done there. */
  readonly edits: readonly { readonly thread: string; readonly at: string; readonly seq: number }[];
  /** What was done that a rule requires, the last time of each. */
  readonly ran: readonly Ran[];
}

interface Ran {
  readonly what: string;
  readonly at: string;
  readonly seq: number;
  readonly ended: NonNullable<EventData<"work-noted">["ended"]>;
}

/** Repositories that one session works in, agents in one of them, and things that rules require. */
const placesKept = 20;
const threadsKept = 100;
const ranKept = 200;

/** The state of work by session. It is a fold like any other: a restart or a compaction changes nothing. */
export const workStates: Projection<WorkState, null> = {
  ...views.workStates,
  on: {
    "work-noted": {
      keys: ({ data }) => [data.phase],
      evolve: (row, event, _settings, session) => {
        const before = row ?? { session, repositories: [], unseen: 0 };
        const { noted, repository } = event.data;
        if (noted === "unseen") return { ...before, unseen: event.seq };
        if (noted === "began" || repository === undefined) return before;
        const place = placeIn(before, repository) ?? { repository, edits: [], ran: [] };
        const others = before.repositories.filter((each) => each.repository !== repository);
        return { ...before, repositories: [...others, afterNote(place, event)].slice(-placesKept) };
      },
    },
  },
};

function afterNote(place: WorkPlace, { data, run = "", at, seq }: EventOf<"work-noted">): WorkPlace {
  const { noted, what = "", ended = "unknown" } = data;
  if (noted === "edited") {
    const others = place.edits.filter(({ thread }) => thread !== run);
    return { ...place, edits: [...others, { thread: run, at, seq }].slice(-threadsKept) };
  }
  const others = place.ran.filter((each) => each.what !== what);
  return { ...place, ran: [...others, { what, at, seq, ended }].slice(-ranKept) };
}

export function placeIn(state: WorkState | undefined, repository: string): WorkPlace | undefined {
  return state?.repositories.find((each) => each.repository === repository);
}

/** The newest edit that is known, of whatever agent. */
export function lastEdit({ edits }: WorkPlace): WorkPlace["edits"][number] | undefined {
  return edits.reduce<WorkPlace["edits"][number] | undefined>(
    (newest, each) => (newest === undefined || each.seq > newest.seq ? each : newest),
    undefined,
  );
}

/** Whether an edit changes what is known: the first of its agent, or the first since something was done. */
export function isNewEdit(place: WorkPlace | undefined, thread: string): boolean {
  const mine = place?.edits.find((each) => each.thread === thread);
  return mine === undefined || place?.ran.some(({ seq }) => seq > mine.seq) === true;
}

/** Whether doing something required changes what is known: it was not done since the last edit, or ended otherwise. */
export function isNewRun(place: WorkPlace | undefined, what: string, ended: Ran["ended"]): boolean {
  const before = place?.ran.find((each) => each.what === what);
  if (place === undefined || before === undefined) return true;
  return before.seq < (lastEdit(place)?.seq ?? 0) || before.ended !== ended;
}
