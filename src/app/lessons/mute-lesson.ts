import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { scopeName } from "../../engines/directives/scope.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { DirectiveRow } from "../../projections/directive-row.js";
import { directives } from "../../projections/directives.js";
import { mutes } from "../../projections/mutes.js";
import type { Context } from "../context.js";
import { callerInput } from "../envelope-input.js";
import { field } from "../field.js";
import { roleInput } from "../situation-input.js";
import { lessonInput, standingOf } from "./find-lesson.js";

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
    const { lesson, kind } = await standingOf(context, writer, input.lesson);
    if (kind !== "directive" && kind !== "insight") throw notForRoles(lesson, kind);
    const row = await writer.row(directives, lesson);
    if (type === "lesson-muted" && row !== undefined && isAlwaysShown(row)) throw alwaysShown(row);
    const isMuted = (await rolesMutedFor(writer, lesson)).includes(scopeName(role));
    const changed = isMuted !== (type === "lesson-muted");
    if (changed) await writer.append({ type, data: { lesson, role, reason }, actor, origin });
    return { lesson, role, changed, mutedFor: [...(await rolesMutedFor(writer, lesson))] };
  });
}

/** The roles that a lesson is not shown to. */
export async function rolesMutedFor(reader: LedgerReader, lesson: string): Promise<readonly string[]> {
  const rows = await reader.rows(mutes);
  return rows.filter(({ lessons }) => lessons.includes(lesson)).map(({ role }) => role);
}

/** The lessons that a role is not to be shown. */
export async function lessonsMutedFor(reader: LedgerReader, role: string): Promise<ReadonlySet<string>> {
  return new Set((await reader.row(mutes, scopeName(role)))?.lessons);
}

/**
 * Whether a directive is shown to everyone it is for, whatever files say and whoever muted it: what blocks
 * somebody must be known to them.
 */
export function isAlwaysShown({
  priority,
  enforcement,
}: Pick<DirectiveRow, "priority" | "enforcement">): boolean {
  return priority === "critical" || enforcement === "enforce";
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

function notForRoles(lesson: string, kind: string): WhetstoneError {
  const why =
    kind === "failure"
      ? "a failure: it is shown to every role that runs into it"
      : "a strategy: plans show it";
  return new WhetstoneError("invalid_input", `'${lesson}' is ${why}, whatever the role`, {
    field: "lesson",
    next: `'whetstone lessons retire ${lesson}' stops showing it`,
    values: { lesson },
  });
}
