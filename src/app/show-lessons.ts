import { isFailure } from "../engines/failures/signature.js";
import type { EventData } from "../events/catalog.js";
import { sessionOf } from "../events/session-of.js";
import { estimateTokens } from "../language/estimate-tokens.js";
import { type RunRow, runs } from "../projections/runs.js";
import { sessions } from "../projections/sessions.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";

/** Where and when lessons are shown, and to whom. */
export interface Showing
  extends Pick<EventData<"lesson-exposed">, "verb" | "moment" | "role" | "brief" | "phase"> {
  readonly run: string | undefined;
  readonly task: string | undefined;
  readonly actor: string;
  readonly origin: string;
  /** Leaves out what this run has heard. */
  readonly fresh: boolean;
}

/** A lesson with the line in which it would be shown. */
interface Line {
  readonly lesson: string;
  readonly text: string;
}

export interface ShownLine extends Line {
  /** The id of the event that records it. */
  readonly exposure: string;
}

/**
 * The one place that decides which of the lessons that fit a moment are shown, and that records them as shown
 * before anyone reads them. Candidates come in the order in which they would be shown.
 */
export async function showLessons<Candidate extends Line>(
  writer: LedgerWriter,
  showing: Showing,
  candidates: readonly Candidate[],
): Promise<readonly (Candidate & ShownLine)[]> {
  const { run, task, actor, origin, fresh, ...where } = showing;
  const heard = fresh ? await heardBy(writer, run) : new Set<string>();
  const allowed = await withinSession(
    writer,
    showing,
    candidates.filter(({ lesson }) => !heard.has(lesson)),
  );
  const shown: (Candidate & ShownLine)[] = [];
  for (const candidate of allowed) {
    const { lesson, text } = candidate;
    const probability = probabilityOf(lesson);
    const data = { lesson, ...where, position: shown.length + 1, text, probability };
    const { id } = await writer.append({ type: "lesson-exposed", data, run, task, actor, origin });
    shown.push({ ...candidate, exposure: id });
  }
  return shown;
}

/** What a run was shown; with a role, what it was shown in that role. */
async function heardBy(
  reader: LedgerReader,
  run: string | undefined,
  role?: string,
): Promise<ReadonlySet<string>> {
  return heardIn(run === undefined ? undefined : await reader.row(runs, run), role);
}

/** The same for a run that was read already. */
export function heardIn(row: RunRow | undefined, role?: string): ReadonlySet<string> {
  const mine = row?.shown.filter(
    (each) => role === undefined || isFailure(each.lesson) || each.role === role,
  );
  return new Set(mine?.map(({ lesson }) => lesson));
}

/** With which probability a lesson that fits a moment is shown: every one is. */
function probabilityOf(_lesson: string): number {
  return 1;
}

/** The most tokens of failure lessons in a session with its sub-agents: more than that is noise. */
const sessionTokens = 800;

/** The tokens of failure lessons that a session may still be shown. */
export async function failureTokensLeft(reader: LedgerReader, session: string | undefined): Promise<number> {
  const row = session === undefined ? undefined : await reader.row(sessions, session);
  return sessionTokens - (row?.failureTokens ?? 0);
}

async function withinSession<Candidate extends Line>(
  reader: LedgerReader,
  { task, run, phase }: Showing,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  if (!candidates.some(({ lesson }) => isFailure(lesson))) return candidates;
  let left = await failureTokensLeft(reader, sessionOf({ task, run, data: { phase } }));
  return candidates.filter(({ lesson, text }) => {
    if (!isFailure(lesson)) return true;
    left -= estimateTokens(text);
    return left >= 0;
  });
}
