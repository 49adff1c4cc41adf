import { commonToolName } from "../../../reading/tool-family.js";
import {
  isNewEdit,
  isNewRun,
  lastEdit,
  placeIn,
  type WorkPlace,
  type WorkState,
  withNote,
} from "../fold/work-states.js";
import { matchesFile } from "../rules/forbidden/matches-file.js";
import type { ReadCall, ReadRun } from "../rules/forbidden/read-call.js";
import { isGitsOwn, isMasked } from "../rules/required-command.js";
import type { CheckedCall, Finding, Matchers, WorkAround } from "./call.js";
import { type Before, requirements } from "./check.js";
import { type MatchesRun, requiredRun } from "./commands.js";

/** What of a requirement a command line did before a gate in the same line. */
interface InLine {
  readonly done: boolean;
  readonly edited: boolean;
}

/** Whether what a `before` check asks for was done. */
export interface Standing {
  readonly nothingYet: InLine;
  readonly behind: (line: InLine, run: ReadRun) => InLine;
  readonly at: (around: WorkAround, folder: string, what: string, line?: InLine) => Finding | undefined;
  readonly atStop: (around: WorkAround) => Finding | undefined;
}

const nothingYet: InLine = { done: false, edited: false };

/** The end of a turn, among what was done in a repository. */
const stopped = "stop";

/** What a check asks for, under the name that the state of the work has it. */
export function requirementName(check: Before): string {
  const name = requirements.find((each) => check[each] !== undefined) ?? "ran";
  const what = check[name] ?? "";
  return name === "ran" || name === "passed" ? what : `${name} ${what}`.slice(0, nameChars);
}

const nameChars = 500;

export function requirementOf(check: Before, { glob }: Matchers): Standing {
  const name = requirementName(check);
  const command = check.ran ?? check.passed;
  const isIt: MatchesRun = command === undefined ? () => false : requiredRun(command);
  const since = check.since;
  const scope = typeof since === "object" ? since.write : undefined;
  const isEdit = (run: ReadRun) =>
    !isGitsOwn(run) && run.files.some((file) => scope === undefined || matchesFile(scope, file, glob));
  const judge = (place: WorkPlace, unseen: number, what: string, line: InLine): Finding | undefined => {
    const edit = lastEdit(place, scope);
    if (since !== undefined && edit === undefined && !line.edited) return undefined;
    const ran = place.ran.find((each) => each.what === name);
    const behindEdit = since === undefined ? ran !== undefined : (ran?.seq ?? 0) > (edit?.seq ?? 0);
    const good = check.passed === undefined || ran?.ended === "passed";
    if (line.done || (behindEdit && good && !line.edited)) return { state: "kept", what };
    const isKnown = (since === undefined ? 0 : (edit?.seq ?? 0)) >= unseen;
    return { state: isKnown ? "broken" : "unsure", what, since: edit?.at };
  };
  return {
    nothingYet,
    behind: (line, run) =>
      isIt(run) ? { done: true, edited: false } : isEdit(run) ? { done: false, edited: true } : line,
    at: ({ state, repositoryOf }, folder, what, line = nothingYet) => {
      const repository = repositoryOf(folder);
      if (repository === undefined) return undefined;
      const place = placeIn(state, repository) ?? { repository, edits: [], ran: [] };
      return judge(place, state?.unseen ?? 0, what, line);
    },
    atStop: ({ state }) => {
      const open = (state?.repositories ?? []).filter((place) => isOpen(place, scope));
      const found = open.flatMap(
        (place) => judge(place, state?.unseen ?? 0, "the end of a turn", nothingYet) ?? [],
      );
      return found.find(({ state: how }) => how !== "kept") ?? found[0];
    },
  };
}

/** Edited since a turn last ended. */
function isOpen(place: WorkPlace, scope: string | undefined): boolean {
  const end = place.ran.find(({ what }) => what === stopped)?.seq ?? 0;
  return (lastEdit(place, scope)?.seq ?? 0) > end;
}

/** What happened that the state of the work keeps. */
export interface WorkNote {
  readonly noted: "edited" | "ran";
  readonly repository: string;
  readonly what?: string;
  readonly ended?: "passed" | "failed" | "unknown";
}

/** The end of a turn, for each repository that was edited. */
export function notesOfStop({ state }: WorkAround): readonly WorkNote[] {
  return (state?.repositories ?? [])
    .filter((place) => isOpen(place, undefined))
    .map(({ repository }) => ({ noted: "ran", repository, what: stopped }));
}

