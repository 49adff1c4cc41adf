import type { EventData, EventOf } from "../../../log/events/catalog.js";
import type { Projection } from "../../../log/projection.js";
import { views } from "../../../log/views.js";

/** What is known of the work of a session that hooks watch: what was done in each repository since it was edited. */
export interface WorkState {
  readonly session: string;
  /** The first that was noted of it, by seq: what was asked for later was not looked at before. */
  readonly began: number;
  readonly repositories: readonly WorkPlace[];
  /** The newest point at which calls were missed, by seq: what is older may have changed unseen. */
  readonly unseen: number;
}

export interface WorkPlace {
  readonly repository: string;
  /** By the agent that edited, and by the files that a rule asks about: the first edit since something was done. */
  readonly edits: readonly Edited[];
  /** What was done that a rule requires, the last time of each. */
  readonly ran: readonly Ran[];
}

interface Edited {
  readonly thread: string;
  readonly at: string;
  readonly seq: number;
  /** The glob of a rule that asks about edits of these files; undefined for any file. */
  readonly what?: string | undefined;
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
        const before = row ?? { session, began: event.seq, repositories: [], unseen: 0 };
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

type WorkNote = Pick<EventData<"work-noted">, "noted" | "what" | "ended"> & Omit<Edited, "what">;

function afterNote(place: WorkPlace, { data, run = "", at, seq }: EventOf<"work-noted">): WorkPlace {
  return withNote(place, { ...data, thread: run, at, seq });
}

/** What is known of the work in a repository, one edit or one thing done later. */
export function withNote(place: WorkPlace, note: WorkNote): WorkPlace {
  const { noted, what, ended = "unknown", thread, at, seq } = note;
  if (noted === "edited") {
    const others = place.edits.filter((each) => each.thread !== thread || each.what !== what);
    const edit = { thread, at, seq, ...(what !== undefined && { what }) };
    return { ...place, edits: [...others, edit].slice(-threadsKept) };
  }
  const others = place.ran.filter((each) => each.what !== what);
  return { ...place, ran: [...others, { what: what ?? "", at, seq, ended }].slice(-ranKept) };
}

export function placeIn(state: WorkState | undefined, repository: string): WorkPlace | undefined {
  return state?.repositories.find((each) => each.repository === repository);
}

/** The newest edit that is known, of whatever agent: of any file, or of those that a rule asks about. */
export function lastEdit({ edits }: WorkPlace, what?: string): WorkPlace["edits"][number] | undefined {
  return edits
    .filter((each) => each.what === what)
    .reduce<WorkPlace["edits"][number] | undefined>(
      (newest, each) => (newest === undefined || each.seq > newest.seq ? each : newest),
      undefined,
    );
}

/** Whether an edit changes what is known: the first of its agent, or the first since something was done. */
export function isNewEdit(place: WorkPlace | undefined, thread: string, what?: string): boolean {
  const mine = place?.edits.find((each) => each.thread === thread && each.what === what);
  return mine === undefined || place?.ran.some(({ seq }) => seq > mine.seq) === true;
}

/** Whether doing something required changes what is known: it was not done since the last edit, or ended otherwise. */
export function isNewRun(place: WorkPlace | undefined, what: string, ended: Ran["ended"]): boolean {
  const before = place?.ran.find((each) => each.what === what);
  if (place === undefined || before === undefined) return true;
  return before.seq < (lastEdit(place)?.seq ?? 0) || before.ended !== ended;
}
