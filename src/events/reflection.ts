import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

const name = z.string().check(z.minLength(1), z.maxLength(200));
const line = z.string().check(z.maxLength(500));

const reflectionResults = ["success", "partial", "failure", "blocked", "skipped", "inapplicable"] as const;

export const failureKinds = ["misuse", "environment", "host", "refused", "nothing", "work"] as const;

/** A tool call that taught something: what failed, and whether the host or the text showed it. */
export const reflectionRecorded = defineEvent(
  "reflection-recorded",
  z.strictObject({
    tool: name,
    result: z.enum(reflectionResults),
    by: z.enum(["host", "text"]),
    because: line,
    phase: z.optional(name),
    /** What the same failure has in common wherever it happens. */
    signature: z.optional(line),
    /** What the failure is about, which program failed, the line that states the cause, what it names. */
    kind: z.optional(z.enum(failureKinds)),
    program: z.optional(name),
    cause: z.optional(line),
    named: z.optional(line),
    /** Commands that the output itself proposes. */
    suggested: z.optional(z.array(line).check(z.maxLength(3))),
    /** A candidate for a lesson, one line. */
    text: z.optional(line),
    /** The beginning of what the call was given. */
    input: z.optional(line),
    /** What a later call was given that worked; the result is then that call's. */
    fixedBy: z.optional(line),
    /** What that call has to do with the failure, and what to do according to it. */
    relation: z.optional(z.enum(["again", "instead", "helps"])),
    advice: z.optional(line),
  }),
  // Version 1 knew the text alone.
  [(v1) => v1],
);

/** A call of the form that had failed worked: written once for each lesson and session. */
export const callWorked = defineEvent(
  "call-worked",
  z.strictObject({ lesson: z.string(), phase: z.optional(name) }),
);

/** The candidates of a phase were folded: which became lessons, which were known, which were left. */
export const phaseReflected = defineEvent(
  "phase-reflected",
  z.strictObject({
    phase: name,
    candidates: z.int().check(z.nonnegative()),
    proposed: z.array(z.string()).check(z.maxLength(100)),
    known: z.int().check(z.nonnegative()),
  }),
);
