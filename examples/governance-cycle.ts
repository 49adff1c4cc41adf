/** The governance examples: one learning cycle, by the pure rule and through the store. */
import assert from "node:assert/strict";
import { loadLearningState, recordRunOutcome, saveLearningState } from "whetstone";
import { applyLearningCycle, emptyLearningState, type RunOutcome } from "whetstone/engines";

// The cycle processes an outcome and updates all state; what it was given stays as it was.
const runOutcome = {
  runId: "run-123",
  result: "failure",
  postExecutionScore: 0.3,
  rollbackOccurred: true,
  humanOverride: false,
  riskLevel: "medium",
  adaptersUsed: ["github"],
  failureDetails: { dominantFailureType: "auth" },
  skillsUsed: ["deploy"],
  agentDecisions: [{ agent: "judge", decision: "approve", confidence: 0.9 }],
  at: "2026-03-01T12:00:00.000Z",
};
// It is GitHub's third failure. With fewer than three outcomes of its own an adapter has the base policy.
const earlier = ["run-121", "run-122"].map((runId) => ({ ...runOutcome, runId }));
const currentLearningState = earlier.reduce(
  (before, outcome) => applyLearningCycle({ state: before, outcome }).updatedState,
  emptyLearningState(),
);
assert.deepEqual(currentLearningState.overlays, []);
const result = applyLearningCycle({
  state: currentLearningState,
  outcome: runOutcome,
});
assert.equal(currentLearningState.outcomes.length, 2);
assert.ok(result.updatedState.thresholdPolicy);
assert.ok("changes" in result.policyDiff);
assert.ok(result.summary.includes("Processed outcome"));
assert.equal(
  result.summary,
  "Processed outcome for run-123. Updated 1 agent profile. Policy changes: 3. Failure patterns seen: 1. Suggestions: 1.",
);
assert.deepEqual(
  result.policyDiff.changes.map(({ field, from, to }) => [field, from, to]),
  [
    ["riskMultiplier", 1, 1.4],
    ["maxRetries", 2, 1],
    ["requireApproval", false, true],
  ],
);
assert.equal(result.constraintSuggestions[0]?.kind, "narrow-mutation-scope"); // it was rolled back

// The state that it leaves. Each failure of medium risk raises the threshold of that risk by 0.05.
const { agentProfiles, thresholdPolicy, skillStats } = result.updatedState;
assert.deepEqual(thresholdPolicy, { low: 0.55, medium: 0.8, high: 0.75 });
assert.ok((agentProfiles.judge?.score ?? 1) < 0.625); // it approved what failed; agents begin at 0.625
assert.deepEqual([skillStats.deploy?.runs, skillStats.deploy?.score], [3, -0.75]);

// Through the store: recording is what learns. The state is read from the log, and equals what the rule made.
for (const outcome of earlier) await recordRunOutcome(outcome);
const recorded = await recordRunOutcome(runOutcome);
assert.equal(recorded.policyChanges.length, 3);
const state = await loadLearningState();
assert.deepEqual(state.thresholdPolicy, thresholdPolicy);
assert.deepEqual(state.overlays, result.updatedState.overlays);

// Saving writes nothing, as the log is the truth: it makes sure that nothing in the state would be lost.
await saveLearningState(result.updatedState);
const unrecorded = applyLearningCycle({ state, outcome: { ...runOutcome, runId: "run-124" } });
await assert.rejects(saveLearningState(unrecorded.updatedState), {
  code: "invalid_input",
  field: "outcomes.3",
});

// The same run again is the same outcome.
assert.equal((await recordRunOutcome(runOutcome)).replayed, true);

// Our own blocks teach nothing: else a strict policy would make its own evidence and get stricter for ever.
const stopped = applyLearningCycle({
  state,
  outcome: { ...runOutcome, runId: "run-125", cause: "approval" },
});
assert.deepEqual(stopped.updatedState.reliability, state.reliability);
assert.deepEqual(stopped.policyDiff.changes, []);

// An engine of one's own reads the same outcomes.
interface FeedbackScore {
  readonly adapterId: string;
  readonly overrides: number;
}
function updateFeedbackScores(existing: readonly FeedbackScore[], outcome: RunOutcome): FeedbackScore[] {
  return outcome.adaptersUsed.reduce<FeedbackScore[]>(
    (scores, adapterId) => {
      const overrides =
        (scores.find((score) => score.adapterId === adapterId)?.overrides ?? 0) +
        Number(outcome.humanOverride);
      return [...scores.filter((score) => score.adapterId !== adapterId), { adapterId, overrides }];
    },
    [...existing],
  );
}
await recordRunOutcome({ ...runOutcome, runId: "run-126", humanOverride: true });
const feedbackScores = (await loadLearningState()).outcomes.reduce(updateFeedbackScores, []);
assert.deepEqual(feedbackScores, [{ adapterId: "github", overrides: 1 }]);
