import * as z from "zod/mini";
import { textId } from "../../log/events/envelope.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import { callerInput } from "../../verbs/call/envelope-input.js";
import { field } from "../../verbs/call/field.js";
import { refused } from "../change-lesson.js";
import { standingOf } from "../find-lesson.js";
import { allLessons, trials } from "./fold/trials.js";
import { vouchedAmong } from "./measured-lesson.js";

/** One lesson, or none for the whole project. */
export const trialLesson = field(
  "The id of the lesson, or the beginning of it; if left out, every machine-made lesson of the project.",
  z.optional(textId),
);

export const trialInput = z.strictObject({
  lesson: trialLesson,
  reason: field("Why.", z.optional(z.string().check(z.minLength(1), z.maxLength(1_000)))),
  ...callerInput,
});

export const trialOutput = z.strictObject({
  lesson: field("The lesson; null for all of the project.", z.nullable(z.string())),
  changed: field("False when it was so before.", z.boolean()),
  enabled: field("Whether lessons are held out of sessions at all.", z.boolean()),
});

/** Begins or ends a trial that a person runs. */
export async function changeTrial(
  context: Context,
  type: "trial-started" | "trial-stopped",
  { lesson: given, reason, actor = context.actor, origin = context.origin }: z.output<typeof trialInput>,
): Promise<z.output<typeof trialOutput>> {
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const lesson = given === undefined ? undefined : await triedLesson(context, writer, given);
    if (lesson !== undefined && type === "trial-started") await refuseVouched(writer, lesson);
    const isTried = (await writer.row(trials, lesson ?? allLessons))?.tried ?? false;
    const changed = isTried !== (type === "trial-started");
    if (changed) await writer.append({ type, data: { lesson, reason }, actor, origin });
    return { lesson: lesson ?? null, changed, enabled: context.ledger.config.evidence.enabled };
  });
}

/** What is never held out cannot be compared: a trial of it would wait for ever. */
async function refuseVouched(reader: LedgerReader, lesson: string): Promise<void> {
  if (!(await vouchedAmong(reader, [{ lesson }])).has(lesson)) return;
  throw refused(lesson, {
    message: `a person stands behind '${lesson}', so it is shown in every session`,
    next: "'whetstone lessons list --kind failure' shows the others",
  });
}

async function triedLesson(context: Context, reader: LedgerReader, given: string): Promise<string> {
  const { lesson, kind, of } = await standingOf(context, reader, given);
  if (of.acts.trial !== true) throw refused(lesson, of.acts.trial(lesson, kind));
  return lesson;
}
