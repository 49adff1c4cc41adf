import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { roleName } from "./envelope.js";
import { droppedLessons, shownFrame } from "./shown-text.js";

const count = z.int().check(z.nonnegative());

/** A role was briefed. What it was shown follows as exposures. */
export const briefMade = defineEvent(
  "brief-made",
  () =>
    z.strictObject({
      role: roleName,
      phase: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      form: z.enum(["full", "summary", "best", "nothing"]),
      tokens: count,
      shown: count,
      /** Lessons left out for lack of room: their number, and the first of them. */
      dropped: count,
      droppedLessons,
      moment: z.enum(["start", "prompt", "agent", "brief"]),
      /** Whether what the run was shown before was left out, and the tools that it was expected to use. */
      fresh: z.boolean(),
      tools: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(100)),
      /** The blocks as they were given to the agent, if that is known. */
      frame: z.optional(shownFrame),
    }),
  {
    decidedBy: "nobody",
    trail: ({ shown, dropped, frame = [] }) =>
      shown === 0 && dropped === 0 && frame.length === 0 ? undefined : "shown",
    isRun: true,
  },
);

/** A short summary of a role's insights, made in advance. Shown only while those insights are unchanged. */
export const summaryMade = defineEvent(
  "summary-made",
  () =>
    z.strictObject({
      role: roleName,
      text: z.string().check(z.minLength(1), z.maxLength(10_000)),
      lessons: z.array(z.string()).check(z.maxLength(200)),
      /** A digest of the summarised insights and their states. */
      basis: z.string().check(z.maxLength(100)),
    }),
  { decidedBy: "nobody" },
);
