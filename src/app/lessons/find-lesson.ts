import { WhetstoneError } from "../../base/errors.js";
import { oneLine } from "../../base/text/one-line.js";
import type { DirectiveStatus } from "../../engines/directives/directive.js";
import { type FailureState, stateOfFailure } from "../../engines/failures/failure-state.js";
import { failureText } from "../../engines/failures/lesson-text.js";
import { isFailure } from "../../engines/failures/signature.js";
import { type InsightState, stateOfInsight } from "../../engines/insights/insight-state.js";
import type { MaturityState } from "../../lessons/strategy/rules/maturity.js";
import { stateOfStrategy, strategies, strategyOf } from "../../lessons/strategy/strategies.js";
import { textId } from "../../log/events/envelope.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { ViewOf } from "../../log/view.js";
import { directives, isDirective } from "../../projections/directives.js";
import { failures } from "../../projections/failures.js";
import { insights, isInsight } from "../../projections/insights.js";
import type { Context } from "../context.js";
import { field } from "../field.js";

/** How a lesson is named wherever one is asked for. */
export const lessonInput = field(
  "The id of the lesson, the beginning of it, or the short id that a brief prints.",
  textId,
);

/** Every state that a lesson of some kind can be in. */
export const lessonStates = [
  "candidate",
  "established",
  "proven",
  "deprecated",
  "observed",
  "verified",
  "active",
  "proposed",
  "quarantined",
  "archived",
  "unsolved",
  "ready",
  "asleep",
  "retired",
] as const satisfies readonly (MaturityState | InsightState | DirectiveStatus | FailureState)[];

/** A lesson of any kind, as far as a change of its state needs to know it. */
interface LessonStanding {
  /** The id that events name it by. */
  readonly lesson: string;
  readonly kind: "strategy" | "anti_pattern" | "insight" | "directive" | "failure";
  readonly state: MaturityState | InsightState | DirectiveStatus | FailureState;
  /** Why it is deprecated, if it is. */
  readonly reason: string;
  /** A person vouched for it. */
  readonly promoted: boolean;
}

interface Candidate {
  readonly id: string;
  readonly text: string;
}

/**
 * The id of the lesson that is meant: an id as it stands, else the only one that begins so, with or without
 * the word for its kind. Brackets and an ellipsis, as briefs and examples print them, are not part of it.
 * Undefined if there is none; an error that lists the candidates if there are several.
 */
export async function findLessonId(
  reader: LedgerReader,
  given: string,
  fieldName = "lesson",
): Promise<string | undefined> {
  if (await hasRow(reader, given)) return given;
  const beginning = given
    .trim()
    .toLowerCase()
    .replace(/^\[/, "")
    .replace(/\]$|…$|\.{3}$/, "");
  if (beginning === "") return undefined;
  if (await hasRow(reader, beginning)) return beginning;
  const found = await lessonsBeginning(reader, beginning);
  if (found.length > 1) throw ambiguous(given, found, fieldName);
  return found[0]?.id;
}

/** The same for a lesson that must be there. */
export async function lessonIdOf(reader: LedgerReader, given: string): Promise<string> {
  const found = await findLessonId(reader, given);
  if (found === undefined) throw noLesson(given);
  return found;
}

/** Where a lesson stands now, whatever its kind. */
export async function standingOf(
  context: Context,
  reader: LedgerReader,
  given: string,
): Promise<LessonStanding> {
  const id = await lessonIdOf(reader, given);
  const read = standingReader(id);
  const found = await read(context, reader, id);
  if (found === undefined) throw noLesson(given);
  return found;
}

function standingReader(id: string) {
  if (isInsight(id)) return insightStanding;
  if (isFailure(id)) return failureStanding;
  return isDirective(id) ? directiveStanding : strategyStanding;
}

