import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { roleName } from "./envelope.js";
import { witnessField } from "./witness.js";

export const receiptKinds = [
  "applied",
  "ignored",
  "n_a",
  "violated",
  "contradicted",
  "unacknowledged",
  "verified",
  "omitted",
] as const;
export const receiptSources = ["delegate", "reviewer", "predicate"] as const;

const phase = z.string().check(z.minLength(1), z.maxLength(200));
const text = z.string().check(z.maxLength(2_000));

/** The result of showing a directive: reported by the agent or a reviewer, or found by its check. */
export const receiptRecorded = defineEvent(
  "receipt-recorded",
  () =>
    z.strictObject({
      lesson: z.string(),
      kind: z.enum(receiptKinds),
      source: z.enum(receiptSources),
      phase: z.optional(phase),
      /** The role that it was shown to. */
      role: z.optional(roleName),
      /** The acknowledged brief. */
      brief: z.optional(z.string()),
      /** The agent's reason, the reviewer's evidence, or what the check found. */
      detail: z.optional(text),
      witness: witnessField,
    }),
  {
    decidedBy: "nobody",
    touches: ["today", "lessons", "sessions"],
    moment: ({ data: { kind, source, detail = "", lesson } }) => ({
      kind: "answered",
      text: `${kind} by the ${source}${detail === "" ? "" : `: ${detail}`}`,
      lessons: [lesson],
    }),
  },
);

/** An agent's or a reviewer's output was read. Its statements about directives follow as receipts. */
export const outputRead = defineEvent(
  "output-read",
  () =>
    z.strictObject({
      verb: z.enum(["acknowledge", "review"]),
      brief: z.optional(z.string()),
      phase: z.optional(phase),
      role: z.optional(roleName),
      receipts: z.int().check(z.nonnegative()),
      /** Statements about directives that were never shown; they do not count. */
      spoofed: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)),
      ambiguous: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)),
      /** Verdicts by a directive's author or by a run that was shown it; they do not count. */
      dismissed: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)),
    }),
  { decidedBy: "nobody", trail: () => "answers" },
);
