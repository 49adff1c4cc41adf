import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import type { Context } from "../verbs/call/context.js";
import { callerInput } from "../verbs/call/envelope-input.js";
import { field } from "../verbs/call/field.js";
import { roleInput } from "../verbs/call/situation-input.js";
import { refused } from "./change-lesson.js";
import type { DirectiveRow } from "./directive/fold/directive-row.js";
import { directives } from "./directive/fold/directives.js";
import { scopeName } from "./directive/rules/scope.js";
import { lessonInput, standingOf } from "./find-lesson.js";
import { isAlwaysShown, rolesMutedFor } from "./muted-roles.js";

export const muteInput = z.strictObject({
  lesson: lessonInput,
  role: field("The role, such as reviewer.", roleInput),
  reason: field("Why.", z.optional(z.string().check(z.minLength(1), z.maxLength(1_000)))),
  ...callerInput,
});

export const muteOutput = z.strictObject({
  lesson: field("The id of the lesson.", z.string()),
  role: field("The role.", z.string()),
  changed: field("False when it was so before.", z.boolean()),
  mutedFor: field("All roles that the lesson is not shown to.", z.array(z.string())),
});

/** Writes down that a role is not to be shown a lesson, or is again. */
export async function muteLesson(
  context: Context,
  type: "lesson-muted" | "lesson-unmuted",
  input: z.output<typeof muteInput>,
): Promise<z.output<typeof muteOutput>> {
  const { role, reason, actor = context.actor, origin = context.origin } = input;
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const { lesson, kind, of } = await standingOf(context, writer, input.lesson);
    const { mute } = of.acts;
    if (mute !== true) throw refused(lesson, mute(lesson, kind));
    const row = await writer.row(directives, lesson);
    if (type === "lesson-muted" && row !== undefined && isAlwaysShown(row)) throw alwaysShown(row);
    const isMuted = (await rolesMutedFor(writer, lesson)).includes(scopeName(role));
    const changed = isMuted !== (type === "lesson-muted");
    if (changed) await writer.append({ type, data: { lesson, role, reason }, actor, origin });
    return { lesson, role, changed, mutedFor: [...(await rolesMutedFor(writer, lesson))] };
  });
}

function alwaysShown({ lesson, priority, enforcement }: DirectiveRow): WhetstoneError {
  const weight = enforcement === "enforce" ? "enforced" : priority;
  return new WhetstoneError(
    "invalid_input",
    `'${lesson}' is ${weight}: it would still block the role, which would not know why`,
    {
      field: "lesson",
      next: `'whetstone lessons set ${lesson}' lowers its weight, or 'lessons edit' changes whom it is for`,
      values: { lesson },
    },
  );
}
