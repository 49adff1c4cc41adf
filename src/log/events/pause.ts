import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { textId } from "./envelope.js";

/** A digest of a person's data folder and machine: a pause holds for nobody else in a team. */
const place = z.string().check(z.minLength(1), z.maxLength(64));

/** A person wants agents to be told nothing for a while. What is enforced goes on. */
export const lessonsPaused = defineEvent(
  "lessons-paused",
  () =>
    z.strictObject({
      place,
      until: z.optional(z.iso.datetime()),
      /** Only this session. */
      session: z.optional(textId),
      reason: z.optional(z.string().check(z.maxLength(1_000))),
    }),
  { decidedBy: "person's machine", touches: ["today"] },
);

/** The pause is over before its time. */
export const lessonsResumed = defineEvent("lessons-resumed", () => z.strictObject({ place }), {
  decidedBy: "person's machine",
  touches: ["today"],
});
