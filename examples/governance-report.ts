/** The governance examples: outcomes come in from a service, reports and gates read what was learned. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { buildLearningReport, loadLearningState, openWhetstone, recordRunOutcome } from "whetstone";
import { applyLearningCycle, buildLearningReportJson, buildLearningReportMarkdown } from "whetstone/engines";

// After execution completes.
interface Step {
  readonly adapter: string;
  readonly rolled_back: boolean;
}
const computeQuality = (succeeded: boolean) => (succeeded ? 0.9 : 0.2);
async function onExecuted(runId: string, success: boolean, steps: readonly Step[]) {
  const outcome = {
    runId,
    result: success ? "success" : "failure",
    postExecutionScore: computeQuality(success),
    rollbackOccurred: steps.some((s) => s.rolled_back),
    humanOverride: false,
    riskLevel: "medium",
    adaptersUsed: steps.map((s) => s.adapter),
    ...(success ? {} : { failureDetails: { dominantFailureType: "auth" } }),
  };
  await recordRunOutcome(outcome); // Triggers learning cycle
}
for (const n of [1, 2, 3]) await onExecuted(`run-${n}`, false, [{ adapter: "github", rolled_back: n === 3 }]);
for (const n of [4, 5, 6]) await onExecuted(`run-${n}`, true, [{ adapter: "npm", rolled_back: false }]);

// Governance gates use overlays.
const report = await buildLearningReport();
const demanded = new Set<string>();
function riskOf(currentAdapter: string, base: number): number {
  const overlay = report.overlays.find((o) => o.adapterId === currentAdapter);
  if (overlay?.requireApproval) demanded.add(currentAdapter);
  return overlay?.riskMultiplier ? base * overlay.riskMultiplier : base;
}
assert.deepEqual([riskOf("github", 10), riskOf("npm", 10), riskOf("unknown", 10)], [14, 9, 10]);
assert.deepEqual([...demanded], ["github"]);

// A learning cycle over the state, and its report on disk.
const outcome = {
  runId: "run-123",
  result: "failure",
  adaptersUsed: ["github"],
  failureDetails: { dominantFailureType: "auth" },
};
const state = await loadLearningState();
const result = applyLearningCycle({ state, outcome });
assert.match(
  result.summary,
  /^Processed outcome for run-123\. Updated 0 agent profiles\. Policy changes: 0\./,
);
const json = buildLearningReportJson(state, result);
const md = buildLearningReportMarkdown(result);
writeFileSync("learning-report.json", JSON.stringify(json, null, 2));
writeFileSync("learning-report.md", md);
assert.equal(JSON.parse(readFileSync("learning-report.json", "utf8")).outcomes.total, 6);
assert.match(md, /## Weakest adapters/);

// The state at a glance.
assert.equal(`Total outcomes: ${state.outcomes.length}`, "Total outcomes: 6");
const strongest = state.reliability.sort((a, b) => b.reliabilityScore - a.reliabilityScore).slice(0, 3);
assert.deepEqual(
  strongest.map(({ adapterId }) => adapterId),
  ["npm", "github"],
);
const recent = state.patterns.filter((p) => p.occurrences >= 3);
assert.deepEqual(
  recent.map(({ id }) => id),
  ["github::auth"],
);

// The report: the strongest and weakest three, the five most frequent patterns, the overlays that demand
// something.
assert.deepEqual(
  [report.strongest.length, report.weakest[0]?.adapterId, report.patterns.length],
  [2, "github", 1],
);
assert.deepEqual(
  report.activeOverlays.map(({ adapterId }) => adapterId),
  ["github"],
);
assert.deepEqual(report.staleOverlays, []); // none rests on evidence older than 30 days

// The log is the source of truth, a line of JSON for each event; the counters are there for a monitor.
const ws = await openWhetstone();
const kinds = [];
for await (const line of ws.export()) kinds.push((JSON.parse(line) as { type?: string }).type);
assert.equal(kinds.filter((kind) => kind === "outcome-recorded").length, 6);
const metrics = (await ws.metrics()).text;
assert.match(metrics, /^whetstone_outcomes_total\{result="failure"\} 3$/m);
await ws.close();
