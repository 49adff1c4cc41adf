import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

const count = z.nullable(z.int().check(z.nonnegative()));

/** A language model said a lesson in other words, of the same facts. */
export const lessonWorded = defineEvent(
  "lesson-worded",
  z.strictObject({
    lesson: z.string().check(z.minLength(1), z.maxLength(200)),
    /** Null where no answer fitted: the rule's own wording stays, and the model is not asked again. */
    text: z.nullable(z.string().check(z.minLength(1), z.maxLength(500))),
    model: z.string().check(z.minLength(1), z.maxLength(200)),
    /** The digest of the facts that it was made of. */
    facts: z.string().check(z.minLength(1), z.maxLength(64)),
  }),
);

/**
 * A language model was asked, and answered. What it cost is on record, so that nothing is spent in silence.
 */
export const modelCalled = defineEvent(
  "model-called",
  z.strictObject({
    model: z.string().check(z.minLength(1), z.maxLength(200)),
    purpose: z.enum(["hardening", "wording"]),
    inputTokens: count,
    outputTokens: count,
    /** Null where the price is not known. */
    costUsd: z.nullable(z.number().check(z.nonnegative())),
    /** Whether the answer had the form that was asked for. */
    fits: z.boolean(),
  }),
  [(v1) => v1],
);
