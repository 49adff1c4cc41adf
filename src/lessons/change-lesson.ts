import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import type { Context } from "../verbs/call/context.js";
import { callerInput } from "../verbs/call/envelope-input.js";
import { field } from "../verbs/call/field.js";
import { acceptInTeam } from "./directive/change-directive.js";
import { directiveRow } from "./directive/directive-rows.js";
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
    const refusal = refusalOf(change, standing);
    if (refusal !== undefined) throw refusal;
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

function refusalOf(
  change: Change,
  { lesson, kind, state, reason, of: { acts }, row }: Standing,
): WhetstoneError | undefined {
  if (change === "promote") return state === "deprecated" ? mustReset(lesson, reason) : undefined;
  if (change === "undo") return (row.before ?? null) === null ? nothingToUndo(lesson) : undefined;
  const act = acts[change];
  if (act !== true) return refused(lesson, act(lesson, kind));
  return change === "sleep" && ["asleep", "retired"].includes(state) ? notAwake(lesson, state) : undefined;
}

export function refused(
  lesson: string,
  { message, next }: { readonly message: string; readonly next: string },
): WhetstoneError {
  return new WhetstoneError("invalid_input", message, { field: "lesson", next, values: { lesson } });
}

function mustReset(id: string, reason: string): WhetstoneError {
  return refused(id, {
    message: `'${id}' is deprecated (${reason}) and cannot be promoted`,
    next: `'whetstone lessons reset ${id}' first: evidence from before no longer counts then`,
  });
}

function notAwake(id: string, state: string): WhetstoneError {
  return refused(id, {
    message: `'${id}' is ${state} already`,
    next: `'whetstone lessons activate ${id}' shows it again`,
  });
}

function nothingToUndo(id: string): WhetstoneError {
  return refused(id, {
    message: `there is no decision about '${id}' that can be undone`,
    next: `'whetstone lessons history ${id}' shows what was decided`,
  });
}
