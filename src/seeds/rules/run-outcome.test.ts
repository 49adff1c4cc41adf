import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDraft } from "../../../tests/support/arbitrary-events.js";
import type { EventOf } from "../../log/events/catalog.js";
import { outcomes } from "../../runs/reliability/random-outcomes.contract.js";
import { type RunOutcomeInput, runOutcomeOf, toRunOutcome } from "./run-outcome.js";

describe("an outcome in one form", () => {
  it("toRunOutcome takes the governance form", () => {
    const input: RunOutcomeInput = {
      runId: "run-1",
      result: "failure",
      postExecutionScore: 0.4,
      rollbackOccurred: true,
      humanOverride: false,
      riskLevel: "high",
      adaptersUsed: ["GitHub", "github"],
      failureDetails: { dominantFailureType: "Auth", status: 401 },
    };
    expect(toRunOutcome(input, "2026-01-01T00:00:00Z")).toEqual({
      runId: "run-1",
      result: "failure",
      cause: "task",
      riskLevel: "high",
      rollbackOccurred: true,
      humanOverride: false,
      retryCount: 0,
      quality: 0.4,
      adaptersUsed: ["github"],
      failureType: "auth",
      skillsUsed: [],
      agentDecisions: [],
      at: "2026-01-01T00:00:00.000Z",
    });
  });

  it("toRunOutcome takes the loose form, from a variable whose literal types are lost", () => {
    const loose = {
      success: false,
      dominantFailureType: "auth",
      retryCount: 3,
      qualityScore: 0.2,
      adapterId: "npm",
    };
    expect(toRunOutcome(loose)).toMatchObject({
      result: "failure",
      failureType: "auth",
      retryCount: 3,
      quality: 0.2,
      adaptersUsed: ["npm"],
    });
    const widened = { runId: "run-123", result: "partial", riskLevel: "low", cause: "infra" };
    expect(toRunOutcome(widened)).toMatchObject({ result: "partial", riskLevel: "low", cause: "infra" });
  });

  it("runOutcomeOf takes a recorded event", () => {
    const event: EventOf<"outcome-recorded"> = {
      id: "0190-id",
      project: "p",
      seq: 1,
      type: "outcome-recorded",
      at: "2026-01-01T00:00:00.000Z",
      actor: "ci",
      origin: "human",
      task: "bd-1",
      v: 1,
      data: {
        result: "failure",
        durationMs: 1,
        errorCount: 1,
        retryCount: 2,
        filesTouched: [],
        adaptersUsed: ["github", "npm"],
        failedAdapter: "npm",
        failureDetails: "registry said no",
        riskLevel: "low",
        rollbackOccurred: false,
        humanOverride: false,
        skillsUsed: ["tdd"],
        criteria: [],
        agentDecisions: [{ agent: "ada", decision: "reject", confidence: 0.5 }],
        cause: "infra",
      },
    };
    const outcome = runOutcomeOf(event);
    expect(outcome).toMatchObject({ runId: "bd-1", failedAdapter: "npm", cause: "infra", at: event.at });
    expect(outcome).not.toHaveProperty("quality");
    expect(outcome).not.toHaveProperty("failureType");
    expect(outcome.agentDecisions).toEqual([{ agent: "ada", decision: "reject", confidence: 0.5 }]);
  });

  it.each([
    ["result", {}],
    ["result", { result: "ok" }],
    ["success", { success: "true" as unknown as boolean }],
    ["success", { success: true, result: "partial" }],
    ["cause", { success: true, cause: "fate" }],
    ["riskLevel", { success: true, riskLevel: "tiny" }],
    ["humanOverride", { success: true, humanOverride: "no" as unknown as boolean }],
    ["retryCount", { success: true, retryCount: Number.NaN }],
    ["retryCount", { success: true, retryCount: -1 }],
    ["retryCount", { success: true, retryCount: Number.POSITIVE_INFINITY }],
    ["quality", { success: true, quality: Number.NaN }],
    ["quality", { success: true, postExecutionScore: 1.01 }],
    ["at", { success: true, at: "yesterday" }],
    ["agentDecisions.confidence", decision({ confidence: Number.NaN })],
    ["agentDecisions.decision", decision({ decision: "maybe" })],
  ] satisfies [string, RunOutcomeInput][])(
    "trap 8: toRunOutcome refuses a bad %s by its name",
    (field, input) => {
      expect(() => toRunOutcome(input)).toThrow(expect.objectContaining({ code: "invalid_input", field }));
    },
  );

  it("toRunOutcome changes nothing the second time", () => {
    fc.assert(fc.property(outcomes, (outcome) => void expect(toRunOutcome(outcome)).toEqual(outcome)));
  });
});

function decision(changes: object): RunOutcomeInput {
  return {
    success: true,
    agentDecisions: [{ agent: "ada", decision: "approve", confidence: 1, ...changes }],
  };
}

it("runOutcomeOf reads a recorded outcome exactly as toRunOutcome reads the same words of a caller", () => {
  const drafts = fc
    .sample(anyDraft, { numRuns: 6_000, seed: 11 })
    .filter((draft) => draft.type === "outcome-recorded");
  expect(drafts.length).toBeGreaterThan(50);
  for (const { data, run, task, at } of drafts) {
    const event = { id: "an-id", data, run, task, at } as EventOf<"outcome-recorded">;
    expect(runOutcomeOf(event)).toEqual(toRunOutcome({ ...event.data, runId: run ?? task ?? "an-id", at }));
  }
});
