import { defaults } from "../../config/settings.js";
import { expectCount } from "../outcomes/expect.js";
import { type AntiPatternTuning, antiPatternSettings } from "./anti-pattern-config.js";

/** A way to split work, with its track record. */
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
  /** The id of its anti-pattern, once it has one: it is inverted only once. */
  readonly inverted_as?: string;
}

type Counts = Pick<DecompositionPattern, "success_count" | "failure_count">;

/** True when it was tried often enough and failed in most of the tries. */
export function shouldInvertPattern(
  pattern: Counts,
  config: AntiPatternTuning = defaults.antiPatterns,
): boolean {
  const { minObservations, failureRatio } = antiPatternSettings(config);
  const failures = expectCount("failure_count", pattern.failure_count);
  const total = expectCount("success_count", pattern.success_count) + failures;
  return total >= minObservations && failures / total >= failureRatio;
}

/** The same experience as a warning. */
export function invertToAntiPattern(
  pattern: DecompositionPattern,
  reason: string = failureReason(pattern),
  config: AntiPatternTuning = defaults.antiPatterns,
): DecompositionPattern {
  const settings = antiPatternSettings(config);
  return {
    ...pattern,
    id: `anti-${pattern.id}`,
    content: `${settings.prefix}${bareText(pattern.content, settings.strippedPrefixes)}. ${reason}`,
    kind: "anti_pattern",
    is_negative: true,
    reason,
  };
}

/** Without a warning word in front, which would stand there twice, and without its last full stop. */
function bareText(content: string, prefixes: readonly string[]): string {
  const text = content.trim();
  const prefix = prefixes.find((each) => text.toLowerCase().startsWith(each.toLowerCase())) ?? "";
  return text.slice(prefix.length).trim().replace(/\.$/, "");
}

export function failureReason({ success_count, failure_count }: Counts): string {
  const total = success_count + failure_count;
  const percent = total === 0 ? 0 : Math.round((100 * failure_count) / total);
  return `Failed ${failure_count}/${total} times (${percent}% failure rate)`;
}

/** The block that a planner reads; empty when there is nothing to avoid. */
export function formatAntiPatternsForPrompt(
  patterns: readonly Pick<DecompositionPattern, "content" | "is_negative">[],
): string {
  const lines = patterns.filter((pattern) => pattern.is_negative).map((pattern) => `- ${pattern.content}`);
  if (lines.length === 0) return "";
  return [
    "## Anti-Patterns to Avoid",
    "",
    "Based on past failures, avoid these decomposition strategies:",
    "",
    ...lines,
  ].join("\n");
}
