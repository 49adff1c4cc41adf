import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import type { Moment } from "./moment.js";

const name = z.string().check(z.minLength(1), z.maxLength(200));

/** What keeps a call from simply going on. */
export const holdingDecisions = ["denied", "stopped", "asked"] as const;

/** `warned` and `watched` calls went on: with a warning, or with nothing but this record. */
export const guardDecisions = [...holdingDecisions, "warned", "watched"] as const;

type Decision = (typeof guardDecisions)[number];

/** Whether a call did not simply go on. */
export function holdsCall(decision: Decision): decision is (typeof holdingDecisions)[number] {
  return decision !== "warned" && decision !== "watched";
}

/** A tool call of a session, or the end of a turn, that a rule had something against. */
export const callGuarded = defineEvent(
  "call-guarded",
  () =>
    z.strictObject({
      decision: z.enum(guardDecisions),
      /** The rules or the failure lesson behind it; none where something else decided. */
      lessons: z.array(z.string()).check(z.maxLength(20)),
      /** The rules of instruction files behind it. */
      rules: z.optional(z.array(z.string()).check(z.maxLength(20))),
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
    trail: ({ decision }) => (holdsCall(decision) ? "guarded" : undefined),
    moment: ({ data: { decision, lessons, rules = [], tool, call = "" } }) => {
      const kind = momentOf[decision];
      const text = call === "" ? tool : `${tool} ${call}`;
      return kind && { kind, text, lessons: [...lessons, ...rules] };
    },
  },
);

/** A call that was stopped once has the text that the agent read instead. */
const momentOf = {
  denied: "blocked",
  asked: "asked",
  warned: "warned",
  watched: undefined,
  stopped: undefined,
} as const satisfies Readonly<Record<Decision, Moment["kind"] | undefined>>;
