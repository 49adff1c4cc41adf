import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { textId, utcTime } from "./envelope.js";
import { droppedLessons, shownFrame } from "./shown-text.js";

const count = z.int().check(z.nonnegative());

const planText = z.string().check(z.minLength(1), z.maxLength(2_000));
const strategies = z.array(z.string().check(z.minLength(1), z.maxLength(280))).check(z.maxLength(20));

/** A task was planned: its work began with this description and these strategies. */
export const planMade = defineEvent(
  "plan-made",
  () =>
    z.strictObject({
      /** The beginning of the task's description, enough to find tasks like it. */
      text: planText,
      /** The strategies that the description names. */
      strategies,
      /** The prompt as it was given to the planner, if that is known. */
      prompt: z.optional(
        z.strictObject({ frame: shownFrame, tokens: count, shown: count, dropped: count, droppedLessons }),
      ),
    }),
  { decidedBy: "nobody", trail: () => "shown" },
);

/** A plan that named no task turned out to be the one of this task. */
export const planJoined = defineEvent(
  "plan-joined",
  () =>
    z.strictObject({
      /** The id of the plan. */
      plan: textId,
      plannedAt: utcTime,
      /** What the task is about, in the words of the plan and of what was done. */
      text: planText,
      strategies,
    }),
  { decidedBy: "nobody", touches: [] },
);

/** A report was made: the next one states what changed since. */
export const reportMade = defineEvent(
  "report-made",
  () =>
    z.strictObject({
      format: z.enum(["json", "md", "html"]),
      /**
       * The number of outcomes it covered, so that the next report can state how many are new without counting
       * the log.
       */
      outcomes: z.int().check(z.nonnegative()),
    }),
  { decidedBy: "nobody", touches: [] },
);
