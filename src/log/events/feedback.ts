import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

/**
 * A person or agent judged a criterion directly. Feedback implied by outcomes is folded from the outcomes
 * themselves.
 */
export const feedbackRecorded = defineEvent(
  "feedback-recorded",
  () =>
    z.strictObject({
      criterion: z.string().check(z.minLength(1), z.maxLength(200)),
      type: z.enum(["helpful", "neutral", "harmful"]),
      /** Stored without decay, which is applied on reading. */
      value: z.number().check(z.gte(0), z.lte(1)),
      note: z.optional(z.string().check(z.maxLength(1_000))),
    }),
  { decidedBy: "nobody" },
);
