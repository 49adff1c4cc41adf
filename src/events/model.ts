import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

const count = z.nullable(z.int().check(z.nonnegative()));

/**
 * A language model was asked, and answered. What it cost is on record, so that nothing is spent in silence.
 */
export const modelCalled = defineEvent(
  "model-called",
  z.strictObject({
    model: z.string().check(z.minLength(1), z.maxLength(200)),
    purpose: z.enum(["hardening"]),
    inputTokens: count,
    outputTokens: count,
    /** Null where the price is not known. */
    costUsd: z.nullable(z.number().check(z.nonnegative())),
    /** Whether the answer had the form that was asked for. */
    fits: z.boolean(),
  }),
);
