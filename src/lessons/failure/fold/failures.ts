import { moveToEnd, pushBounded } from "../../../log/bounded-list.js";
import { forgottenMark } from "../../../log/events/blank-text.js";
import type { EventOf } from "../../../log/events/catalog.js";
import { sessionOf } from "../../../log/events/session-of.js";
import { earlierOf, epochMs, laterOf } from "../../../log/events/time.js";
import { earliestFirst, newestFirst, stateList } from "../../../log/list-keys.js";
import type { Projection } from "../../../log/projection.js";
import { views } from "../../../log/views.js";
import { failureId, isFailure } from "../rules/identity.js";
import { sessionsKept } from "../rules/known.js";
import { type Pair, withPair } from "../rules/pairs.js";
import { strangersIn, waitsForPerson } from "../rules/safe.js";
import { type FailureKind, isTestimony, mayTeach, stateOfFailure } from "../rules/state.js";
import type { LessonWording } from "../rules/wording.js";

/** A failure lesson: the same failure wherever it happened, what undid it, and whether saying so helped. */
export interface FailureRow {
  readonly lesson: string;
  /** The key of the failure that founded the family. */
  readonly signature: string;
  readonly kind: FailureKind;
  /** Of the newest occurrence. */
  readonly tool: string;
  readonly input: string;
  readonly cause: string;
  readonly text: string;
  /** What the call depends on, as it was then: a digest. */
  readonly state: string | null;
  readonly count: number;
  /** The newest sessions in which it failed, and how many there were. */
  readonly sessions: readonly string[];
  readonly sessionCount: number;
  /** Whether one session ran into it twice. */
  readonly cameTwice: boolean;
  /** The session that it failed in last, and how often. */
  readonly newest: { readonly session: string; readonly times: number };
  /** The newest inputs that failed. */
  readonly examples: readonly string[];
  /** What worked instead. */
  readonly pairs: readonly Pair[];
  /** The newest sessions in which something alike worked afterwards, perhaps because of an edit. */
  readonly answeredIn: readonly string[];
  /** What a person said of it. */
  readonly word: string | null;
  /** The newest sessions that were shown the lesson. */
  readonly told: readonly Told[];
  readonly exposures: number;
  /** Calls that were stopped once because of it. */
  readonly stopped: number;
  /** Sessions in which the call worked after the lesson was shown, and did not fail again. */
  readonly workedAfter: number;
  /** Sessions that failed again although the lesson was shown. */
  readonly repeatedAfter: number;
  /** The first sessions in which the call worked since it last failed. */
  readonly worked: readonly { readonly session: string; readonly at: string }[];
  /** How often a session found its way out, and how long that took them together. */
  readonly mended: { readonly times: number; readonly ms: number };
  /** How a model said it, for the facts of that time. */
  readonly wording: LessonWording | null;
  readonly retired: string | null;
  /** Whether a former reader of failures made it, so that nothing of it can be quoted, and nobody decided about it. */
  readonly isFormer: boolean;
  /** When a person put it to sleep, and why; the next failure wakes it. */
  readonly slept: { readonly at: string; readonly reason: string } | null;
  /** Its state before a person's last decision, as long as that can be undone. */
  readonly before: Decided | null;
  /** The session in which it became active; null before. */
  readonly bornIn: string | null;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly events: readonly number[];
}

/** What a person decides of a failure lesson. */
type Decided = Pick<FailureRow, "word" | "retired" | "slept" | "worked">;

/** A session that was shown the lesson. */
interface Told {
  readonly session: string;
  /** Its runs that were: a sub-agent has not heard what its parent heard. */
  readonly runs: readonly string[];
  /** Whether the lesson was shown before the failure. */
  readonly announced: boolean;
  readonly after: "nothing" | "worked" | "repeated";
}

const eventsKept = 20;
const examplesKept = 5;
const runsKept = 20;
const exampleChars = 200;

type Reflected = EventOf<"reflection-recorded">;

