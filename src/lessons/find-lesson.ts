import { WhetstoneError } from "../base/errors.js";
import { oneLine } from "../base/text/one-line.js";
import { textId } from "../log/events/envelope.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import type { Context } from "../verbs/call/context.js";
import { field } from "../verbs/call/field.js";
import { isOfKind, type LessonRow, type Standing } from "./kind.js";
import { type AnyKind, kinds } from "./kinds.js";
import type { Lesson } from "./lesson-output.js";

/** How a lesson is named wherever one is asked for. */
export const lessonInput = field(
  "The id of the lesson, the beginning of it, or the short id that a brief prints.",
  textId,
);

/** What a lesson of some kind can be called. */
export const lessonNames = kinds.flatMap(({ calledAs }) => calledAs);

/** Every state that a lesson of some kind can be in. */
export const lessonStates = [...new Set(kinds.flatMap(({ states }) => states))];

/** A lesson in its kind. */
interface FoundLesson {
  readonly of: AnyKind;
  readonly row: LessonRow;
}

/** A lesson of any kind, as far as a change of its state needs to know it. */
interface LessonStanding extends FoundLesson, Standing<Lesson["state"]> {
  /** The id that events name it by. */
  readonly lesson: string;
  readonly kind: Lesson["kind"];
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
  if ((await lessonRow(reader, given)) !== undefined) return given;
  const beginning = given
    .trim()
    .toLowerCase()
    .replace(/^\[/, "")
    .replace(/\]$|…$|\.{3}$/, "");
  if (beginning === "") return undefined;
  if ((await lessonRow(reader, beginning)) !== undefined) return beginning;
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

/** The kind that an id is of; undefined for an id of anything else. */
export function kindById(id: string): AnyKind | undefined {
  return kinds.find((kind) => isOfKind(kind, id));
}

/** The lesson with this id; undefined if there is none. */
export async function lessonRow(reader: LedgerReader, id: string): Promise<FoundLesson | undefined> {
  const of = kindById(id);
  const row = of && (await reader.row(of.view, of.rowId(id)));
  return row && { of, row };
}

/** Where a lesson stands now, whatever its kind. */
export async function standingOf(
  context: Context,
  reader: LedgerReader,
  given: string,
): Promise<LessonStanding> {
  const found = await lessonRow(reader, await lessonIdOf(reader, given));
  if (found === undefined) throw noLesson(given);
  const { of, row } = found;
  return { ...found, lesson: row.lesson, kind: of.line(row).kind, ...of.standing(row, context) };
}

/** More than anyone would read in an error. */
const candidatesShown = 10;

/** Whole ids without the word for their kind included. */
async function lessonsBeginning(reader: LedgerReader, beginning: string): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  for (const { name, view, rowId, line } of kinds)
    for (const start of [rowId(beginning), `${name}-${beginning}`]) {
      const whole = await reader.row(view, start);
      const rows = await reader.rowsBeginning(view, start, candidatesShown + 1);
      found.push(...[...(whole === undefined ? [] : [whole]), ...rows].map(line));
    }
  return found;
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
