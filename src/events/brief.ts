import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { roleName } from "./envelope.js";

const count = z.int().check(z.nonnegative());

/** A role was briefed. What it was shown follows as exposures. */
export const briefMade = defineEvent(
  "brief-made",
  z.strictObject({
    role: roleName,
    phase: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    form: z.enum(["full", "summary", "best", "nothing"]),
    tokens: count,
    shown: count,
    /** What there was no room for. */
    dropped: count,
  }),
);

/**
 * A role's insights in few words, made before it is needed. Shown only while the insights it speaks of are as
 * they were.
 */
export const summaryMade = defineEvent(
  "summary-made",
  z.strictObject({
    role: roleName,
    text: z.string().check(z.minLength(1), z.maxLength(10_000)),
    lessons: z.array(z.string()).check(z.maxLength(200)),
    /** A digest of the insights it speaks of, and their states. */
    basis: z.string().check(z.maxLength(100)),
  }),
);
