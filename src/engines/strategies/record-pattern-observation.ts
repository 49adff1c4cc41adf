import { defaults } from "../../config/settings.js";
import { refuse } from "../outcomes/expect.js";
import {
  type DecompositionPattern,
  failureReason,
  invertToAntiPattern,
  shouldInvertPattern,
} from "./anti-pattern.js";
import type { AntiPatternTuning } from "./anti-pattern-config.js";

interface PatternInversion {
  readonly original: DecompositionPattern;
  readonly inverted: DecompositionPattern;
  readonly reason: string;
}

export interface PatternObservation {
  readonly pattern: DecompositionPattern;
  /** Present only in the answer to the observation that brought the inversion about. */
  readonly inversion?: PatternInversion;
}

/** Enough to recognise where a strategy was used; the log has them all. */
const examplesKept = 10;

/**
 * The pattern after one more use. When it has now failed in most of its uses, its anti-pattern comes with it,
 * once. `success` must be a real boolean: the text "false" is true to JavaScript, and "true" is not equal to
 * true.
 */
export function recordPatternObservation(
  pattern: DecompositionPattern,
  success: boolean,
  beadId: string,
  config: AntiPatternTuning = defaults.antiPatterns,
): PatternObservation {
  if (typeof success !== "boolean") refuse("success", success, "true or false, not a text or a number");
  const observed = withFreshReason(pattern, {
    ...pattern,
    success_count: pattern.success_count + (success ? 1 : 0),
    failure_count: pattern.failure_count + (success ? 0 : 1),
    example_beads: withExample(pattern.example_beads ?? [], beadId),
  });
  const over = shouldInvertPattern(observed, config);
  if (!over || observed.is_negative || observed.inverted_as !== undefined) return { pattern: observed };
  const reason = failureReason(observed);
  const inverted = invertToAntiPattern(observed, reason, config);
  return {
    pattern: { ...observed, inverted_as: inverted.id },
    inversion: { original: observed, inverted, reason },
  };
}

function withExample(examples: readonly string[], beadId: string): readonly string[] {
  return [...examples.filter((each) => each !== beadId), beadId].slice(-examplesKept);
}

/** The counts in an anti-pattern's own text follow its observations; a reason in a person's words stays. */
function withFreshReason(before: DecompositionPattern, after: DecompositionPattern): DecompositionPattern {
  const old = failureReason(before);
  if (!before.is_negative || before.reason !== old || !before.content.endsWith(old)) return after;
  const reason = failureReason(after);
  return { ...after, reason, content: before.content.slice(0, -old.length) + reason };
}
