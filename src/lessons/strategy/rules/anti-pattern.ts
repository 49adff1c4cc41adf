import type { Config } from "../../../base/config/settings.js";
import { expectCount } from "../../../runs/outcomes/expect.js";
import { tolerance } from "../../../runs/outcomes/score.js";

type AntiPatternSettings = Config["antiPatterns"];

/** How often a way to split work has worked and failed. */
export interface TrackRecord {
  readonly successes: number;
  readonly failures: number;
}

/** True when it was tried often enough and failed in most of the tries. */
export function isAntiPattern(
  { successes, failures }: TrackRecord,
  { minObservations, failureRatio }: Pick<AntiPatternSettings, "minObservations" | "failureRatio">,
): boolean {
  const total = expectCount("successes", successes) + expectCount("failures", failures);
  return total >= minObservations && failures / total >= failureRatio;
}

/** The margin: a warning at a failure share of 0.6 or more, none below 0.5, so that it does not flicker. */
const withdrawnShareOfBound = 5 / 6;

/** The failure share below which the warning is withdrawn. */
export function withdrawnBelow({ failureRatio }: Pick<AntiPatternSettings, "failureRatio">): number {
  return failureRatio * withdrawnShareOfBound;
}

/** Whether a strategy is an anti-pattern after one more try. One that mostly works never is. */
export function staysInverted(
  wasInverted: boolean,
  record: TrackRecord,
  settings: Pick<AntiPatternSettings, "minObservations" | "failureRatio">,
): boolean {
  if (!wasInverted) return isAntiPattern(record, settings);
  return record.failures / (record.successes + record.failures) >= withdrawnBelow(settings) - tolerance;
}

/** A strategy as a sentence that warns of it. */
export function warningOf(text: string, { prefix }: Pick<AntiPatternSettings, "prefix">): string {
  return `${prefix}${bareText(text)}.`;
}

export function failureReason({ successes, failures }: TrackRecord): string {
  const total = successes + failures;
  const percent = total === 0 ? 0 : Math.round((100 * failures) / total);
  return `Failed ${failures}/${total} times (${percent}% failure rate)`;
}

/** Words that people put in front of a warning themselves; with the prefix they would stand there twice. */
const warningWords = ["avoid:", "do not:", "never:"];

function bareText(content: string): string {
  const text = content.trim();
  const word = warningWords.find((each) => text.toLowerCase().startsWith(each)) ?? "";
  return text.slice(word.length).trim().replace(/\.$/, "");
}

/** The block that a planner reads, in the swarm's layout; empty when there is nothing to avoid. */
export function antiPatternBlock(warnings: readonly string[]): string {
  if (warnings.length === 0) return "";
  return [
    "## Anti-Patterns to Avoid",
    "",
    "Based on past failures, avoid these decomposition strategies:",
    "",
    ...warnings.map((warning) => `- ${warning}`),
  ].join("\n");
}
