import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { roleName } from "./envelope.js";

const lessonKind = z.enum(["strategy", "anti_pattern", "insight", "directive", "failure"]);

/**
 * When a lesson is shown: as a session, a prompt or an agent begins, before a call, at a failure, or with a
 * plan or a brief that somebody asked for.
 */
export const showingMoments = ["start", "prompt", "agent", "call", "failure", "plan", "brief"] as const;

/** Where, when and to whom a lesson would be shown. */
const showing = {
  lesson: z.string(),
  verb: z.enum(["plan", "brief", "reflect", "check-tool"]),
  moment: z.enum(showingMoments),
  /** Its place among what was shown at this moment, from 1; older events do not say. */
  position: z.optional(z.int().check(z.positive())),
  /** The role it was shown to, and the brief it was part of. */
  role: z.optional(roleName),
  brief: z.optional(z.string()),
  phase: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
};

/** A lesson was shown to an agent. */
export const lessonExposed = defineEvent(
  "lesson-exposed",
  z.strictObject({
    ...showing,
    /** The line exactly as it stood in the prompt. */
    text: z.string(),
    /** With which probability it was shown: without it one can never find out whether showing it helped. */
    probability: z.number().check(z.gt(0), z.lte(1)),
  }),
  // Version 1 knew plans only, which have no role; version 2 plans and briefs; version 3 no moments.
  [(v1) => v1, (v2) => v2, (v3) => ({ ...v3, moment: v3.verb === "reflect" ? "failure" : v3.verb })],
);

/** A lesson was held out of a session: the first moment at which it would have been shown. */
export const lessonWithheld = defineEvent(
  "lesson-withheld",
  z.strictObject({
    ...showing,
    /** The line that would have stood in the prompt. */
    text: z.string(),
    /** With which probability it would have been shown; 0 for one that was found to harm. */
    probability: z.number().check(z.gte(0), z.lt(1)),
  }),
);

/**
 * The tombstone of a forgotten text: which lesson it was, why it went, and in how many events it was blanked.
 */
export const lessonForgotten = defineEvent(
  "lesson-forgotten",
  z.strictObject({
    lesson: z.string(),
    kind: lessonKind,
    reason: z.string().check(z.maxLength(1_000)),
    blankedEvents: z.int().check(z.nonnegative()),
  }),
  // Version 1 knew strategies only, version 2 no failures.
  [(v1) => v1, (v2) => v2],
);

/** The tombstone of a text that a person had removed wherever it stood, whether it was a lesson or not. */
export const textForgotten = defineEvent(
  "text-forgotten",
  z.strictObject({
    reason: z.string().check(z.maxLength(1_000)),
    blankedEvents: z.int().check(z.nonnegative()),
  }),
);

const reason = z.string().check(z.minLength(1), z.maxLength(1_000));

/**
 * A person vouches for a lesson: it counts as proven for a while without evidence, until evidence or a person
 * says otherwise.
 */
export const lessonPromoted = defineEvent("lesson-promoted", z.strictObject({ lesson: z.string(), reason }));

/**
 * A lesson is no longer to be shown. By a person, or by another caller whom its origin names, it is a decision
 * that only a reset undoes. By the evidence of a strategy, it is an announcement: what follows from the
 * observations decides.
 */
export const lessonDeprecated = defineEvent(
  "lesson-deprecated",
  z.strictObject({ lesson: z.string(), by: z.enum(["evidence", "person", "caller"]), reason }),
  // Version 1 called every caller a person.
  [(v1, { origin }) => (v1.by === "person" && origin !== "human" ? { ...v1, by: "caller" } : v1)],
);

/** Whether somebody decided it, and not evidence or time: then only a reset undoes it. */
export function isByHand({ by }: { readonly by: string }): boolean {
  return by === "person" || by === "caller";
}

/** A lesson starts again from nothing: evidence before this event no longer counts. */
export const lessonReset = defineEvent(
  "lesson-reset",
  z.strictObject({ lesson: z.string(), kind: lessonKind, reason }),
  // Version 1 knew strategies only, version 2 no failures.
  [(v1) => v1, (v2) => v2],
);
