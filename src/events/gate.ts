import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

const phase = z.string().check(z.minLength(1), z.maxLength(200));

/** A phase begins: from here on, what its checks compare files with. */
export const phaseBegun = defineEvent(
  "phase-begun",
  z.strictObject({ phase, baseCommit: z.optional(z.string().check(z.regex(/^[0-9a-f]{40,64}$/))) }),
);

/** A caller asked whether a phase may end. */
export const gateEvaluated = defineEvent(
  "gate-evaluated",
  z.strictObject({
    phase,
    passed: z.boolean(),
    blocks: z
      .array(
        z.strictObject({
          lesson: z.string(),
          reason: z.enum(["no_receipt", "violated", "check_failed"]),
        }),
      )
      .check(z.maxLength(200)),
  }),
);

/** The architect or a person let a phase end although the gate was closed. */
export const gateOverridden = defineEvent(
  "gate-overridden",
  z.strictObject({
    phase,
    justification: z.string().check(z.maxLength(2_000)),
    /** What was accepted. */
    lessons: z.array(z.string()).check(z.maxLength(200)),
  }),
);
