import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

const capability = z.string().check(z.minLength(1), z.maxLength(200));
const value = z.union([z.number(), z.boolean()]);
const field = z.enum(["riskMultiplier", "maxRetries", "requireApproval"]);
const change = z.strictObject({
  field,
  from: value,
  to: value,
});

/** The learned policy of a capability became stricter. */
export const policyTightened = defineEvent(
  "policy-tightened",
  () => z.strictObject({ capability, changes: z.array(change), reason: z.string(), outcome: z.string() }),
  { decidedBy: "nobody", touches: ["today", "policy"] },
);

/** A capability has done well for long enough that a person might want to relax its policy. */
export const relaxationSuggested = defineEvent(
  "relaxation-suggested",
  () => z.strictObject({ capability, reason: z.string(), outcome: z.string() }),
  { decidedBy: "nobody" },
);

/**
 * A person reviewed the learned policy: the base policy holds until there is new evidence. The actor is that
 * person.
 */
export const policyRelaxed = defineEvent(
  "policy-relaxed",
  () =>
    z.strictObject({
      capability,
      changes: z.array(change),
      reason: z.string().check(z.minLength(1), z.maxLength(1_000)),
    }),
  { decidedBy: "person", touches: ["today", "policy"] },
);

/**
 * A person set limits of their own, which learning never loosens, or removed some. An absent field is
 * unchanged.
 */
export const policySet = defineEvent(
  "policy-set",
  () =>
    z.strictObject({
      capability,
      riskMultiplier: z.optional(z.number().check(z.gte(0), z.lte(10))),
      maxRetries: z.optional(z.int().check(z.gte(0), z.lte(100))),
      requireApproval: z.optional(z.literal(true)),
      removed: z.array(field).check(z.maxLength(3)),
      reason: z.string().check(z.minLength(1), z.maxLength(1_000)),
    }),
  { decidedBy: "person", touches: ["today", "policy"] },
);
