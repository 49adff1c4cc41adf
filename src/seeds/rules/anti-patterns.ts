import {
  antiPatternBlock,
  failureReason,
  isAntiPattern,
  staysInverted,
  warningOf,
} from "../../lessons/strategy/rules/anti-pattern.js";
import { expectCount, refuseValue } from "../../runs/outcomes/expect.js";
import { type AntiPatternTuning, antiPatternSettings } from "./configs.js";

/** A way to split work, with its track record, in the swarm's words. */
export interface DecompositionPattern {
  readonly id: string;
  readonly content: string;
  readonly kind: "pattern" | "anti_pattern";
  readonly is_negative: boolean;
  readonly success_count: number;
  readonly failure_count: number;
  readonly reason?: string;
  /** Some of the tasks it was used for, newest last. */
  readonly example_beads?: readonly string[];
  /** The id of its anti-pattern, while it has one: it is not inverted again. */
  readonly inverted_as?: string;
}

type Counts = Pick<DecompositionPattern, "success_count" | "failure_count">;

/** True when it was tried often enough and failed in most of the tries; never for an anti-pattern. */
export function shouldInvertPattern(
  pattern: Counts & Partial<Pick<DecompositionPattern, "is_negative">>,
  config: AntiPatternTuning = {},
): boolean {
  const record = {
    failures: expectCount("failure_count", pattern.failure_count),
    successes: expectCount("success_count", pattern.success_count),
  };
  return pattern.is_negative !== true && isAntiPattern(record, antiPatternSettings(config));
}

/** The same experience as a warning. An anti-pattern is one already, and stays as it is. */
export function invertToAntiPattern(
  pattern: DecompositionPattern,
  reason: string = inversionReason(pattern),
  config: AntiPatternTuning = {},
): DecompositionPattern {
  if (pattern.is_negative) return pattern;
  return {
    ...pattern,
    id: `anti-${pattern.id}`,
    content: `${warningOf(pattern.content, antiPatternSettings(config))} ${reason}`,
    kind: "anti_pattern",
    is_negative: true,
    reason,
  };
}

/** The block that a planner reads; empty when there is nothing to avoid. */
export function formatAntiPatternsForPrompt(
  patterns: readonly Pick<DecompositionPattern, "content" | "is_negative">[],
): string {
  return antiPatternBlock(patterns.filter(({ is_negative }) => is_negative).map(({ content }) => content));
}

function inversionReason({ success_count, failure_count }: Counts): string {
  return failureReason({ successes: success_count, failures: failure_count });
}

interface PatternInversion {
  readonly original: DecompositionPattern;
  readonly inverted: DecompositionPattern;
  readonly reason: string;
}

export interface PatternObservation {
  readonly pattern: DecompositionPattern;
  /** Present only in the answer to the observation that brought the inversion about. */
  readonly inversion?: PatternInversion;
  /** The id of its anti-pattern, in the answer to the observation after which most of its uses have worked. */
  readonly withdrawn?: string;
}

/** Enough to recognise where a strategy was used; the log has them all. */
const examplesKept = 10;

/**
 * The pattern after one more use. When it has now failed in most of its uses, its anti-pattern comes with it,
 * once, until it is withdrawn because most uses have worked. `success` must be a real boolean: the text
 * "false" is true to JavaScript, and "true" is not equal to true.
 */
export function recordPatternObservation(
  pattern: DecompositionPattern,
  success: boolean,
  beadId: string,
  config: AntiPatternTuning = {},
): PatternObservation {
  if (typeof success !== "boolean") refuseValue("success", success, "true or false, not a text or a number");
  if (typeof beadId !== "string" || beadId === "") refuseValue("beadId", beadId, "the id of the task");
  const observed = withFreshReason(pattern, {
    ...pattern,
    success_count: pattern.success_count + (success ? 1 : 0),
    failure_count: pattern.failure_count + (success ? 0 : 1),
    example_beads: withExample(pattern.example_beads ?? [], beadId),
  });
  const anti = observed.is_negative ? observed.id : observed.inverted_as;
  if (anti !== undefined) return afterInversion(observed, anti, config);
  if (!shouldInvertPattern(observed, config)) return { pattern: observed };
  const reason = inversionReason(observed);
  const inverted = invertToAntiPattern(observed, reason, config);
  return {
    pattern: { ...observed, inverted_as: inverted.id },
    inversion: { original: observed, inverted, reason },
  };
}

function afterInversion(
  observed: DecompositionPattern,
  anti: string,
  config: AntiPatternTuning,
): PatternObservation {
  const record = { successes: observed.success_count, failures: observed.failure_count };
  if (staysInverted(true, record, antiPatternSettings(config))) return { pattern: observed };
  const { inverted_as: _, ...pattern } = observed;
  return { pattern, withdrawn: anti };
}

function withExample(examples: readonly string[], beadId: string): readonly string[] {
  return [...examples.filter((each) => each !== beadId), beadId].slice(-examplesKept);
}

/** The counts in an anti-pattern's own text follow its observations; a reason in a person's words stays. */
function withFreshReason(before: DecompositionPattern, after: DecompositionPattern): DecompositionPattern {
  const old = inversionReason(before);
  if (!before.is_negative || before.reason !== old || !before.content.endsWith(old)) return after;
  const reason = inversionReason(after);
  return { ...after, reason, content: before.content.slice(0, -old.length) + reason };
}
