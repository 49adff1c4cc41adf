import * as z from "zod/mini";
import { WhetstoneError } from "../errors.js";
import type { Context } from "./context.js";
import { callerInput } from "./envelope-input.js";
import { field } from "./field.js";
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

type Change = "promote" | "reset";

/** Puts a lesson into a state that somebody answers for, with a reason. */
export async function changeLesson(
  context: Context,
  change: Change,
  input: z.output<typeof changeLessonInput>,
): Promise<z.output<typeof changeLessonOutput>> {
  const { reason, actor = context.actor, origin = context.origin } = input;
  return context.ledger.write(async (writer) => {
    const standing = await standingOf(context, writer, input.lesson);
    const { lesson, kind, state: before, reason: why } = standing;
    if (kind === "directive" && change === "reset") throw nothingToReset(lesson);
    if (change === "promote" && before === "deprecated") throw mustReset(lesson, why);
    const about = { actor, origin, run: context.run };
    const event = await writer.append(
      change === "promote"
        ? { type: "lesson-promoted", data: { lesson, reason }, ...about }
        : { type: "lesson-reset", data: { lesson, kind, reason }, ...about },
    );
    const { state } = await standingOf(context, writer, lesson);
    return { lesson, before, state, event: event.id };
  });
}

/** A directive has no evidence to start again from. */
function nothingToReset(id: string): WhetstoneError {
  return new WhetstoneError("invalid_input", "a directive cannot be reset", {
    field: "lesson",
    next: `'whetstone lessons set ${id}' sets its weight`,
    values: { lesson: id },
  });
}

function mustReset(id: string, reason: string): WhetstoneError {
  return new WhetstoneError("invalid_input", `'${id}' is deprecated (${reason}) and cannot be promoted`, {
    field: "lesson",
    next: `'whetstone lessons reset ${id}' first: evidence from before no longer counts then`,
    values: { lesson: id },
  });
}
