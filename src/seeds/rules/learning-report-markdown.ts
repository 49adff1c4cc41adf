import { defaults } from "../../base/config/settings.js";
import { markdownTable, markdownText } from "../../base/text/markdown-table.js";
import type { Moment } from "../../runs/outcomes/moment.js";
import { roundTo } from "../../runs/outcomes/rounding.js";
import type { AdaptivePolicyOverlay } from "../../runs/reliability/overlay.js";
import type { AdapterReliability } from "../../runs/reliability/reliability.js";
import type { LearningCycleResult } from "./learning-cycle.js";
import { buildLearningReportJson, type LearningReport, type ReportSettings } from "./learning-report.js";
import type { LearningState } from "./learning-state.js";

/**
 * The same report for people: what needs a look stands first. Takes a state, or what a learning cycle
 * returned.
 */
export function buildLearningReportMarkdown(
  resultOrState: LearningCycleResult | LearningState,
  settings: ReportSettings = defaults,
  now?: Moment,
): string {
  const result = "updatedState" in resultOrState ? resultOrState : undefined;
  const state = "updatedState" in resultOrState ? resultOrState.updatedState : resultOrState;
  const report = buildLearningReportJson(state, result, settings, now);
  const { total, success, partial, failure } = report.outcomes;
  const sections = [
    "# Learning report",
    `As of ${report.generatedAt}. ` +
      `Outcomes: ${total} (${success} success, ${partial} partial, ${failure} failure).`,
    ...(result === undefined ? [] : [markdownText(result.summary)]),
    ...attention(report),
    ...(result === undefined ? [] : ["## Policy changes", changeTable(report)]),
    "## Strongest adapters",
    reliabilityTable(report.strongest),
    "## Weakest adapters",
    reliabilityTable(report.weakest),
    "## Failure patterns",
    patternTable(report),
    "## Active overlays",
    overlayTable(report.activeOverlays),
    "## Stale overlays",
    overlayTable(report.staleOverlays),
  ];
  return `${sections.join("\n\n")}\n`;
}

function attention({ regressions, suggestions, relaxations }: LearningReport): string[] {
  const rows = regressions.map((each) => [
    each.adapterId,
    each.result,
    each.successesBefore,
    each.runId,
    each.at,
  ]);
  const lines = [
    ...suggestions.map(({ text, runId }) => `- ${markdownText(text)} (${markdownText(runId)})`),
    ...relaxations.map(
      (adapter) => `- Review the policy of ${markdownText(adapter)}: it has done well and may be relaxed.`,
    ),
  ];
  return [
    "## Regressions",
    markdownTable(["adapter", "result", "successes before", "run", "when"], rows),
    "## Suggestions",
    lines.length === 0 ? "None." : lines.join("\n"),
  ];
}

function changeTable({ changes }: LearningReport): string {
  const rows = changes.map((each) => [each.adapterId, each.field, each.from, each.to, each.reason]);
  return markdownTable(["adapter", "field", "from", "to", "why"], rows);
}

function reliabilityTable(reliability: readonly AdapterReliability[]): string {
  const rows = reliability.map((each) => [
    each.adapterId,
    each.reliabilityScore,
    `${Math.round(100 * each.successRate)} %`,
    roundTo(each.avgRetries, 2),
    roundTo(each.qualityScore, 2),
    each.runs,
  ]);
  return markdownTable(["adapter", "reliability", "success rate", "retries", "quality", "runs"], rows);
}

function patternTable({ patterns }: LearningReport): string {
  const rows = patterns.map((each) => [
    each.id,
    each.occurrences,
    each.confidence,
    each.lastSeenAt,
    each.fixSuggestion,
  ]);
  return markdownTable(["pattern", "occurrences", "confidence", "last seen", "what may help"], rows);
}

function overlayTable(overlays: readonly AdaptivePolicyOverlay[]): string {
  const rows = overlays.map((each) => [
    each.adapterId,
    each.riskMultiplier,
    each.suggestedMaxRetries,
    each.requireApproval ? "yes" : "no",
    each.reason,
    each.updatedAt,
  ]);
  return markdownTable(["adapter", "risk", "retries", "approval", "why", "last evidence"], rows);
}
