import * as z from "zod/mini";
import { defineEvent, lessonPages } from "./definition.js";
import { roleName } from "./envelope.js";

const lessonKind = z.enum(["strategy", "anti_pattern", "insight", "directive", "failure"]);

/**
 * When a lesson is shown: as a session, a prompt or an agent begins, before a call, at a failure, or with a
 * plan or a brief.
 */
export const showingMoments = ["start", "prompt", "agent", "call", "failure", "plan", "brief"] as const;

/** Where, when and to whom a lesson is shown. */
const showing = {
  lesson: z.string(),
  verb: z.enum(["plan", "brief", "reflect", "check-tool"]),
  moment: z.enum(showingMoments),
  /** Its place among the lessons of this moment, from 1, if that is known. */
  position: z.optional(z.int().check(z.positive())),
  /** The role it was shown to, and the brief it was part of. */
  role: z.optional(roleName),
  brief: z.optional(z.string()),
  phase: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
};

/** A lesson was shown to an agent. */
export const lessonExposed = defineEvent(
  "lesson-exposed",
  () =>
    z.strictObject({
      ...showing,
      /** The exact line of the prompt. */
      text: z.string(),
      /** The probability of showing it: without it, nothing can be learned about whether showing it helps. */
      probability: z.number().check(z.gt(0), z.lte(1)),
    }),
  {
    decidedBy: "nobody",
    touches: lessonPages,
    // Those of a brief or a plan stand behind it.
    trail: ({ verb }) => (verb === "brief" || verb === "plan" ? undefined : "shown"),
  },
);

/** A lesson was held out of a session: the first moment at which it would have been shown. */
export const lessonWithheld = defineEvent(
  "lesson-withheld",
  () =>
    z.strictObject({
      ...showing,
      /** The line that the prompt would have held. */
      text: z.string(),
      /** The probability of showing it; 0 for a lesson that was found to harm. */
      probability: z.number().check(z.gte(0), z.lt(1)),
    }),
  {
    decidedBy: "nobody",
    touches: lessonPages,
    trail: () => "heldOut",
    moment: ({ data: { text, lesson } }) => ({ kind: "held out", text, lessons: [lesson] }),
  },
);

/**
 * The tombstone of a forgotten lesson: its id, the reason, and the number of events in which it was blanked.
 */
export const lessonForgotten = defineEvent(
  "lesson-forgotten",
  () =>
    z.strictObject({
      lesson: z.string(),
      kind: lessonKind,
      reason: z.string().check(z.maxLength(1_000)),
      blankedEvents: z.int().check(z.nonnegative()),
    }),
  { decidedBy: "owner", touches: lessonPages },
);

/** The tombstone of any text that a person had removed everywhere. */
export const textForgotten = defineEvent(
  "text-forgotten",
  () =>
    z.strictObject({
      reason: z.string().check(z.maxLength(1_000)),
      blankedEvents: z.int().check(z.nonnegative()),
    }),
  { decidedBy: "owner" },
);

const reason = z.string().check(z.minLength(1), z.maxLength(1_000));

/**
 * A person vouches for a lesson: it counts as proven for a while without evidence, until evidence or a person
 * contradicts it.
 */
export const lessonPromoted = defineEvent(
  "lesson-promoted",
  () => z.strictObject({ lesson: z.string(), reason }),
  { decidedBy: "person", touches: lessonPages },
);

/**
 * A lesson is no longer shown. Made by a person or another caller, whom the origin names, this is a decision
 * that only a reset undoes. Made by the evidence of a strategy, it only announces what the observations
 * already imply.
 */
export const lessonDeprecated = defineEvent(
  "lesson-deprecated",
  () => z.strictObject({ lesson: z.string(), by: z.enum(["evidence", "person", "caller"]), reason }),
  {
    decidedBy: ({ data }) => (isByHand({ by: String(data.by) }) ? "person" : "nobody"),
    touches: lessonPages,
  },
);

/** Whether a caller decided it rather than evidence or time: then only a reset undoes it. */
export function isByHand({ by }: { readonly by: string }): boolean {
  return by === "person" || by === "caller";
}

/**
 * Whether a deprecation decides anything about a lesson. That of evidence only announces what readers count
 * themselves, and what a person vouched for, only a person puts away.
 */
export function mayDeprecate(
  by: "evidence" | "person" | "caller",
  { promoted }: { readonly promoted: boolean },
): by is "person" | "caller" {
  return by === "person" || (by === "caller" && !promoted);
}

/**
 * Failure lessons that a former reader of failures had made were put away, once: they have no calls to quote. It
 * takes no lesson that has them, and none that a person decided about.
 */
export const lessonsSuperseded = defineEvent(
  "lessons-superseded",
  () => z.strictObject({ lessons: z.array(z.string()).check(z.minLength(1), z.maxLength(1_000)), reason }),
  { decidedBy: "nobody", touches: lessonPages },
);

/** A lesson starts over: evidence before this event no longer counts. */
export const lessonReset = defineEvent(
  "lesson-reset",
  () => z.strictObject({ lesson: z.string(), kind: lessonKind, reason }),
  { decidedBy: "person", touches: lessonPages },
);
