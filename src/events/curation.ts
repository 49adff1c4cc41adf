import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { directiveFields } from "./directive.js";
import { roleName } from "./envelope.js";

const reason = z.optional(z.string().check(z.minLength(1), z.maxLength(1_000)));

/** What the log keeps of a decision that changes what agents are told. */
const decisionReason = z.string().check(z.minLength(1), z.maxLength(1_000));

const wording = z.strictObject({
  text: z.optional(directiveFields.text),
  appliesToAgents: z.optional(directiveFields.appliesToAgents),
  appliesToTools: z.optional(directiveFields.appliesToTools),
});

/** A person worded a directive anew or changed whom it is for. It keeps its id and its history. */
export const lessonEdited = defineEvent(
  "lesson-edited",
  z.strictObject({
    lesson: z.string(),
    /** What changed, as it was before and as it is now: the same fields in both. */
    from: wording,
    to: wording,
    reason,
  }),
);

/** A person wants a failure lesson not to be said until its failure comes back. */
export const lessonPutToSleep = defineEvent(
  "lesson-put-to-sleep",
  z.strictObject({ lesson: z.string(), reason: decisionReason }),
);

/** A person took their last decision about a lesson back: it stands as it did before. */
export const lessonDecisionUndone = defineEvent(
  "lesson-decision-undone",
  z.strictObject({ lesson: z.string(), reason: decisionReason }),
);

/** A person does not want a role to be shown a lesson. */
export const lessonMuted = defineEvent(
  "lesson-muted",
  z.strictObject({ lesson: z.string(), role: roleName, reason }),
);

/** A role may be shown a lesson again. */
export const lessonUnmuted = defineEvent(
  "lesson-unmuted",
  z.strictObject({ lesson: z.string(), role: roleName, reason }),
);

/** Lessons were written into a file of the project: these, and no others. */
export const lessonsPublished = defineEvent(
  "lessons-published",
  z.strictObject({
    /** Relative to the project, with forward slashes. */
    file: z.string().check(z.minLength(1), z.maxLength(500)),
    lessons: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(1_000)),
  }),
);
