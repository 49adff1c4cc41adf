import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { epochMs } from "../../log/events/time.js";
import type { FailurePattern } from "../../runs/reliability/failure-pattern.js";
import { ruleOf } from "../../runs/reliability/overlay.js";
import { frozen, histories, stoppedByUs } from "../../runs/reliability/random-outcomes.contract.js";
import { isAsStrictAs } from "../../runs/reliability/random-policies.contract.js";
import { basePolicy, effectivePolicy, rebuildReliability, updatePatterns } from "./adapters.js";
import { applyLearningCycle } from "./learning-cycle.js";
import { emptyLearningState, type LearningState } from "./learning-state.js";
import type { RunOutcomeInput } from "./run-outcome.js";

const failed = { result: "failure", dominantFailureType: "auth", adaptersUsed: ["github"] };
const succeeded = { result: "success", adaptersUsed: ["github"] };
const learn = (history: readonly RunOutcomeInput[], from: LearningState = emptyLearningState()) =>
  history.reduce<LearningState>(
    (state, outcome) => applyLearningCycle({ state: frozen(state), outcome }).updatedState,
    from,
  );
const github = (state: LearningState) => state.overlays.find((overlay) => overlay.adapterId === "github");

describe("the learning cycle", () => {
  it("the cycle processes an outcome and updates all state", () => {
    const state = emptyLearningState();
    const outcome = { runId: "run-123", result: "failure", adaptersUsed: ["github"] };
    const result = applyLearningCycle({ state, outcome });
    expect(result.updatedState.thresholdPolicy).toBeDefined();
    expect(result.policyDiff).toHaveProperty("changes");
    expect(result.summary).toContain("Processed outcome");
  });

  it("the summary says with true counts what the cycle did", () => {
    const agentDecisions = ["ada", "bo", "cy"].map((agent) => ({
      agent,
      decision: "approve",
      confidence: 1,
    }));
    const outcome = { ...failed, runId: "run-123", rollbackOccurred: true, agentDecisions };
    const { summary, policyDiff } = applyLearningCycle(
      { state: learn([failed, failed]), outcome },
      undefined,
      "2026-01-01T00:00:00Z",
    );
    expect(summary).toBe(
      "Processed outcome for run-123. Updated 3 agent profiles. Policy changes: 3. Failure patterns seen: 1. Suggestions: 1.",
    );
    // 0.6 · 0 + 0.2 · 1 + 0.2 · 0 = 0.2
    const reason = "reliability 0.2 is below 0.7; auth failed 3 times";
    expect(policyDiff.changes).toEqual([
      { adapterId: "github", field: "riskMultiplier", from: 1, to: 1.4, reason },
      { adapterId: "github", field: "maxRetries", from: 2, to: 1, reason },
      { adapterId: "github", field: "requireApproval", from: false, to: true, reason },
    ]);
  });

  it("a run that the state already holds is not counted again", () => {
    const outcome = { ...failed, runId: "run-1", rollbackOccurred: true };
    const state = frozen(learn([outcome]));
    const again = applyLearningCycle({ state, outcome });
    expect(again.updatedState).toEqual(state);
    expect(again).toMatchObject({
      policyDiff: { changes: [] },
      summary: "run-1 is in the state already: nothing was counted again.",
    });
    expect(again.constraintSuggestions).toHaveLength(1);
    expect(learn([failed, failed]).patterns[0]?.occurrences).toBe(2);
  });

  it("the worked example, corrected: the third failure brings approval, a success does not undo it", () => {
    const before = learn([...Array(9).fill(succeeded), failed, failed]);
    expect(before.patterns[0]).toMatchObject({ id: "github::auth", occurrences: 2, confidence: 0.6 });
    // 0.8 · 9/11 + 0.2 = 0.855, then 0.8 · 9/12 + 0.2 = 0.8: reliable still, but the same failure three times
    expect(github(before)).toMatchObject({ requireApproval: false });
    const run1 = applyLearningCycle({ state: before, outcome: { ...failed, runId: "run-1" } });
    expect(run1.updatedState.patterns[0]).toMatchObject({ occurrences: 3, confidence: 0.65 });
    expect(run1.updatedState.reliability[0]?.reliabilityScore).toBe(0.8);
    expect(run1.policyDiff.changes).toMatchObject([{ field: "requireApproval", from: false, to: true }]);
    const run2 = applyLearningCycle({ state: run1.updatedState, outcome: { ...succeeded, runId: "run-2" } });
    expect(run2.updatedState.patterns).toEqual(run1.updatedState.patterns);
    expect(github(run2.updatedState)).toMatchObject({ requireApproval: true });
    expect(run2.policyDiff.changes).toEqual([]);
  });

  it("an unreliable adapter keeps one retry and a risk of 1.4, whatever succeeds later", () => {
    // 0.8 · 4/7 + 0.2 = 0.657
    const state = learn([...Array(4).fill(succeeded), failed, failed, failed]);
    expect(state.reliability[0]?.reliabilityScore).toBe(0.657);
    const strict = { riskMultiplier: 1.4, suggestedMaxRetries: 1, requireApproval: true };
    expect(github(state)).toMatchObject(strict);
    expect(github(learn(Array(30).fill(succeeded), state))).toMatchObject(strict);
  });

  it("trap 5: what was learned changes what is allowed", () => {
    const decide = (state: LearningState) => {
      const policy = effectivePolicy(basePolicy(), github(state));
      return {
        ask: policy.requireApproval.value,
        attempts: policy.maxAttempts,
        risk: 0.5 * policy.riskMultiplier.value,
      };
    };
    expect(decide(learn([succeeded]))).toEqual({ ask: false, attempts: 3, risk: 0.5 });
    expect(decide(learn([succeeded, failed, failed, failed]))).toEqual({ ask: true, attempts: 2, risk: 0.7 });
  });

  it("trap 13: the adapter that failed is blamed", () => {
    const state = learn(Array(3).fill({ ...failed, adaptersUsed: ["github", "npm"], failedAdapter: "npm" }));
    expect(state.overlays.map((overlay) => overlay.adapterId)).toEqual(["npm"]);
  });

  it("trap 14: the approval spiral cannot happen", () => {
    fc.assert(
      fc.property(histories, fc.array(stoppedByUs, { maxLength: 10 }), (history, stopped) => {
        const { outcomes: some, ...before } = learn(history);
        const { outcomes: more, ...after } = learn(stopped, { ...before, outcomes: some });
        expect(after).toEqual(before);
        expect(more.length).toBe(some.length + stopped.length);
      }),
    );
    const blocked = applyLearningCycle({
      state: {},
      outcome: { ...failed, runId: "run-9", cause: "approval" },
    });
    expect(blocked.summary).toBe(
      "Processed outcome for run-9. Nothing learned: its cause is approval. Updated 0 agent profiles. Policy changes: 0. Failure patterns seen: 0. Suggestions: 0.",
    );
  });

  it("the cycle equals learning from the whole history at once, and only ever tightens", () => {
    fc.assert(
      fc.property(histories, (history) => {
        let state = emptyLearningState();
        for (const outcome of history) {
          const { updatedState, policyDiff } = applyLearningCycle({
            state: frozen(state),
            outcome: frozen(outcome),
          });
          for (const before of state.overlays) {
            const after = updatedState.overlays.find((each) => each.adapterId === before.adapterId);
            expect(after && isAsStrictAs(ruleOf(after), ruleOf(before))).toBe(true);
          }
          for (const { field, from, to } of policyDiff.changes) {
            expect(field === "maxRetries" ? to < from : to > from).toBe(true);
          }
          state = updatedState;
        }
        expect(state.outcomes).toEqual(history);
        expect([...state.reliability].sort((a, b) => (a.adapterId < b.adapterId ? -1 : 1))).toEqual(
          rebuildReliability(history),
        );
        expect(state.patterns).toEqual(
          history.reduce<FailurePattern[]>((all, each) => updatePatterns(all, each), []),
        );
      }),
    );
  });

  it("an undated outcome is dated now, else by the newest outcome", () => {
    const at = (now?: string) =>
      applyLearningCycle(
        { state: learn([{ ...failed, at: "2026-01-05T00:00:00Z" }]), outcome: failed },
        undefined,
        now,
      ).updatedState.outcomes.map((each) => epochMs(each.at) / 86_400_000 - 20_454);
    expect(at()).toEqual([4, 4]);
    expect(at("2026-01-08T00:00:00Z")).toEqual([4, 7]);
  });

  it("what is known of adapters stays when their outcomes are not at hand", () => {
    const { outcomes: _, ...known } = learn([failed]);
    const { updatedState } = applyLearningCycle({
      state: known,
      outcome: { ...succeeded, adaptersUsed: ["npm"] },
    });
    expect(updatedState.reliability.map((row) => [row.adapterId, row.reliabilityScore])).toEqual([
      ["github", 0.2],
      ["npm", 1],
    ]);
    expect(github(updatedState)).toEqual(github({ ...emptyLearningState(), ...known }));
  });
});
