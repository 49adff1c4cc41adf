import * as z from "zod/mini";
import { defineEvent, lessonPages } from "./definition.js";
import { roleName } from "./envelope.js";

/** The kind of statement: a demand, a cause with its effect, or an observation. */
export const insightCategories = ["rule", "causal", "observation"] as const;
export type InsightCategory = (typeof insightCategories)[number];

/** One mebibyte: a longer text is a transcript, not a deliberation. */
const longText = z.string().check(z.maxLength(1_048_576));
const shortText = z.string().check(z.minLength(1), z.maxLength(200));
const path = z.string().check(z.minLength(1), z.maxLength(1_000));

/** The situation a deliberation belongs to. An insight that comes back in another one holds more widely. */
const situation = {
  phase: z.optional(shortText),
  labels: z.array(shortText).check(z.maxLength(50)),
  files: z.array(path).check(z.maxLength(500)),
};

/** A finding of the deliberation, under the id by which a validator may refer to it. */
const finding = z.strictObject({
  id: z.string().check(z.maxLength(40)),
  text: z.string().check(z.maxLength(2_000)),
});

/** A role's whole answer, with its task, files and labels. */
export const deliberationRecorded = defineEvent(
  "deliberation-recorded",
  () =>
    z.strictObject({
      role: roleName,
      ...situation,
      text: longText,
      /** Outputs of commands and places in files, if the caller keeps them apart from the answer. */
      evidence: z.optional(longText),
      model: z.optional(shortText),
      durationMs: z.optional(z.number().check(z.nonnegative())),
      findings: z.array(finding).check(z.maxLength(200)),
      /** Where the insights were taken from, and how many sentences were left out as noise. */
      from: z.enum(["section", "sentences", "nothing"]),
      noise: z.int().check(z.nonnegative()),
    }),
  { decidedBy: "nobody", raw: ["evidence"] },
);

/** An insight was seen in a deliberation. */
export const lessonObserved = defineEvent(
  "lesson-observed",
  () =>
    z.strictObject({
      lesson: z.string(),
      kind: z.enum(["insight"]),
      role: roleName,
      text: z.string().check(z.minLength(1), z.maxLength(280)),
      category: z.enum(insightCategories),
      /** The id of the deliberation. */
      deliberation: z.string(),
      findings: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(200)),
      /**
       * Whether the role had already been shown or had stated this insight in the same run. An echo confirms
       * nothing.
       */
      echo: z.boolean(),
      /** Whether this is its first sighting. */
      first: z.boolean(),
      /** Only said in passing: not in the role's own list, nor as an issue of its verdict. */
      inPassing: z.boolean(),
      ...situation,
    }),
  { decidedBy: "nobody", touches: lessonPages, upcasts: [(v1) => ({ ...v1, inPassing: false })] },
);
