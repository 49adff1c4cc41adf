import * as z from "zod/mini";
import { WhetstoneError } from "../errors.js";
import { origin, textId } from "../events/envelope.js";
import { admit, type Refusal, refuse } from "./admit.js";
import type { Context } from "./context.js";
import { type LessonState, standingOf } from "./lesson-states.js";

const changeInput = z.strictObject({
  lesson: textId,
  reason: z.string().check(z.minLength(1), z.maxLength(1_000)),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type ChangeLessonInput = z.input<typeof changeInput>;

export interface ChangeLessonResult {
  readonly lesson: string;
  readonly before: LessonState;
  readonly state: LessonState;
  /** The id of the event that says so. */
  readonly event: string;
}

type Change = "promote" | "deprecate" | "reset";

/** Puts a lesson into a state that somebody answers for, with a reason. */
export async function changeLesson(
  context: Context,
  change: Change,
  input: ChangeLessonInput,
): Promise<ChangeLessonResult> {
  const {
    lesson: id,
    reason,
    actor = context.actor,
    origin = context.origin,
  } = await admit(context, change, changeInput, input);
  // Authority comes from origin: what a tool or an agent says can make no lesson proven.
  if (change === "promote" && origin !== "human") return refuse(context, change, needsPerson, input);
  return context.ledger.write(async (writer) => {
    const { lesson, kind, state: before, reason: why } = await standingOf(context, writer, id);
    if (kind === "directive" && change !== "promote") throw otherVerb(change, id);
    if (change === "promote" && before === "deprecated") throw mustReset(id, why);
    const about = { actor, origin, run: context.run };
    const event = await writer.append(
      change === "promote"
        ? { type: "lesson-promoted", data: { lesson, reason }, ...about }
        : change === "reset"
          ? { type: "lesson-reset", data: { lesson, kind, reason }, ...about }
          : { type: "lesson-deprecated", data: { lesson, by: "person", reason }, ...about },
    );
    const { state } = await standingOf(context, writer, lesson);
    return { lesson, before, state, event: event.id };
  });
}

const needsPerson: Refusal = {
  field: "origin",
  reason: "only a person can vouch for a lesson",
  next: "call it with origin human; on the command line name yourself with --by",
};

/** A directive has no evidence to start again from, and is put away under another name. */
function otherVerb(change: Change, id: string): WhetstoneError {
  return new WhetstoneError(
    "invalid_input",
    `a directive cannot be ${change === "reset" ? "reset" : "deprecated"}`,
    {
      field: "lesson",
      next:
        change === "reset"
          ? `'whetstone lessons set ${id}' sets its weight`
          : `'whetstone lessons retire ${id}' puts it away`,
      values: { lesson: id },
    },
  );
}

function mustReset(id: string, reason: string): WhetstoneError {
  return new WhetstoneError("invalid_input", `'${id}' is deprecated (${reason}) and cannot be promoted`, {
    field: "lesson",
    next: `'whetstone lessons reset ${id}' first: evidence from before no longer counts then`,
    values: { lesson: id },
  });
}