async function hasRow(reader: LedgerReader, id: string): Promise<boolean> {
  if (isInsight(id)) return (await reader.row(insights, id)) !== undefined;
  if (isDirective(id)) return (await reader.row(directives, id)) !== undefined;
  if (isFailure(id)) return (await reader.row(failures, id)) !== undefined;
  return (await reader.row(strategies, strategyOf(id))) !== undefined;
}

/** More than anyone would read in an error. */
const candidatesShown = 10;

/** Whole ids without the word for their kind included. */
async function lessonsBeginning(reader: LedgerReader, beginning: string): Promise<readonly Candidate[]> {
  const rows = async <Row extends object>(view: ViewOf<Row>, starts: readonly string[]) => {
    const found: Row[] = [];
    for (const start of starts) {
      const whole = await reader.row(view, start);
      found.push(...(whole === undefined ? [] : [whole]));
      found.push(...(await reader.rowsBeginning(view, start, candidatesShown + 1)));
    }
    return found;
  };
  const instructed = await rows(directives, [beginning, `directive-${beginning}`]);
  const noticed = await rows(insights, [beginning, `insight-${beginning}`]);
  const failed = await rows(failures, [beginning, `failure-${beginning}`]);
  const tried = await rows(strategies, [strategyOf(beginning), `strategy-${beginning}`]);
  return [
    ...[...instructed, ...noticed].map(({ lesson, text }) => ({ id: lesson, text })),
    ...failed.map((row) => ({ id: row.lesson, text: failureText(row) })),
    ...tried.map(({ lesson, text, invertedBy }) => ({
      id: invertedBy === null ? lesson : `anti-${lesson}`,
      text,
    })),
  ];
}

async function insightStanding({ ledger, clock }: Context, reader: LedgerReader, lesson: string) {
  const row = await reader.row(insights, lesson);
  if (row === undefined) return undefined;
  const state = stateOfInsight(row.evidence, clock(), ledger.config.insights);
  return {
    lesson,
    kind: "insight" as const,
    state,
    reason: row.evidence.deprecated?.reason ?? "unused for long",
    promoted: row.evidence.promoted,
  };
}

async function directiveStanding(_context: Context, reader: LedgerReader, lesson: string) {
  const row = await reader.row(directives, lesson);
  if (row === undefined) return undefined;
  const { status: state, missing, vouched: promoted } = row;
  return { lesson, kind: "directive" as const, state, reason: missing.join(", "), promoted };
}

async function failureStanding(_context: Context, reader: LedgerReader, lesson: string) {
  const row = await reader.row(failures, lesson);
  if (row === undefined) return undefined;
  const state = stateOfFailure(row);
  return { lesson, kind: "failure" as const, state, reason: row.retired ?? "", promoted: row.word !== null };
}

async function strategyStanding({ ledger, clock }: Context, reader: LedgerReader, id: string) {
  const row = await reader.row(strategies, strategyOf(id));
  if (row === undefined) return undefined;
  return {
    lesson: row.lesson,
    kind: row.invertedBy === null ? ("strategy" as const) : ("anti_pattern" as const),
    state: stateOfStrategy(row, clock(), ledger.config.strategies),
    reason: row.deprecated?.reason ?? "",
    promoted: row.promoted,
  };
}

export function noLesson(id: string): WhetstoneError {
  return new WhetstoneError("not_found", `there is no lesson '${id}'`, {
    field: "lesson",
    next: "'whetstone lessons list' shows the ids",
    values: { lesson: id },
  });
}

function ambiguous(given: string, found: readonly Candidate[], fieldName: string): WhetstoneError {
  const shown = found.slice(0, candidatesShown);
  const lines = shown.map(({ id, text }) => `${id} ("${oneLine(text, 40)}")`);
  const rest = found.length > shown.length ? ", and more" : "";
  return new WhetstoneError(
    "invalid_input",
    `'${given}' is the beginning of several lessons: ${lines.join(", ")}${rest}`,
    {
      field: fieldName,
      next: "give more characters of the id",
      values: { given, candidates: shown.map(({ id }) => id) },
    },
  );
}
