import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

const phase = z.string().check(z.minLength(1), z.maxLength(200));

/** A phase began. Its checks compare files with their state at this point. */
export const phaseBegun = defineEvent(
  "phase-begun",
  () =>
    z.strictObject({
      phase,
      baseCommit: z.optional(z.string().check(z.regex(/^[0-9a-f]{40,64}$/))),
      /** Directives still open from an earlier phase of this name: they stay open, with their base. */
      carried: z.array(z.string()).check(z.maxLength(200)),
    }),
  { decidedBy: "nobody" },
);

export const gateReasons = ["no_receipt", "no_reason", "violated", "check_failed", "not_run"] as const;

/** Why a rule keeps a gate closed, for people. */
export const gateReasonWords: Readonly<Record<(typeof gateReasons)[number], string>> = {
  no_receipt: "no answer",
  no_reason: "no reason given",
  violated: "found violated",
  check_failed: "its check fails",
  not_run: "a required command was not run",
};

/** A caller asked whether a phase may end. */
export const gateEvaluated = defineEvent(
  "gate-evaluated",
  () =>
    z.strictObject({
      phase,
      passed: z.boolean(),
      blocks: z
        .array(
          z.strictObject({
            lesson: z.string(),
            reason: z.enum(gateReasons),
          }),
        )
        .check(z.maxLength(200)),
    }),
  {
    decidedBy: "nobody",
    moment: ({ data: { passed, blocks } }) => {
      if (passed) return undefined;
      const reasons = [...new Set(blocks.map(({ reason }) => gateReasonWords[reason]))];
      const lessons = blocks.map(({ lesson }) => lesson);
      return { kind: "kept open", text: reasons.join(", "), lessons };
    },
  },
);

/** The architect or a person let a phase end although the gate was closed. */
export const gateOverridden = defineEvent(
  "gate-overridden",
  () =>
    z.strictObject({
      phase,
      justification: z.string().check(z.maxLength(2_000)),
      /** What was accepted. */
      lessons: z.array(z.string()).check(z.maxLength(200)),
    }),
  {
    decidedBy: "person",
    moment: ({ actor, data: { justification, lessons } }) => ({
      kind: "kept open",
      text: `${actor} let it end: ${justification}`,
      lessons,
    }),
  },
);

/** A phase is over although its gate was closed, for example because a person closed the session. */
export const phaseEnded = defineEvent("phase-ended", () => z.strictObject({ phase }), {
  decidedBy: "nobody",
});
