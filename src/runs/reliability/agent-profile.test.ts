import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { updateAgentProfiles } from "../../seeds/rules/learning-cycle.js";
import { type RunOutcomeInput, toRunOutcome } from "../../seeds/rules/run-outcome.js";
import type { AgentProfile } from "./agent-profile.js";
import { frozen, histories, stoppedByUs } from "./random-outcomes.contract.js";

const after = (input: RunOutcomeInput, decision = "approve", confidence = 1) => {
  const outcome = toRunOutcome({ ...input, agentDecisions: [{ agent: "ada", decision, confidence }] });
  return updateAgentProfiles({}, outcome).ada?.score;
};

describe("agent profiles", () => {
  it.each([
    ["success", { result: "success" }, "approve", 1, 0.645],
    ["success, half sure", { result: "success" }, "approve", 0.5, 0.635],
    ["failure", { result: "failure" }, "approve", 1, 0.575],
    ["partial", { result: "partial" }, "approve", 1, 0.615],
    ["rolled back", { result: "success", rollbackOccurred: true }, "approve", 1, 0.625],
    ["overridden", { result: "success", humanOverride: true }, "approve", 1, 0.63],
    [
      "the step is bounded",
      { result: "failure", rollbackOccurred: true, humanOverride: true },
      "approve",
      1,
      0.575,
    ],
    ["a reject of what failed is rewarded", { result: "failure" }, "reject", 1, 0.645],
    ["so it is of what was rolled back", { result: "failure", rollbackOccurred: true }, "reject", 1, 0.645],
    ["a reject of what went well", { result: "success" }, "reject", 1, 0.575],
    ["a reject of what a person overrode", { result: "success", humanOverride: true }, "reject", 1, 0.625],
    ["a reject of what was done in part", { result: "partial" }, "reject", 1, 0.625],
    ["no vote", { result: "failure" }, "abstain", 1, undefined],
    ["trap 14: a block by a gate", { result: "failure", cause: "policy" }, "approve", 1, undefined],
  ])("the score is right after this outcome: %s", (_what, input, decision, confidence, score) => {
    expect(after(input, decision, confidence)).toBe(score);
  });

  it("a profile moves within its range by at most a step, and the given ones stay unchanged", () => {
    fc.assert(
      fc.property(histories, (history) => {
        let profiles: Record<string, AgentProfile> = {};
        for (const outcome of history) {
          const next = updateAgentProfiles(frozen(profiles), frozen(outcome));
          for (const [agent, { score, agentId }] of Object.entries(next)) {
            expect(agentId).toBe(agent);
            expect(score).toBeGreaterThanOrEqual(0.3);
            expect(score).toBeLessThanOrEqual(0.95);
            const before = Object.hasOwn(profiles, agent) ? (profiles[agent]?.score ?? 0.625) : 0.625;
            expect(Math.abs(score - before)).toBeLessThanOrEqual(0.05 + 1e-9);
          }
          profiles = next;
        }
        const judging = history.filter(({ cause }) => cause === "task" || cause === "infra");
        const voted = judging.filter(({ agentDecisions }) =>
          agentDecisions.some((each) => each.agent === "__proto__" && each.decision !== "abstain"),
        );
        const stored = Object.entries(profiles).find(([agent]) => agent === "__proto__");
        expect(stored?.[1].runs ?? 0).toBe(voted.length);
      }),
    );
  });

  it("a profile reaches both ends of its range", () => {
    const voted = { agent: "ada", decision: "approve", confidence: 1 };
    const many = (result: string) =>
      Array.from({ length: 40 }, () => toRunOutcome({ result, agentDecisions: [voted] })).reduce<
        Record<string, AgentProfile>
      >((all, each) => updateAgentProfiles(all, each), {}).ada?.score;
    expect([many("success"), many("failure")]).toEqual([0.95, 0.3]);
  });

  it("trap 8: a stored score that is not a number counts as the worst", () => {
    const broken = { ada: { agentId: "ada", score: Number.NaN, runs: 1, updatedAt: "" } };
    const outcome = toRunOutcome({
      success: true,
      agentDecisions: [{ agent: "ada", decision: "approve", confidence: 1 }],
    });
    expect(updateAgentProfiles(broken, outcome).ada).toMatchObject({ score: 0.32, runs: 2 });
  });

  it("trap 14: runs that a gate stopped teach nothing about agents", () => {
    fc.assert(
      fc.property(stoppedByUs, (outcome) => void expect(updateAgentProfiles({}, outcome)).toEqual({})),
    );
  });
});
