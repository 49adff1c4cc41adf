import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { witnessField } from "./witness.js";

const count = z.int().check(z.nonnegative());

/** An outcome was credited to a strategy. */
export const strategyObserved = defineEvent(
  "strategy-observed",
  () =>
    z.strictObject({
      lesson: z.string(),
      text: z.string().check(z.maxLength(280)),
      success: z.boolean(),
      /** The id of the outcome event that this observation comes from. */
      outcome: z.string(),
      /** The fields of the outcome that make its score, so that a fold needs no second event. */
      signals: z.optional(
        z.strictObject({
          durationMs: z.number().check(z.nonnegative()),
          errorCount: count,
          retryCount: count,
        }),
      ),
      /** Of the outcome. */
      witness: witnessField,
    }),
  { decidedBy: "nobody", touches: ["today", "lessons"] },
);

/**
 * A strategy became an anti-pattern. Only an announcement: its state and the counts in its text follow from
 * its observations.
 */
export const strategyInverted = defineEvent(
  "strategy-inverted",
  () =>
    z.strictObject({
      lesson: z.string(),
      antiLesson: z.string(),
      outcome: z.string(),
    }),
  { decidedBy: "nobody", touches: ["today", "lessons"] },
);

/** Evidence restored a deprecated strategy or an anti-pattern. Only an announcement. */
export const strategyRestored = defineEvent(
  "strategy-restored",
  () =>
    z.strictObject({
      lesson: z.string(),
      from: z.enum(["deprecated", "anti_pattern"]),
      outcome: z.string(),
    }),
  { decidedBy: "nobody", touches: ["today", "lessons"] },
);