/** Those of most sessions first. */
export const recurringList = "recurring\u001e";
/** Active lessons that may be said before they are needed, the newest failure first. */
export const announcedList = "announced\u001e";

/** Lessons that are to be superseded. */
export const formerList = "former\u001e";

/** Failure lessons by their id. */
export const failures: Projection<FailureRow, null> = {
  ...views.failures,
  places: (row) => [
    recurringList + String(1e9 - row.sessionCount * 1e4 - Math.min(row.count, 9_999)).padStart(12, "0"),
    ...(isLesson(row) ? [stateList(stateOfFailure(row)) + earliestFirst(Number.POSITIVE_INFINITY)] : []),
    ...(row.isFormer && isLesson(row) ? [formerList + newestFirst(row.lastAt)] : []),
    ...(mayBeAnnounced(row) ? [announcedList + newestFirst(row.lastAt)] : []),
  ],
  on: {
    "reflection-recorded": {
      keys: ({ origin, data: { signature = forgottenMark, kind } }) =>
        signature === forgottenMark || kind === undefined || isTestimony({ origin })
          ? []
          : [failureId(signature)],
      evolve: (row, event, _settings, lesson) => withFailure(row, event, lesson),
    },
    "failure-undone": {
      keys: seenByHook,
      evolve: (row, event) => row && undone(row, event),
    },
    "call-worked": {
      keys: seenByHook,
      evolve: (row, event) => row && worked(row, event),
    },
    "lesson-exposed": {
      keys: ({ data }) => failureKeys(data.lesson),
      evolve: (row, event) => row && exposed(row, event),
    },
    "call-guarded": {
      keys: ({ data }) => (data.decision === "stopped" ? data.lessons.flatMap(failureKeys) : []),
      evolve: (row) => row && { ...row, stopped: row.stopped + 1 },
    },
    "lesson-worded": {
      keys: ({ data }) => failureKeys(data.lesson),
      evolve: (row, { data: { text, facts }, seq }) =>
        row && { ...withTouch(row, seq), wording: { text, facts } },
    },
    "lesson-promoted": {
      keys: ({ data }) => failureKeys(data.lesson),
      evolve: (row, { data: { reason }, seq }) =>
        row && decided(row, seq, { word: reason, retired: null, slept: null, worked: [] }),
    },
    "lesson-retired": {
      keys: ({ data }) => failureKeys(data.lesson),
      evolve: (row, { data: { reason }, seq }) => row && decided(row, seq, { retired: reason }),
    },
    "lesson-activated": {
      keys: ({ data }) => failureKeys(data.lesson),
      evolve: (row, { seq }) => row && decided(row, seq, { retired: null, slept: null, worked: [] }),
    },
    "lesson-put-to-sleep": {
      keys: ({ data }) => failureKeys(data.lesson),
      evolve: (row, { data: { reason }, at, seq }) => row && decided(row, seq, { slept: { at, reason } }),
    },
    "lessons-superseded": {
      keys: ({ data }) => data.lessons.flatMap(failureKeys),
      evolve: (row, { data: { reason }, seq }) =>
        row?.isFormer === true ? decided(row, seq, { retired: reason }) : row,
    },
    "lesson-decision-undone": {
      keys: ({ data }) => failureKeys(data.lesson),
      evolve: (row, { seq }) => row && undecided(withTouch(row, seq)),
    },
    "lesson-reset": {
      keys: ({ data }) => failureKeys(data.lesson),
      evolve: (row, { seq }) => row && startedAgain(row, seq),
    },
    "lesson-forgotten": {
      keys: ({ data }) => failureKeys(data.lesson),
      evolve: () => undefined,
    },
  },
};

function seenByHook({ origin, data }: EventOf<"failure-undone"> | EventOf<"call-worked">): readonly string[] {
  return isTestimony({ origin }) ? [] : failureKeys(data.lesson);
}

function failureKeys(lesson: string): readonly string[] {
  return isFailure(lesson) ? [lesson] : [];
}

/** Whether it is listed. */
export function isLesson({ kind }: FailureRow): boolean {
  return mayTeach(kind);
}

