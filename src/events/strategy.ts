import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { formerWitness, witnessField } from "./witness.js";

const count = z.int().check(z.nonnegative());

/** An outcome was credited to a strategy. */
export const strategyObserved = defineEvent(
  "strategy-observed",
  z.strictObject({
    lesson: z.string(),
    text: z.string().check(z.maxLength(280)),
    success: z.boolean(),
    /** The id of the outcome event that this observation comes from. */
    outcome: z.string(),
    /** What of the outcome the score is made from, so that a fold needs no second event. */
    signals: z.optional(
      z.strictObject({ durationMs: z.number().check(z.nonnegative()), errorCount: count, retryCount: count }),
    ),
    /** Of the outcome. */
    witness: witnessField,
  }),
  [
    // Version 1 had no signals, and none can be made up for it.
    (v1) => v1,
    (v2, envelope) => ({ ...v2, ...formerWitness(envelope) }),
  ],
);

/**
 * A strategy became an anti-pattern. An announcement: what it is follows from its observations, and so do the
 * counts in its text.
 */
export const strategyInverted = defineEvent(
  "strategy-inverted",
  z.strictObject({
    lesson: z.string(),
    antiLesson: z.string(),
    outcome: z.string(),
  }),
);

/** Evidence brought a strategy back, from being deprecated or from being an anti-pattern. An announcement. */
export const strategyRestored = defineEvent(
  "strategy-restored",
  z.strictObject({
    lesson: z.string(),
    from: z.enum(["deprecated", "anti_pattern"]),
    outcome: z.string(),
  }),
);
