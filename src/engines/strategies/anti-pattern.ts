import { type Config, defaults } from "../../config/settings.js";

/** A way to split work, with its track record. */
export interface DecompositionPattern {
  readonly id: string;
  readonly content: string;
  readonly kind: "pattern" | "anti_pattern";
  readonly is_negative: boolean;
  readonly success_count: number;
  readonly failure_count: number;
  readonly reason?: string;
}

type AntiPatternSettings = Config["antiPatterns"];

/** True when it was tried often enough and failed in most of the tries. */
export function shouldInvertPattern(
  pattern: Pick<DecompositionPattern, "success_count" | "failure_count">,
  settings: AntiPatternSettings = defaults.antiPatterns,
): boolean {
  const total = pattern.success_count + pattern.failure_count;
  return total >= settings.minObservations && pattern.failure_count / total >= settings.failureRatio;
}

/** The same experience as a warning. */
export function invertToAntiPattern(
  pattern: DecompositionPattern,
  reason: string = failureReason(pattern),
  settings: AntiPatternSettings = defaults.antiPatterns,
): DecompositionPattern {
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

function failureReason({
  success_count,
  failure_count,
}: Pick<DecompositionPattern, "success_count" | "failure_count">): string {
  const total = success_count + failure_count;
  return `Failed ${failure_count}/${total} times (${Math.round((100 * failure_count) / total)}% failure rate)`;
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
