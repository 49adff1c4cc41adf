import * as z from "zod/mini";
import { WhetstoneError } from "../errors.js";
import { origin, textId } from "../events/envelope.js";
import { type DirectiveRow, directives, isDirective } from "../projections/directives.js";
import { type AddLessonResult, propose } from "./add-lesson.js";
import { admit, type Refusal, refuse } from "./admit.js";
import { isTrusted } from "./change-directive.js";
import type { Context } from "./context.js";
import { type AdmittedLesson, addLessonInput } from "./directive-input.js";
import { noLesson } from "./lesson-states.js";

const shareInput = z.strictObject({
  lesson: textId,
  /** The project to copy it to, by its key; `global` is the user's own set. */
  to: z.optional(textId),
  /** The project to copy it from. */
  from: z.optional(textId),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type ShareLessonInput = z.input<typeof shareInput>;

export interface ShareLessonResult extends AddLessonResult {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies a directive from this project to another, or from another to this one, with all that makes it
 * checkable and where it came from. A person's act: nothing crosses from project to project by itself.
 */
export async function shareLesson(context: Context, input: ShareLessonInput): Promise<ShareLessonResult> {
  const admitted = await admit(context, "lessons share", shareInput, input, ({ to, from }) =>
    (to === undefined) === (from === undefined)
      ? { field: "to", reason: "say where to copy it to, or where from; not both" }
      : undefined,
  );
  const { lesson, to, from, actor = context.actor, origin = context.origin } = admitted;
  if (origin !== "human") return refuse(context, "lessons share", onlyPersons, input);
  if (!isDirective(lesson)) throw onlyDirectives(lesson);
  const here = context.identity.key;
  const source = from === undefined ? context : context.otherProject(from);
  const target = to === undefined ? context : context.otherProject(to);
  try {
    const row = await source.ledger.read((reader) => reader.row(directives, lesson));
    if (row === undefined) throw noLesson(lesson);
    if (row.status !== "active") throw notActive(lesson, row.status);
    target.beforeWriting();
    const copied = await target.ledger.write((writer) =>
      propose(target, writer, copyOf(row, actor), {
        from: { project: from ?? here, lesson, origin: row.origin },
      }),
    );
    return { ...copied, from: from ?? here, to: to ?? here };
  } finally {
    for (const other of [source, target]) if (other !== context) await other.close();
  }
}

/**
 * Whoever stood for it there stands for it here; what nobody stood for does not gain weight by travelling.
 */
function copyOf(row: DirectiveRow, actor: string): AdmittedLesson {
  return addLessonInput.parse({
    text: row.text,
    category: row.category,
    tags: [...row.tags],
    triggers: [...row.triggers],
    requiredActions: [...row.requiredActions],
    forbiddenActions: [...row.forbiddenActions],
    verificationChecks: [...row.verificationChecks],
    ...(row.verificationPredicate === undefined ? {} : { verificationPredicate: row.verificationPredicate }),
    appliesToAgents: [...row.appliesToAgents],
    appliesToTools: [...row.appliesToTools],
    priority: row.priority,
    enforcement: row.enforcement,
    actor,
    origin: isTrusted(row) ? "human" : row.origin,
  });
}

const onlyPersons: Refusal = {
  field: "origin",
  reason: "only a person carries a lesson from project to project",
  next: "call it with origin human; on the command line name yourself with --by",
};

function notActive(lesson: string, status: string): WhetstoneError {
  return new WhetstoneError(
    "invalid_input",
    `'${lesson}' is ${status}, and only what is active can be shared`,
    {
      field: "lesson",
      next: "activate it first, if it still holds",
      values: { lesson, status },
    },
  );
}

function onlyDirectives(lesson: string): WhetstoneError {
  return new WhetstoneError(
    "invalid_input",
    `'${lesson}' is no directive, and only directives can be shared`,
    {
      field: "lesson",
      next: "write it as a directive: 'whetstone lessons add'",
      values: { lesson },
    },
  );
}
