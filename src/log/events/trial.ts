import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { showingMoments } from "./lesson.js";
import { outcomeRecorded } from "./outcome.js";

const { cause, result, errorCount, durationMs } = outcomeRecorded.data.shape;

/** The result for one lesson that was shown in a session or held out of it at random. */
const draw = z.strictObject({
  lesson: z.string(),
  shown: z.boolean(),
  /** The probability with which it was shown. */
  probability: z.number().check(z.gte(0), z.lte(1)),
  /** The moment of the session that decided it. */
  moment: z.enum(showingMoments),
  /** Whether the lesson's failure came after that moment. */
  failed: z.boolean(),
  /** Whether the call worked after that moment. */
  worked: z.boolean(),
});

/** A session ended: the results for the lessons that were shown or held out at random in it. */
export const trialSessionEnded = defineEvent(
  "trial-session-ended",
  () =>
    z.strictObject({
      session: z.string(),
      /** What ended it: a stop by policy, approval or infrastructure says nothing about lessons. */
      cause,
      /** How it ended, where that is known. */
      result: z.optional(result),
      errorCount: z.optional(errorCount),
      durationMs: z.optional(durationMs),
      draws: z.array(draw).check(z.maxLength(200)),
    }),
  { decidedBy: "nobody", touches: ["today", "lessons", "evidence"] },
);

const arm = z.strictObject({
  sessions: z.int().check(z.nonnegative()),
  failures: z.int().check(z.nonnegative()),
});

export const calledVerdicts = ["helps", "harms", "no difference"] as const;

/** A lesson has enough sessions for a verdict. Holds the numbers at that time. */
export const trialJudged = defineEvent(
  "trial-judged",
  () =>
    z.strictObject({
      lesson: z.string(),
      verdict: z.enum(calledVerdicts),
      evidence: z.number().check(z.nonnegative()),
      /** The interval of the difference: failure rate when shown minus failure rate when held out. */
      low: z.number(),
      high: z.number(),
      shown: arm,
      heldOut: arm,
    }),
  { decidedBy: "nobody", touches: ["today", "lessons", "evidence"] },
);

const change = z.strictObject({
  lesson: z.optional(z.string()),
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
});

/** A person started a trial: half of the sessions are shown the lesson, or every lesson if none is named. */
export const trialStarted = defineEvent("trial-started", () => change, {
  decidedBy: "person",
  touches: ["today", "lessons", "evidence"],
});

/** A person stopped a trial. */
export const trialStopped = defineEvent("trial-stopped", () => change, {
  decidedBy: "person",
  touches: ["today", "lessons", "evidence"],
});