/** A command that something else than a check requires, under the name that the state of the work has it. */
export interface OtherRequired {
  readonly what: string;
  readonly runsIn: (read: ReadCall) => readonly ReadRun[];
}

/** Notes what `before` checks and others ask for, of each call that ended. */
export function workWatch(
  checks: readonly Before[],
  { glob }: Matchers,
  required: readonly OtherRequired[] = [],
): WorkWatch {
  const commands = checks.flatMap((check) => {
    const rule = check.ran ?? check.passed;
    return rule === undefined ? [] : [{ what: rule, isIt: requiredRun(rule) }];
  });
  const others = checks.filter(({ read, skill, tool }) => (read ?? skill ?? tool) !== undefined);
  const scopes = checks.flatMap(({ since }) => (typeof since === "object" ? [since.write] : []));
  const editNotes = (repository: string, files: readonly string[]): readonly WorkNote[] => [
    { noted: "edited", repository },
    ...scopes
      .filter((scope) => files.some((file) => matchesFile(scope, file, glob)))
      .map((what): WorkNote => ({ noted: "edited", repository, what })),
  ];
  return (call, ended, repositoryOf) => {
    const here = repositoryOf(call.folder);
    const notes: WorkNote[] = [];
    const edited = (files: readonly string[], folder: string) => {
      for (const repository of new Set(files.map((file) => repositoryOf(folderOfFile(file, folder)))))
        if (repository !== undefined) notes.push(...editNotes(repository, files));
    };
    if (call.writes && ended !== "failed") edited(call.read.files, call.folder);
    const inCall = required.map(({ what, runsIn }) => ({ what, runs: runsIn(call.read) }));
    for (const { run, folder } of call.placed) {
      const met = new Set([
        ...commands.filter(({ isIt }) => isIt(run)).map(({ what }) => what),
        ...inCall.filter(({ runs }) => runs.includes(run)).map(({ what }) => what),
      ]);
      const repository = repositoryOf(folder);
      const how = met.size > 0 && isMasked(call.read.line, run) ? "unknown" : ended;
      if (met.size > 0 && repository !== undefined)
        for (const what of met) notes.push({ noted: "ran", repository, what, ended: how });
      else if (met.size === 0 && run.files.length > 0 && !isGitsOwn(run)) edited(run.files, call.folder);
    }
    if (here !== undefined && ended !== "failed")
      for (const check of others)
        if (isDone(check, call, glob))
          notes.push({ noted: "ran", repository: here, what: requirementName(check), ended });
    return notes;
  };
}

export type WorkWatch = (
  call: CheckedCall,
  ended: "passed" | "failed" | "unknown",
  repositoryOf: WorkAround["repositoryOf"],
) => readonly WorkNote[];

function folderOfFile(file: string, folder: string): string {
  const path = /^[/~]/.test(file) ? file : `${folder}/${file}`;
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

function isDone({ read, skill, tool }: Before, call: CheckedCall, glob: Matchers["glob"]): boolean {
  if (skill !== undefined)
    return (
      call.skill === skill ||
      call.read.line.includes(skill) ||
      call.read.files.some((file) => file.includes(`/${skill}/`))
    );
  if (tool !== undefined)
    return commonToolName(tool).toLowerCase() === commonToolName(call.read.tool).toLowerCase();
  if (read === undefined) return false;
  return (
    call.read.files.some((file) => matchesFile(read, file, glob)) ||
    call.read.runs.some(({ words }) => words.slice(1).some((word) => matchesFile(read, word, glob)))
  );
}

/** When something happened, and in whose hands: the run of the agent. */
interface Stamp {
  readonly session: string;
  readonly thread: string;
  readonly at: string;
  readonly seq: number;
}

/** The state of a session's work after a note; the same where the note says nothing new. */
export function withWorkNote(state: WorkState | undefined, note: WorkNote, stamp: Stamp): WorkState {
  const { session, ...when } = stamp;
  const before = state ?? { session, began: stamp.seq, repositories: [], unseen: 0 };
  const place = placeIn(before, note.repository);
  if (!isNews(place, note, stamp.thread)) return before;
  const others = before.repositories.filter(({ repository }) => repository !== note.repository);
  const empty = { repository: note.repository, edits: [], ran: [] };
  return { ...before, repositories: [...others, withNote(place ?? empty, { ...note, ...when })] };
}

function isNews(place: WorkPlace | undefined, { noted, what, ended }: WorkNote, thread: string): boolean {
  if (noted === "edited") return isNewEdit(place, thread, what);
  return isNewRun(place, what ?? "", ended ?? "unknown");
}
