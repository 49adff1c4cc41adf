import { dirname, resolve } from "node:path";
import { topOf } from "../../base/project/repository-of.js";
import { digest } from "../../base/text/digest.js";
import {
  type ReadCall,
  type ReadRun,
  readCall,
  withoutSurroundings,
} from "../../engines/directives/forbidden/read-call.js";
import {
  isGitsOwn,
  isMasked,
  type RequiredCommand,
  runsRequired,
} from "../../engines/directives/required-command.js";
import type { EventData } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { isNewEdit, isNewRun, placeIn, workStates } from "../../projections/work-states.js";

/** A call that ended, as a hook saw it. */
export interface SeenCall {
  readonly tool: string;
  readonly command?: string | undefined;
  readonly files: readonly string[];
  /** Whether the tool changes these files. */
  readonly writes: boolean;
  /** Where it ran. */
  readonly folder: string;
  readonly ended: "passed" | "failed" | "unknown";
}

type Note = Pick<EventData<"work-noted">, "noted" | "repository" | "what" | "ended">;

/** What a call says about the work, in the order in which it happened. */
export function notesOf(call: SeenCall, required: readonly RequiredCommand[], root: string): readonly Note[] {
  const { tool, command, files, writes, folder, ended } = call;
  const edits = writes && ended !== "failed" ? editsOf(files, folder, root) : [];
  if (command === undefined) return edits;
  // Without forms: a program that nobody knows is not believed to run the command among its words.
  const read = readCall({ tool, command, files: [] }, [], withoutSurroundings);
  const matched = required.map((each) => ({ ...each, runs: runsRequired(each, read) }));
  return [...edits, ...read.runs.flatMap((run) => notesOfRun(run, { read, matched, call, root }))];
}

interface InCall {
  readonly read: ReadCall;
  readonly matched: readonly { readonly text: string; readonly runs: readonly ReadRun[] }[];
  readonly call: SeenCall;
  readonly root: string;
}

/** What a required command changes itself is no edit. */
function notesOfRun(run: ReadRun, { read, matched, call, root }: InCall): readonly Note[] {
  const required = matched.filter(({ runs }) => runs.includes(run));
  if (required.length === 0) return isGitsOwn(run) ? [] : editsOf(run.files, call.folder, root);
  const repository = repositoryOf(call.folder, root);
  const ended = isMasked(read.line, run) ? "unknown" : call.ended;
  return required.map(({ text: what }) => ({ noted: "ran", repository, what, ended }));
}

/** Files outside of any repository and of the project, such as those in /tmp, are not work. */
function editsOf(files: readonly string[], folder: string, root: string): readonly Note[] {
  const known = files.filter((file) => !/^[~$]/.test(file));
  const repositories = known.map((file) => repositoryOf(dirname(resolve(folder, file)), root));
  const unique = [...new Set(repositories.filter((each) => each !== undefined))];
  return unique.map((repository) => ({ noted: "edited", repository }));
}

/** By a digest: the path of a folder stays on the machine. */
function repositoryOf(folder: string, root: string): string | undefined {
  const top = topOf(folder) ?? (folder === root || folder.startsWith(`${root}/`) ? root : undefined);
  return top === undefined ? undefined : digest(top);
}

/** Whether a note changes what is known of a session. */
export async function isNews(
  reader: LedgerReader,
  session: string,
  run: string,
  note: Note,
): Promise<boolean> {
  const state = await reader.row(workStates, session);
  if (note.noted === "began") return state === undefined;
  if (note.noted === "unseen") return true;
  const place = placeIn(state, note.repository ?? "");
  if (note.noted === "edited") return isNewEdit(place, run);
  return isNewRun(place, note.what ?? "", note.ended ?? "unknown");
}
