import { knownFailure } from "../engines/failures/known-failure.js";
import { failuresBlock, lessonLine } from "../engines/failures/lesson-text.js";
import { frequentFailures, isNamedInPrompt } from "../engines/failures/when-to-say.js";
import { estimateTokens } from "../language/estimate-tokens.js";
import { announcedList, type FailureRow, failures } from "../projections/failures.js";
import { recentSessions, recentSessionsKey } from "../projections/sessions.js";
import type { LedgerReader } from "../store/ledger-reader.js";

interface FailureQuery {
  /** A person's prompt: what it names is said. */
  readonly prompt: string | undefined;
  /** Whether the run begins, or no longer has what it was told at its beginning: what comes often is said. */
  readonly starts: boolean;
  readonly session: string | undefined;
  /** What this run has heard. */
  readonly heard: ReadonlySet<string>;
  /** What this session is not to be shown, unless a person has said a word of it since. */
  readonly heldOut: readonly string[];
  readonly budgetTokens: number;
}

export interface BriefFailures {
  readonly shown: readonly { readonly lesson: string; readonly text: string }[];
  readonly block: string;
  readonly tokens: number;
  /** How many were looked at. */
  readonly considered: number;
}

/** More than a project has at a time. */
const lookedAt = 60;
/** Measured on recorded sessions: more lessons add tokens and little else. */
const mostLessons = 3;
const mostTokens = 150;

/** The failure lessons to say before a session or a prompt is worked on. */
export async function briefFailures(
  reader: LedgerReader,
  { prompt, starts, session, heard, heldOut, budgetTokens }: FailureQuery,
): Promise<BriefFailures> {
  const placed = await reader.rowsFrom(failures, { list: announcedList, limit: lookedAt });
  const rows = placed
    .map(({ row }) => row)
    .filter(({ lesson, word }) => !heard.has(lesson) && (word !== null || !heldOut.includes(lesson)));
  const named = prompt === undefined ? [] : rows.filter((row) => isNamedInPrompt(row, prompt));
  const frequent = starts ? frequentFailures(rows, await sessionsBefore(reader, session)) : [];
  const fitting = [...new Set([...named, ...frequent])];
  const lines = fitting.flatMap((row) => lineOf(row, session)).slice(0, mostLessons);
  return { ...within(lines, Math.min(mostTokens, budgetTokens)), considered: placed.length };
}

async function sessionsBefore(reader: LedgerReader, session: string | undefined): Promise<readonly string[]> {
  const row = await reader.row(recentSessions, recentSessionsKey);
  return (row?.sessions ?? []).filter((each) => each !== session);
}

function lineOf(row: FailureRow, session: string | undefined) {
  const known = knownFailure(row, session);
  return known === undefined ? [] : [{ lesson: row.lesson, text: lessonLine(row, known) }];
}

function within(lines: BriefFailures["shown"], mostTokens: number): Omit<BriefFailures, "considered"> {
  for (let kept = lines.length; kept > 0; kept -= 1) {
    const shown = lines.slice(0, kept);
    const block = failuresBlock(shown.map(({ text }) => text));
    const tokens = estimateTokens(block);
    if (tokens <= mostTokens) return { shown, block, tokens };
  }
  return { shown: [], block: "", tokens: 0 };
}