/** What is asleep, unsolved or put away is not. */
function mayBeAnnounced(row: FailureRow): boolean {
  return isLesson(row) && stateOfFailure(row) === "active";
}

function withFailure(row: FailureRow | undefined, event: Reflected, lesson: string): FailureRow {
  const { data, at, seq } = event;
  const before = row ?? unknownFailure(lesson, at);
  const session = sessionOf(event) ?? "";
  const known = before.sessions.includes(session);
  return withBirth(before, session, {
    ...before,
    ...(at < before.lastAt ? {} : wordsOf(data)),
    count: before.count + 1,
    sessions: moveToEnd(before.sessions, session, sessionsKept),
    sessionCount: before.sessionCount + (known ? 0 : 1),
    cameTwice: before.cameTwice || known,
    newest: { session, times: before.newest.session === session ? before.newest.times + 1 : 1 },
    examples: withExample(before.examples, data),
    ...afterTelling(before, session, event.run, "repeated"),
    // Of an old session that is learned from late, what worked after it still counts.
    worked: before.worked.filter((each) => each.at > at),
    ...(at < before.lastAt ? {} : { before: null }),
    isFormer: data.key === undefined && (row === undefined || before.isFormer),
    slept: before.slept !== null && before.slept.at <= at ? null : before.slept,
    firstAt: earlierOf(before.firstAt, at),
    lastAt: laterOf(before.lastAt, at),
    events: pushBounded(before.events, seq, eventsKept),
  });
}

function withExample(examples: FailureRow["examples"], { input = "" }: Reflected["data"]) {
  return moveToEnd(examples, input.slice(0, exampleChars), examplesKept);
}

/** What a failure is called by. */
function wordsOf(data: Reflected["data"]) {
  const { signature = "", kind = "call", tool, text = "", cause = "", input = "", state = null } = data;
  return { signature, kind, tool, text, cause, input, state };
}

/** A later call of the session: what worked instead, or only that something alike works. */
function undone(row: FailureRow, event: EventOf<"failure-undone">): FailureRow {
  const session = sessionOf(event) ?? "";
  const { how, pair } = event.data;
  const answered = {
    ...withTouch(row, event.seq),
    answeredIn: moveToEnd(row.answeredIn, session, sessionsKept),
    ...afterTelling(row, session, event.run, "worked"),
  };
  if (pair === undefined || how === "answered") return answered;
  const { after, ...rest } = pair;
  const waits = pair.waits || isUnsafe(pair, event);
  const seen = { ...rest, ...(after && { after }), waits, how, sessions: [session], at: event.at };
  return withBirth(row, session, {
    ...answered,
    pairs: withPair(row.pairs, seen),
    mended: row.newest.session === session ? mendedBy(row, event.at) : row.mended,
  });
}

/** Longer than this somebody did something else meanwhile. */
const longestMendMs = 600_000;

function mendedBy({ mended, lastAt }: FailureRow, at: string): FailureRow["mended"] {
  const took = Math.min(longestMendMs, Math.max(0, epochMs(at) - epochMs(lastAt)));
  return { times: mended.times + 1, ms: mended.ms + took };
}

/** Whoever wrote an event may not have looked; of an imported one nothing is known to be of this project. */
function isUnsafe(
  { failed, worked, line }: NonNullable<EventOf<"failure-undone">["data"]["pair"]>,
  { origin }: EventOf<"failure-undone">,
): boolean {
  const isImported = origin.startsWith("import:");
  if (waitsForPerson(worked, failed, () => !isImported)) return true;
  return isImported && strangersIn(worked, failed, { cause: line, isKnown: () => false }).length > 0;
}

function worked(row: FailureRow, event: EventOf<"call-worked">): FailureRow {
  const session = sessionOf(event) ?? "";
  const after = { ...withTouch(row, event.seq), ...afterTelling(row, session, event.run, "worked") };
  return withWorked(after, session, event.at);
}

