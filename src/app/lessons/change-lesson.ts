import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { views } from "../../projections/views.js";
import type { Context } from "../context.js";
import { acceptInTeam } from "../directives/change-directive.js";
import { directiveRow } from "../directives/directive-rows.js";
import { callerInput } from "../envelope-input.js";
import { field } from "../field.js";
import { lessonInput, lessonStates, standingOf } from "./find-lesson.js";

export const changeLessonInput = z.strictObject({
  lesson: lessonInput,
  reason: field("Why.", z.string().check(z.minLength(1), z.maxLength(1_000))),
  ...callerInput,
});

export const changeLessonOutput = z.strictObject({
  lesson: field("The id of the lesson.", z.string()),
  before: field("Its state before.", z.enum(lessonStates)),
  state: field("Its state now.", z.enum(lessonStates)),
  event: field("The id of the event that records the change.", z.string()),
});

type Change = "promote" | "reset" | "sleep" | "undo";

/** Puts a lesson into a state that somebody answers for, with a reason. */
export async function changeLesson(
  context: Context,
  change: Change,
  input: z.output<typeof changeLessonInput>,
): Promise<z.output<typeof changeLessonOutput>> {
  const { reason, actor = context.actor, origin = context.origin } = input;
  return context.ledger.write(async (writer) => {
    const standing = await standingOf(context, writer, input.lesson);
    const { lesson, kind, state: before } = standing;
    const refused = await refusalOf(writer, change, standing);
    if (refused !== undefined) throw refused;
    const about = { actor, origin, run: context.run };
    if (change === "promote" && kind === "directive")
      await acceptInTeam(context, writer, await directiveRow(writer, lesson), reason, { actor, origin });
    const data = { lesson, reason };
    const event = await writer.append(
      change === "reset"
        ? { type: "lesson-reset", data: { ...data, kind }, ...about }
        : { type: eventOf[change], data, ...about },
    );
    const { state } = await standingOf(context, writer, lesson);
    return { lesson, before, state, event: event.id };
  });
}

const eventOf = {
  promote: "lesson-promoted",
  sleep: "lesson-put-to-sleep",
  undo: "lesson-decision-undone",
} as const;

type Standing = Awaited<ReturnType<typeof standingOf>>;

async function refusalOf(
  reader: LedgerReader,
  change: Change,
  { lesson, kind, state, reason }: Standing,
): Promise<WhetstoneError | undefined> {
  switch (change) {
    case "promote":
      return state === "deprecated" ? mustReset(lesson, reason) : undefined;
    case "reset":
      return kind === "directive" ? nothingToReset(lesson) : undefined;
    case "sleep":
      if (kind !== "failure") return cannotSleep(lesson, kind);
      return ["asleep", "retired"].includes(state) ? notAwake(lesson, state) : undefined;
    case "undo":
      return (await canUndo(reader, lesson, kind)) ? undefined : nothingToUndo(lesson);
  }
}

async function canUndo(reader: LedgerReader, lesson: string, kind: Standing["kind"]): Promise<boolean> {
  if (kind !== "directive" && kind !== "failure") return false;
  const row = await reader.row<{ readonly before: object | null }>(
    kind === "directive" ? views.directives : views.failures,
    lesson,
  );
  return (row?.before ?? null) !== null;
}

function refusal(lesson: string, message: string, next: string): WhetstoneError {
  return new WhetstoneError("invalid_input", message, { field: "lesson", next, values: { lesson } });
}

/** A directive has no evidence to start again from. */
function nothingToReset(id: string): WhetstoneError {
  return refusal(id, "a directive cannot be reset", `'whetstone lessons set ${id}' sets its weight`);
}

function mustReset(id: string, reason: string): WhetstoneError {
  return refusal(
    id,
    `'${id}' is deprecated (${reason}) and cannot be promoted`,
    `'whetstone lessons reset ${id}' first: evidence from before no longer counts then`,
  );
}

/** Nothing would wake it: only a failure comes back by itself. */
function cannotSleep(id: string, kind: string): WhetstoneError {
  const what = kind.replaceAll("_", "-");
  return refusal(
    id,
    `'${id}' is of kind ${what}: only a failure lesson is put to sleep, since its failure wakes it`,
    `'whetstone lessons retire ${id}' stops showing it`,
  );
}

function notAwake(id: string, state: string): WhetstoneError {
  return refusal(id, `'${id}' is ${state} already`, `'whetstone lessons activate ${id}' shows it again`);
}

function nothingToUndo(id: string): WhetstoneError {
  return refusal(
    id,
    `there is no decision about '${id}' that can be undone`,
    `'whetstone lessons history ${id}' shows what was decided`,
  );
}
