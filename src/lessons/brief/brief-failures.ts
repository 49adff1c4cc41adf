import type { Config } from "../../base/config/settings.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";
import { recentSessions, recentSessionsKey } from "../../runs/fold/sessions.js";
import type { PatternLine } from "../../runs/policy/failing-adapters.js";
import type { Context } from "../../verbs/call/context.js";
import { adviceOf } from "../explain/explain-failure.js";
import { stateOfCall } from "../failure/call-state.js";
import { announcedList, type FailureRow, failures } from "../failure/fold/failures.js";
import { sortOf } from "../failure/rules/call.js";
import { knownFailure } from "../failure/rules/known.js";
import { failuresBlock, lessonLine } from "../failure/rules/text.js";
import { isNamedInPrompt, startPairs } from "../failure/rules/when.js";
import type { BriefLine, BriefPart } from "./brief-part.js";
import type { LeftOut } from "./left-out.js";

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
  /** What the project's files say already. */
  readonly leftOut: LeftOut;
  readonly budgetTokens: number;
  readonly settings: Config["reflection"];
  /** How the adapters keep failing that the run is about to use. */
  readonly patterns: readonly PatternLine[];
}

/** More than a project has at a time. */
const lookedAt = 60;
/** Two lines for whoever is about to use an adapter that fails. */
const mostPatterns = 2;
const patternTokens = 100;

/** The failure lessons to say before a session or a prompt is worked on. */
export async function briefFailures(
  context: Context,
  reader: LedgerReader,
  { prompt, starts, session, heard, heldOut, leftOut, budgetTokens, settings, patterns }: FailureQuery,
): Promise<BriefPart> {
  const placed = await reader.rowsFrom(failures, { list: announcedList, limit: lookedAt });
  const rows = placed
    .map(({ row }) => row)
    .filter(({ lesson, word }) => !heard.has(lesson) && (word !== null || !heldOut.includes(lesson)));
  const named = prompt === undefined ? [] : rows.filter(({ examples }) => isNamedInPrompt(examples, prompt));
  const frequent = starts ? frequentFailures(rows, await sessionsBefore(reader, session), settings) : [];
  const fitting = [...new Set([...named, ...frequent])].filter((row) => isStillSo(context, row));
  const lines = firstLines(fitting, settings.startLessons, (row) => lineOf(row, session, leftOut));
  const ahead = patterns.filter(({ lesson }) => !heard.has(lesson)).slice(0, mostPatterns);
  const all = [...ahead.map(lineOfPattern), ...lines];
  const most = settings.startTokens + (ahead.length === 0 ? 0 : patternTokens);
  const considered = placed.length + patterns.length;
  return { ...within(all, most, budgetTokens), dropped: [], considered, only: blockOf };
}

function lineOfPattern({ lesson, text }: PatternLine): BriefLine {
  return { lesson, kind: "pattern", text, score: null, shortId: null };
}

function frequentFailures(
  rows: readonly FailureRow[],
  sessions: readonly string[],
  settings: Config["reflection"],
): readonly FailureRow[] {
  const families = rows.map((row) => {
    const announced = row.told.filter((each) => each.announced);
    return {
      row,
      failed: new Set(row.sessions),
      shown: announced.map((each) => each.session),
      pair: knownFailure(row, undefined)?.chosen,
      accepted: row.word !== null,
    };
  });
  return startPairs(families, sessions, settings).map(({ row }) => row);
}

/** What a call depends on may have changed since it last failed: then it is said only when it fails again. */
function isStillSo(context: Context, { word, state, tool, input, cause }: FailureRow): boolean {
  if (word !== null || state === null) return true;
  return state === stateOfCall(context, { tool, sort: sortOf(tool), text: input }, cause);
}

async function sessionsBefore(reader: LedgerReader, session: string | undefined): Promise<readonly string[]> {
  const row = await reader.row(recentSessions, recentSessionsKey);
  const before = (row?.sessions ?? []).filter((each) => each.session !== session);
  return before.map((each) => each.session);
}

/** A line takes time to word: no more of them than are shown. */
function firstLines<Line>(
  rows: readonly FailureRow[],
  most: number,
  linesOf: (row: FailureRow) => readonly Line[],
): readonly Line[] {
  const lines: Line[] = [];
  for (const row of rows) {
    if (lines.length >= most) break;
    lines.push(...linesOf(row));
  }
  return lines;
}

function lineOf(row: FailureRow, session: string | undefined, leftOut: LeftOut): readonly BriefLine[] {
  const known = knownFailure(row, session);
  if (known === undefined) return [];
  const advice = adviceOf(known);
  if (leftOut(row.lesson, () => advice.text, advice.command) !== undefined) return [];
  const text = lessonLine(row, known);
  return [{ lesson: row.lesson, kind: "failure", text, score: null, shortId: null }];
}

function within(
  lines: readonly BriefLine[],
  most: number,
  budgetTokens: number,
): Pick<BriefPart, "shown" | "block" | "tokens"> {
  for (let kept = lines.length; kept > 0; kept -= 1) {
    const shown = lines.slice(0, kept);
    const { block, tokens } = blockOf(shown);
    const said = estimateTokens(shown.map(({ text }) => text).join("\n"));
    if (said <= most && tokens <= budgetTokens) return { shown, block, tokens };
  }
  return { shown: [], block: "", tokens: 0 };
}

function blockOf(lines: readonly BriefLine[]) {
  const block = failuresBlock(lines.map(({ text }) => text));
  return { block, tokens: estimateTokens(block) };
}
