import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

/** A lesson was rendered into a prompt. */
export const lessonExposed = defineEvent(
  "lesson-exposed",
  z.strictObject({
    lesson: z.string(),
    verb: z.enum(["plan"]),
    /** The line exactly as it stood in the prompt. */
    text: z.string(),
    /** With which probability it was shown: without it nobody can ever ask whether showing it helped. */
    probability: z.number().check(z.gt(0), z.lte(1)),
  }),
);

/** The tombstone of a forgotten text: which lesson it was, why it went, and in how many events it was blanked. */
export const lessonForgotten = defineEvent(
  "lesson-forgotten",
  z.strictObject({
    lesson: z.string(),
    kind: z.enum(["strategy", "anti_pattern"]),
    reason: z.string().check(z.maxLength(1_000)),
    blankedEvents: z.int().check(z.nonnegative()),
  }),
);
