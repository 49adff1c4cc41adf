import type { FailureKind } from "../engines/failures/failure.js";
import { isKnownFailingTest, mayTeach, stateOfFailure } from "../engines/failures/failure-state.js";
import { folderFailure, isOfFolder } from "../engines/failures/folder-failure.js";
import { folderAdvice } from "../engines/failures/folder-remedy.js";
import { sessionsKept } from "../engines/failures/known-failure.js";
import type { LessonWording } from "../engines/failures/lesson-wording.js";
import { failureId, isFailure } from "../engines/failures/signature.js";
import { toolFamily } from "../engines/reflection/tool-family.js";
import { forgottenMark } from "../log/events/blank-text.js";
import type { EventOf } from "../log/events/catalog.js";
import { sessionOf } from "../log/events/session-of.js";
import { earlierOf, laterOf } from "../log/events/time.js";
import type { Projection } from "../log/projection.js";
import { moveToEnd, pushBounded } from "./bounded-list.js";
import { earliestFirst, newestFirst, stateList } from "./list-keys.js";
import { views } from "./views.js";

/** A failure lesson: the same failure wherever it happened, what undid it, and whether saying so helped. */
export interface FailureRow {
  readonly lesson: string;
  readonly signature: string;
  readonly tool: string;
  readonly program: string;
  readonly kind: FailureKind;
  /** Of the newest occurrence. */
  readonly cause: string;
  readonly named: string;
  readonly text: string;
  readonly count: number;
  /** The newest sessions in which it failed, and how many there were. */
  readonly sessions: readonly string[];
  readonly sessionCount: number;
  /** Whether one session ran into it twice. */
  readonly cameTwice: boolean;
  /** The newest inputs that failed. */
  readonly examples: readonly string[];
  /** Files that it was about, each with the sessions; it belongs to the lesson from the second on. */
  readonly files: readonly { readonly file: string; readonly sessions: readonly string[] }[];
  /** What undid it, each with the sessions in which it did, the newest last. */
  readonly remedies: readonly SeenRemedy[];
  /** What may have undone it in a session: it did once the failed call works. */
  readonly tried: { readonly session: string; readonly advice: string } | null;
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
  /** How a model said it, for the facts of that time. */
  readonly wording: LessonWording | null;
  readonly retired: string | null;
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

interface SeenRemedy {
  readonly advice: string;
  readonly sessions: readonly string[];
}

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
const remediesKept = 5;
const examplesKept = 5;
const filesKept = 20;
const runsKept = 20;
const exampleChars = 200;

type Reflected = EventOf<"reflection-recorded">;

/** Those of most sessions first. */
export const recurringList = "recurring\u001e";
/** Active lessons that may be said before they are needed, the newest failure first. */
export const announcedList = "announced\u001e";

/** Failure lessons by their id. */
export const failures: Projection<FailureRow, null> = {
  ...views.failures,
  places: (row) => [
    recurringList + String(1e9 - row.sessionCount * 1e4 - Math.min(row.count, 9_999)).padStart(12, "0"),
    ...(isLesson(row) ? [stateList(stateOfFailure(row)) + earliestFirst(Number.POSITIVE_INFINITY)] : []),
    ...(mayBeAnnounced(row) ? [announcedList + newestFirst(row.lastAt)] : []),
  ],
  on: {
    "reflection-recorded": {
      // Events of older versions have no kind, and teach nothing.
      keys: ({ data }) => {
        const { signature = forgottenMark, kind } = data;
        if (signature === forgottenMark || kind === undefined) return [];
        return [failureId(signature), ...(showsFolder(data) ? [folderLesson] : [])];
      },
      evolve: (row, event, _settings, lesson) => {
        if (event.data.result !== "success") return withFailure(row, event, lesson);
        const isOther = lesson === folderLesson && event.data.signature !== folderFailure.signature;
        return isOther ? wasInOtherFolder(row, event) : row && undone(row, event);
      },
    },
    "call-worked": {
      keys: ({ data }) => failureKeys(data.lesson),
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

/** The lesson of all calls that failed because the shell was in another folder. */
const folderLesson = failureId(folderFailure.signature);

/** Whether a call showed that a failure with a signature of its own was that one. */
function showsFolder({ result, signature, relation, advice }: Reflected["data"]): boolean {
  if (result !== "success" || relation === "helps" || advice !== folderAdvice) return false;
  return signature !== folderFailure.signature;
}

/** A failure turned out to be one of the folder: it counts as one from the start. */
function wasInOtherFolder(row: FailureRow | undefined, event: Reflected): FailureRow {
  const known = withFailure(row, event, folderLesson);
  return withBirth(known, sessionOf(event) ?? "", withRemedy(known, folderAdvice, sessionOf(event) ?? ""));
}

function failureKeys(lesson: string): readonly string[] {
  return isFailure(lesson) ? [lesson] : [];
}

/** Whether it is listed: a red test of one's own work is counted, and so is a part of another lesson. */
export function isLesson(row: FailureRow): boolean {
  const { kind, cause, sessionCount } = row;
  return !isOfFolder(row) && (mayTeach(kind) || isKnownFailingTest(kind, cause, sessionCount));
}

/** A refusal is a person's decision at that moment. */
function mayBeAnnounced(row: FailureRow): boolean {
  return row.kind !== "refused" && !isOfFolder(row) && stateOfFailure(row) === "active";
}

function withFailure(row: FailureRow | undefined, event: Reflected, lesson: string): FailureRow {
  const { data, at, seq } = event;
  const before = row ?? unknownFailure(lesson, at);
  const session = sessionOf(event) ?? "";
  const known = before.sessions.includes(session);
  return withBirth(before, session, {
    ...before,
    ...(at < before.lastAt ? {} : wordsOf(lesson, data)),
    count: before.count + 1,
    sessions: moveToEnd(before.sessions, session, sessionsKept),
    sessionCount: before.sessionCount + (known ? 0 : 1),
    cameTwice: before.cameTwice || known,
    examples: withExample(before.examples, data),
    files: withFile(before.files, fileOf(data), session),
    ...afterTelling(before, session, event.run, "repeated"),
    // Of an old session that is learned from late, what worked after it still counts.
    worked: before.worked.filter((each) => each.at > at),
    ...(at < before.lastAt ? {} : { before: null }),
    slept: before.slept !== null && before.slept.at <= at ? null : before.slept,
    firstAt: earlierOf(before.firstAt, at),
    lastAt: laterOf(before.lastAt, at),
    events: pushBounded(before.events, seq, eventsKept),
  });
}

/** Of a call that showed what the failure was, the input is what worked. */
function withExample(examples: FailureRow["examples"], { result, input = "" }: Reflected["data"]) {
  return result === "success" ? examples : moveToEnd(examples, input.slice(0, exampleChars), examplesKept);
}

/** What a failure is called by. */
function wordsOf(lesson: string, data: Reflected["data"]) {
  const { signature = "", kind = "misuse", tool, text = "", program = tool, cause = "", named = "" } = data;
  if (lesson !== folderLesson) return { signature, kind, tool, text, program, cause, named };
  return { ...folderFailure, kind: "misuse" as const, tool, text: folderFailure.cause, named: "" };
}

/** A later call that worked: the remedy, something that may be it, or the proof of that. */
function undone(row: FailureRow, event: Reflected): FailureRow {
  const { data, run } = event;
  const session = sessionOf(event) ?? "";
  const { relation = "instead", advice = "" } = data;
  const before = withTouch(row, event.seq);
  if (relation === "helps") return { ...before, tried: { session, advice } };
  const after = { ...before, ...afterTelling(before, session, run, "worked") };
  // The lesson of the folder says one thing to do.
  if (row.lesson === folderLesson && advice !== folderAdvice) return after;
  if (relation === "instead") return withBirth(row, session, withRemedy(after, advice, session));
  // Another try of the agent's own tools says nothing of the lesson; `call-worked` says it of other calls.
  if (row.tried?.session !== session) return after;
  const again = withWorked(after, session, event.at);
  return withBirth(row, session, { ...withRemedy(again, row.tried.advice, session), tried: null });
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

/** The file that a failure is about; undefined when about none. */
function fileOf({ tool, input = "", named = "" }: Reflected["data"]): string | undefined {
  const family = toolFamily(tool);
  if (family === "read" || family === "edit") return /^[^\s{]{1,300}$/.test(input) ? input : undefined;
  return /^[^\s{]{0,280}[/\\.][^\s{]{1,20}$/.test(named) ? named : undefined;
}

function withFile(
  files: FailureRow["files"],
  file: string | undefined,
  session: string,
): FailureRow["files"] {
  if (file === undefined) return files;
  const known = files.find((each) => each.file === file);
  const entry = { file, sessions: moveToEnd(known?.sessions ?? [], session, 2) };
  return pushBounded(
    files.filter((each) => each !== known),
    entry,
    filesKept,
  );
}

/** The files that belong to a lesson: it was about each of them in two sessions. */
export function filesOf({ files }: FailureRow): readonly string[] {
  return files.filter(({ sessions }) => sessions.length > 1).map(({ file }) => file);
}

function withRemedy(row: FailureRow, advice: string, session: string): FailureRow {
  const known = row.remedies.find((each) => each.advice === advice);
  const sessions = moveToEnd(known?.sessions ?? [], session, sessionsKept);
  const others = row.remedies.filter((each) => each !== known);
  return { ...row, remedies: pushBounded(others, { advice, sessions }, remediesKept) };
}

function withBirth(before: FailureRow, session: string, row: FailureRow): FailureRow {
  if (before.bornIn !== null || stateOfFailure(row) !== "active") return row;
  return { ...row, bornIn: session };
}

/** A person decided; what they changed can be put back. */
function decided(row: FailureRow, seq: number, change: Partial<Decided>): FailureRow {
  const { word, retired, slept, worked } = row;
  return { ...withTouch(row, seq), before: { word, retired, slept, worked }, ...change };
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
  const { lesson, signature, tool, program, kind, cause, named, text, firstAt, lastAt } = row;
  const known = { signature, tool, program, kind, cause, named, text, firstAt, lastAt };
  return { ...unknownFailure(lesson, lastAt), ...known, events: [seq] };
}

function unknownFailure(lesson: string, at: string): FailureRow {
  return {
    lesson,
    ...{ signature: "", tool: "", program: "", kind: "misuse", cause: "", named: "", text: "" },
    count: 0,
    sessions: [],
    sessionCount: 0,
    cameTwice: false,
    examples: [],
    files: [],
    remedies: [],
    tried: null,
    word: null,
    told: [],
    exposures: 0,
    stopped: 0,
    workedAfter: 0,
    repeatedAfter: 0,
    worked: [],
    wording: null,
    retired: null,
    slept: null,
    before: null,
    bornIn: null,
    firstAt: at,
    lastAt: at,
    events: [],
  };
}
