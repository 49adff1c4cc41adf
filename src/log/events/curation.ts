import * as z from "zod/mini";
import { defineEvent, lessonPages } from "./definition.js";
import { directiveFields } from "./directive.js";
import { roleName } from "./envelope.js";

const reason = z.optional(z.string().check(z.minLength(1), z.maxLength(1_000)));

/** The reason of a decision that changes what agents are shown. */
const decisionReason = z.string().check(z.minLength(1), z.maxLength(1_000));

const wording = z.strictObject({
  text: z.optional(directiveFields.text),
  appliesToAgents: z.optional(directiveFields.appliesToAgents),
  appliesToTools: z.optional(directiveFields.appliesToTools),
});

/** A person reworded a directive or changed its roles. It keeps its id and its history. */
export const lessonEdited = defineEvent(
  "lesson-edited",
  () =>
    z.strictObject({
      lesson: z.string(),
      /** The changed fields before and after: the same fields in both. */
      from: wording,
      to: wording,
      reason,
    }),
  { decidedBy: "person", touches: lessonPages },
);

/** A person silenced a failure lesson until its failure comes back. */
export const lessonPutToSleep = defineEvent(
  "lesson-put-to-sleep",
  () => z.strictObject({ lesson: z.string(), reason: decisionReason }),
  { decidedBy: "person", touches: lessonPages },
);

/** A person undid their last decision about a lesson. */
export const lessonDecisionUndone = defineEvent(
  "lesson-decision-undone",
  () => z.strictObject({ lesson: z.string(), reason: decisionReason }),
  { decidedBy: "person", touches: lessonPages },
);

/** A person hid a lesson from a role. */
export const lessonMuted = defineEvent(
  "lesson-muted",
  () => z.strictObject({ lesson: z.string(), role: roleName, reason }),
  { decidedBy: "person", touches: lessonPages },
);

/** A role may be shown a lesson again. */
export const lessonUnmuted = defineEvent(
  "lesson-unmuted",
  () => z.strictObject({ lesson: z.string(), role: roleName, reason }),
  { decidedBy: "person", touches: lessonPages },
);

/** Lessons were written into a file of the project. The list is complete. */
export const lessonsPublished = defineEvent(
  "lessons-published",
  () =>
    z.strictObject({
      /** Relative to the project, with forward slashes. */
      file: z.string().check(z.minLength(1), z.maxLength(500)),
      lessons: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(1_000)),
    }),
  { decidedBy: "person's machine" },
);
