import * as z from "zod/mini";
import { defineEvent, lessonPages } from "./definition.js";

const count = z.nullable(z.int().check(z.nonnegative()));

/** A language model reworded a lesson from the same facts. */
export const lessonWorded = defineEvent(
  "lesson-worded",
  () =>
    z.strictObject({
      lesson: z.string().check(z.minLength(1), z.maxLength(200)),
      /** Null if no answer fitted: the rule's own wording stays, and the model is not asked again. */
      text: z.nullable(z.string().check(z.minLength(1), z.maxLength(500))),
      model: z.string().check(z.minLength(1), z.maxLength(200)),
      /** A digest of the facts it was made from. */
      facts: z.string().check(z.minLength(1), z.maxLength(64)),
    }),
  { decidedBy: "nobody", touches: lessonPages },
);

/** A language model was asked and answered. The cost is recorded, so that no spending is hidden. */
export const modelCalled = defineEvent(
  "model-called",
  () =>
    z.strictObject({
      model: z.string().check(z.minLength(1), z.maxLength(200)),
      purpose: z.enum(["hardening", "wording"]),
      inputTokens: count,
      outputTokens: count,
      /** Null if the price is unknown. */
      costUsd: z.nullable(z.number().check(z.nonnegative())),
      /** Whether the answer had the requested form. */
      fits: z.boolean(),
    }),
  { decidedBy: "nobody", touches: [] },
);
