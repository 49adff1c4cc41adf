import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

const count = z.int().check(z.nonnegative());

/** How one run on one task ended: the facts, never the score, which is computed from them. */
export const outcomeRecorded = defineEvent(
  "outcome-recorded",
  z.strictObject({
    /** Partial is not success. */
    result: z.enum(["success", "partial", "failure"]),
    durationMs: z.number().check(z.nonnegative()),
    errorCount: count,
    retryCount: count,
    filesTouched: z.array(z.string().check(z.minLength(1), z.maxLength(1_000))).check(z.maxLength(2_000)),
    /** How the work was split, in the caller's words. */
    strategy: z.optional(z.string().check(z.minLength(1), z.maxLength(280))),
    failureDetails: z.optional(z.string().check(z.maxLength(4_000))),
  }),
);
