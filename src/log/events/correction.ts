import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

export const correctionKinds = ["correction", "rule", "refusal"] as const;

/** A person stated a lesson in an agent's session, as far as the host shows. Written by host hooks only. */
export const correctionHeard = defineEvent(
  "correction-heard",
  () =>
    z.strictObject({
      lesson: z.string(),
      kind: z.enum(correctionKinds),
      /** The person's words. */
      text: text(500),
      /** Why they count as a lasting rule. */
      because: text(200),
      session: text(200),
      /** Whether a person typed it; false where the host does not show who did. */
      interactive: z.boolean(),
      /** The tool call it was about. */
      call: z.optional(text(300)),
      /** Heard before the first release, when two interactive sessions made a rule of it. */
      counted: z.optional(z.literal(true)),
    }),
  {
    decidedBy: "prompt",
    moment: ({ data: { text, lesson } }) => ({
      kind: "learned",
      text: `You said: ${text}`,
      lessons: [lesson],
    }),
  },
);
