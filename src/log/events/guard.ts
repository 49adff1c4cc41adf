import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

const name = z.string().check(z.minLength(1), z.maxLength(200));

export const guardDecisions = ["denied", "stopped", "asked"] as const;

/** A tool call of a session was not simply let through: denied, stopped this once, or put to a person. */
export const callGuarded = defineEvent(
  "call-guarded",
  () =>
    z.strictObject({
      decision: z.enum(guardDecisions),
      /** The rules or the failure lesson behind it; none where something else decided. */
      lessons: z.array(z.string()).check(z.maxLength(20)),
      adapter: z.optional(name),
      /** The project around the folder of the call denied it. Its rules are not told here. */
      elsewhere: z.optional(z.literal(true)),
      tool: name,
      /** The beginning of the call, masked; absent where it stays on the machine. */
      call: z.optional(z.string().check(z.maxLength(500))),
      phase: z.optional(name),
    }),
  {
    decidedBy: "nobody",
    raw: ["call"],
    touches: ["today", "lessons", "sessions"],
    trail: () => "guarded",
    moment: ({ data: { decision, lessons, tool, call = "" } }) => {
      // A call that was stopped once has the text that the agent read instead.
      if (decision === "stopped") return undefined;
      const text = call === "" ? tool : `${tool} ${call}`;
      return { kind: decision === "denied" ? "blocked" : "asked", text, lessons };
    },
  },
);
