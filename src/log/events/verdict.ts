import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { roleName } from "./envelope.js";
import { witnessField } from "./witness.js";

const lesson = z.string();
const lessons = z.array(lesson).check(z.maxLength(1_000));
const finding = z.string().check(z.maxLength(40));
const text = z.string().check(z.maxLength(2_000));

/** A validator's verdict on a deliberation, and its effects on the insights behind it. */
export const verdictRecorded = defineEvent(
  "verdict-recorded",
  () =>
    z.strictObject({
      /** The id of the deliberation that was judged. */
      deliberation: z.string(),
      /** The role that deliberated, and the role that judged it. */
      role: roleName,
      validator: roleName,
      verdict: z.enum(["PASS", "FAIL"]),
      issues: z
        .array(
          z.strictObject({
            id: finding,
            severity: z.string().check(z.maxLength(40)),
            summary: text,
            location: z.optional(text),
          }),
        )
        .check(z.maxLength(200)),
      mustFix: z.array(finding).check(z.maxLength(200)),
      /** The situation of the deliberation, where confirmed insights have held. */
      labels: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50)),
      files: z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(500)),
      /** Insights behind a false positive, and how each was found. */
      penalised: z
        .array(
          z.strictObject({
            lesson,
            by: z.enum(["finding", "substring", "overlap"]),
            /** Whether the deliberation had counted as a sighting of it; that sighting is withdrawn. */
            unearned: z.boolean(),
            /** Whether it had been confirmed often before. */
            regression: z.boolean(),
          }),
        )
        .check(z.maxLength(200)),
      /** False positives that match no insight or several: no insight is penalised for them. */
      unmatched: z
        .array(
          z.strictObject({
            finding: z.optional(finding),
            text: z.optional(text),
            reason: z.enum(["unknown_finding", "ambiguous", "no_match"]),
          }),
        )
        .check(z.maxLength(200)),
      /**
       * The best evidence the deliberation holds, checked: 1 execution output, 2 a place in a file, 3 words.
       */
      evidenceLevel: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      reinforced: lessons,
      aged: lessons,
      witness: witnessField,
    }),
  { decidedBy: "nobody" },
);

/** How a run's work turned out, for the insights that were shown in it. */
export const outcomeScored = defineEvent(
  "outcome-scored",
  () =>
    z.strictObject({
      result: z.enum(["held", "failed", "reverted"]),
      lessons,
      /** The earlier score of the run that this one replaces, and the insights it had counted for. */
      instead: z.optional(z.strictObject({ result: z.enum(["held", "failed"]), lessons })),
      /** The id of the outcome it follows from. */
      outcome: z.optional(z.string()),
      reason: z.optional(z.string().check(z.maxLength(1_000))),
    }),
  { decidedBy: "nobody" },
);