function withWorked(row: FailureRow, session: string, at: string): FailureRow {
  if (at < row.lastAt || row.worked.length >= workedKept) return row;
  if (row.worked.some((each) => each.session === session)) return row;
  return { ...row, worked: [...row.worked, { session, at }] };
}

/** More are not needed to put a lesson to sleep. */
const workedKept = 2;

function exposed(row: FailureRow, event: EventOf<"lesson-exposed">): FailureRow {
  const session = sessionOf(event) ?? "";
  const { run = "" } = event;
  const known = row.told.find((each) => each.session === session);
  const entry: Told = {
    session,
    runs: moveToEnd(known?.runs ?? [], run, runsKept),
    announced: known?.announced ?? !row.sessions.includes(session),
    after: known?.after ?? "nothing",
  };
  const others = row.told.filter((each) => each !== known);
  return {
    ...withTouch(row, event.seq),
    exposures: row.exposures + 1,
    told: pushBounded(others, entry, sessionsKept),
  };
}

/**
 * What followed in a session that was shown the lesson. A failure after it is a repeat, whatever worked
 * before; a success after a repeat does not undo that.
 */
function afterTelling(
  row: FailureRow,
  session: string,
  run: string | undefined,
  next: "worked" | "repeated",
): Pick<FailureRow, "told" | "workedAfter" | "repeatedAfter"> {
  const { workedAfter, repeatedAfter } = row;
  const known = row.told.find((each) => each.session === session);
  const heard = known !== undefined && (run === undefined || known.runs.includes(run));
  if (!heard || known.after === "repeated" || known.after === next)
    return { told: row.told, workedAfter, repeatedAfter };
  return {
    told: row.told.map((each) => (each === known ? { ...each, after: next } : each)),
    workedAfter: workedAfter + (next === "worked" ? 1 : known.after === "worked" ? -1 : 0),
    repeatedAfter: repeatedAfter + (next === "repeated" ? 1 : 0),
  };
}

function withBirth(before: FailureRow, session: string, row: FailureRow): FailureRow {
  if (before.bornIn !== null || stateOfFailure(row) !== "active") return row;
  return { ...row, bornIn: session };
}

/** A person decided; what they changed can be put back. */
function decided(row: FailureRow, seq: number, change: Partial<Decided>): FailureRow {
  const { word, retired, slept, worked } = row;
  return { ...withTouch(row, seq), before: { word, retired, slept, worked }, isFormer: false, ...change };
}

/** The state before the last decision; successes since then still count. */
function undecided(row: FailureRow): FailureRow {
  const { before, worked } = row;
  if (before === null) return row;
  const later = worked.filter(({ session }) => before.worked.every((each) => each.session !== session));
  return { ...row, ...before, worked: [...before.worked, ...later].slice(0, workedKept), before: null };
}

function withTouch(row: FailureRow, seq: number): FailureRow {
  return { ...row, events: pushBounded(row.events, seq, eventsKept) };
}

/** Still known by what it is, without anything that spoke for or against it. */
function startedAgain(row: FailureRow, seq: number): FailureRow {
  const { lesson, signature, tool, kind, cause, input, text, state, firstAt, lastAt } = row;
  const known = { signature, tool, kind, cause, input, text, state, firstAt, lastAt };
  return { ...unknownFailure(lesson, lastAt), ...known, events: [seq] };
}

function unknownFailure(lesson: string, at: string): FailureRow {
  return {
    lesson,
    signature: "",
    tool: "",
    kind: "call",
    cause: "",
    input: "",
    text: "",
    state: null,
    count: 0,
    sessions: [],
    sessionCount: 0,
    cameTwice: false,
    newest: { session: "", times: 0 },
    examples: [],
    pairs: [],
    answeredIn: [],
    word: null,
    told: [],
    exposures: 0,
    stopped: 0,
    workedAfter: 0,
    repeatedAfter: 0,
    worked: [],
    mended: { times: 0, ms: 0 },
    wording: null,
    retired: null,
    isFormer: false,
    slept: null,
    before: null,
    bornIn: null,
    firstAt: at,
    lastAt: at,
    events: [],
  };
}
