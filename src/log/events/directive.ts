import * as z from "zod/mini";
import { type Decider, type Decision, defineEvent, lessonPages } from "./definition.js";
import { witnessField } from "./witness.js";

const line = z.string().check(z.minLength(1), z.maxLength(500));
const lines = z.array(line).check(z.maxLength(20));
const name = z.string().check(z.minLength(1), z.maxLength(200));
const names = z.array(name).check(z.maxLength(50));
const reason = z.string().check(z.minLength(1), z.maxLength(1_000));

export const directivePriorities = ["low", "medium", "high", "critical"] as const;
export const directiveEnforcements = ["warn", "enforce"] as const;

/** A directive's content, scope and check. */
export const directiveFields = {
  text: z.string().check(z.minLength(1), z.maxLength(2_000)),
  category: name,
  tags: names,
  triggers: lines,
  requiredActions: lines,
  forbiddenActions: lines,
  verificationChecks: lines,
  verificationPredicate: z.optional(line),
  appliesToAgents: names,
  appliesToTools: names,
  priority: z.enum(directivePriorities),
  enforcement: z.enum(directiveEnforcements),
  /** The files it cites, each with a hash of its content at that time. */
  citations: z
    .array(z.strictObject({ file: line, hash: z.string().check(z.maxLength(128)) }))
    .check(z.maxLength(20)),
};

/**
 * A directive was added. The event that follows activates a person's directive, or quarantines one that lacks
 * something; without such an event it is a proposal.
 */
export const lessonProposed = defineEvent(
  "lesson-proposed",
  () =>
    z.strictObject({
      lesson: z.string(),
      kind: z.enum(["directive"]),
      ...directiveFields,
      /** The number of phases that had ended when it was added. */
      bornAtPhase: z.int().check(z.nonnegative()),
      /** Its source, if a person copied it from another project. */
      from: z.optional(z.strictObject({ project: name, lesson: z.string(), origin: name })),
      /** The reflection it came out of. */
      candidate: z.optional(z.strictObject({ signature: line, tool: name })),
      /** The channel that knows who its author is. */
      witness: witnessField,
    }),
  { decidedBy: "nobody", touches: lessonPages },
);

/**
 * The event whose content somebody saw and decided about: the one that proposed the directive, or the last one
 * by which somebody other than a person added to it. Two people may write the same sentence apart, and what is
 * decided of one proposal is not decided of the other.
 */
const proposal = z.optional(z.string());

/**
 * A directive lacks nothing. It is in force if a person says so or vouches for it; otherwise it is a
 * proposal. Failure lessons, which nobody proposes, are activated without a proposal.
 */
export const lessonActivated = defineEvent(
  "lesson-activated",
  () => z.strictObject({ lesson: z.string(), proposal, reason }),
  { decidedBy: "person", touches: lessonPages },
);

const quarantineReasons = ["missing_predicate", "missing_scope", "contradiction", "citation_gone"] as const;

/** Only a person takes back a rule, and only a machine with its files sees that one is gone. */
function quarantinedBy({ origin, data: { missing } }: Decision): Decider {
  if (origin === "human") return "person";
  return Array.isArray(missing) && missing.includes("citation_gone") ? "lead's machine" : "nobody";
}

/** A directive is kept but not shown until it has what it lacks. */
export const lessonQuarantined = defineEvent(
  "lesson-quarantined",
  () =>
    z.strictObject({
      lesson: z.string(),
      missing: z.array(z.enum(quarantineReasons)).check(z.minLength(1), z.maxLength(4)),
      /** The directive it contradicts. */
      contradicts: z.optional(z.string()),
    }),
  { decidedBy: quarantinedBy, touches: lessonPages },
);

/** A directive was made checkable or extended by its author. Holds only the changed fields. */
export const lessonHardened = defineEvent(
  "lesson-hardened",
  () =>
    z.strictObject({
      lesson: z.string(),
      category: z.optional(name),
      tags: z.optional(names),
      citations: z.optional(directiveFields.citations),
      triggers: z.optional(lines),
      requiredActions: z.optional(lines),
      forbiddenActions: z.optional(lines),
      verificationChecks: z.optional(lines),
      /** Only a person may write one. */
      verificationPredicate: z.optional(line),
      appliesToAgents: z.optional(names),
      appliesToTools: z.optional(names),
    }),
  { decidedBy: ({ origin }) => (origin === "human" ? "person" : "nobody"), touches: lessonPages },
);

/** The model answered, but its answer did not make the directive checkable. */
export const hardeningFailed = defineEvent(
  "hardening-failed",
  () => z.strictObject({ lesson: z.string(), reason }),
  { decidedBy: "nobody" },
);

/**
 * A directive was archived: it is neither shown nor hardened. One whose place another took names its proposal,
 * so that a person's rule in the same words stays where it is.
 */
export const lessonRetired = defineEvent(
  "lesson-retired",
  () => z.strictObject({ lesson: z.string(), proposal, reason }),
  { decidedBy: "person", touches: lessonPages },
);

/** A known lesson was proposed again, in the same or nearly the same words. It is counted, and raises nothing. */
export const lessonConfirmed = defineEvent(
  "lesson-confirmed",
  () => z.strictObject({ lesson: z.string(), text: z.string().check(z.maxLength(2_000)) }),
  { decidedBy: "nobody", touches: lessonPages },
);

/** A new directive contradicts a known one. A person decides. */
export const contradictionFound = defineEvent(
  "contradiction-found",
  () => z.strictObject({ lesson: z.string(), other: z.string() }),
  { decidedBy: "nobody" },
);

const standing = z.strictObject({
  priority: z.enum(directivePriorities),
  enforcement: z.enum(directiveEnforcements),
});

/** A directive was violated repeatedly: it is now critical and enforced. */
export const directiveEscalated = defineEvent(
  "directive-escalated",
  () =>
    z.strictObject({
      lesson: z.string(),
      /** Its weight before. */
      from: standing,
      /** The seqs of the receipts that caused it. */
      violations: z.array(z.int().check(z.positive())).check(z.maxLength(20)),
    }),
  { decidedBy: "person's machine", touches: ["today", "lessons"] },
);

/** A person set the weight of a directive: up, or back down after an escalation. */
export const directiveSet = defineEvent(
  "directive-set",
  () => z.strictObject({ lesson: z.string(), from: standing, to: standing, reason }),
  { decidedBy: "person", touches: ["today", "lessons"] },
);
