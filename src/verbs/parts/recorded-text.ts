import type { Style } from "../../base/terminal/style.js";
import type { RecordResult } from "../../runs/record/record.js";
import type { Immutable } from "../call/immutable.js";

/** What an outcome brought about, for people. */
export function recordedText(result: Immutable<RecordResult>, style: Style): string {
  const known = result.replayed ? "Known already" : "Recorded";
  return [
    `${known} ${style.bold(result.outcome)} ${style.dim(`(event ${result.seq})`)}`,
    `  ${result.score.reasoning}`,
    ...result.strategies.map((lesson) => `  credited to ${lesson}`),
    ...result.antiPatterns.map((lesson) => style.yellow(`  to be avoided now: ${lesson}`)),
    ...result.deprecated.map((lesson) => style.yellow(`  deprecated: ${lesson}`)),
    ...result.restored.map((lesson) => style.green(`  back by its evidence: ${lesson}`)),
    ...result.policyChanges.map(({ adapter, field, from, to }) =>
      style.yellow(`  policy of ${adapter}: ${field} ${from} → ${to}`),
    ),
    ...result.relaxationsSuggested.map((adapter) =>
      style.green(`  ${adapter} has earned a review: whetstone relax ${adapter}`),
    ),
    ...result.suggestions.map((text) => style.yellow(`  suggested: ${text}`)),
    ...result.warnings.map((text) => style.yellow(`  warning: ${text}`)),
  ].join("\n");
}
