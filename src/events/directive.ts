import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { formerWitness, witnessField } from "./witness.js";

const line = z.string().check(z.minLength(1), z.maxLength(500));
const lines = z.array(line).check(z.maxLength(20));
const name = z.string().check(z.minLength(1), z.maxLength(200));
const names = z.array(name).check(z.maxLength(50));
const reason = z.string().check(z.minLength(1), z.maxLength(1_000));

export const directivePriorities = ["low", "medium", "high", "critical"] as const;
export const directiveEnforcements = ["warn", "enforce"] as const;

/** What a directive is about, who it is for, and how to tell whether it was followed. */
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
  /** Files that it speaks of, each with a hash of its content at that time. */
  citations: z
    .array(z.strictObject({ file: line, hash: z.string().check(z.maxLength(128)) }))
    .check(z.maxLength(20)),
};

/**
 * A directive was added. A person's is active by the event that follows; another's is a proposal, unless the
 * event that follows states what it lacks.
 */
export const lessonProposed = defineEvent(
  "lesson-proposed",
  z.strictObject({
    lesson: z.string(),
    kind: z.enum(["directive"]),
    ...directiveFields,
    /** How many phases had ended when it came in. */
    bornAtPhase: z.int().check(z.nonnegative()),
    /** Where it was copied from, when a person brought it along from another project. */
    from: z.optional(z.strictObject({ project: name, lesson: z.string(), origin: name })),
    /** The reflection it came out of. */
    candidate: z.optional(z.strictObject({ signature: line, tool: name })),
    /** The channel that knows who its author is. */
    witness: witnessField,
  }),
  [(v1, envelope) => ({ ...v1, ...formerWitness(envelope) })],
);

/**
 * A directive has what it needs. It is in force if a person or an independent role stands behind it; else it
 * is a proposal.
 */
export const lessonActivated = defineEvent(
  "lesson-activated",
  z.strictObject({ lesson: z.string(), reason }),
);

const quarantineReasons = ["missing_predicate", "missing_scope", "contradiction", "citation_gone"] as const;

/** A directive is kept, but not shown, until what it lacks is there. */
export const lessonQuarantined = defineEvent(
  "lesson-quarantined",
  z.strictObject({
    lesson: z.string(),
    missing: z.array(z.enum(quarantineReasons)).check(z.minLength(1), z.maxLength(4)),
    /** The directive it contradicts. */
    contradicts: z.optional(z.string()),
  }),
);

/** A directive was extended: made checkable, or given more by its author. Only what changed is here. */
export const lessonHardened = defineEvent(
  "lesson-hardened",
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
  // Version 1 knew no category, tags or citations, and changed none.
  [(v1) => v1],
);

/** An attempt to make a directive checkable came to nothing, though the model answered. */
export const hardeningFailed = defineEvent(
  "hardening-failed",
  z.strictObject({ lesson: z.string(), reason }),
);

/** A directive is put away: neither shown nor worked on. */
export const lessonRetired = defineEvent("lesson-retired", z.strictObject({ lesson: z.string(), reason }));

/** A lesson was proposed that is known already, in the same or nearly the same words. */
export const lessonConfirmed = defineEvent(
  "lesson-confirmed",
  z.strictObject({ lesson: z.string(), text: z.string().check(z.maxLength(2_000)) }),
);

/** What was brought in says the opposite of what is known. A person decides. */
export const contradictionFound = defineEvent(
  "contradiction-found",
  z.strictObject({ lesson: z.string(), other: z.string() }),
);

const standing = z.strictObject({
  priority: z.enum(directivePriorities),
  enforcement: z.enum(directiveEnforcements),
});

/** A directive was violated again and again: from now on it is critical and enforced. */
export const directiveEscalated = defineEvent(
  "directive-escalated",
  z.strictObject({
    lesson: z.string(),
    /** How it stood before. */
    from: standing,
    /** The receipts that brought it about, by seq. */
    violations: z.array(z.int().check(z.positive())).check(z.maxLength(20)),
  }),
);

/** A person set how much weight a directive has: up, or down again after an escalation. */
export const directiveSet = defineEvent(
  "directive-set",
  z.strictObject({ lesson: z.string(), from: standing, to: standing, reason }),
);
