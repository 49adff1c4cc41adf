import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandLine } from "../../tests/support/command-line.js";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { collect, openInTemp, outcome } from "../../tests/support/whetstone.js";
import {
  type Belief,
  predictionFrom,
  predictionKeys,
  unknownBelief,
  updatedBeliefs,
} from "../runs/reliability/prediction.js";

const approve = (agent: string, confidence = 1) => ({ agent, decision: "approve" as const, confidence });

describe("the decision about a run", () => {
  it("an agent that nobody knows carries a run of low risk, and of medium risk a person is asked", async () => {
    const ws = await openInTemp();
    const decisions = [approve("ada")];
    expect(await ws.decide({ riskLevel: "low", decisions })).toMatchObject({
      decision: "proceed",
      support: 0.625,
      needed: 0.55,
    });
    expect(await ws.decide({ decisions })).toMatchObject({
      decision: "ask",
      reason: "the votes support it with 0.625, and it needs 0.65: ask a person",
    });
  });

  it("an agent whose approvals turned out well carries more, and one whose turned out badly less", async () => {
    const ws = await openInTemp();
    for (let run = 0; run < 5; run += 1) {
      await ws.record(outcome({ agentDecisions: [approve("ada")] }));
      await ws.record(outcome({ result: "failure", riskLevel: "high", agentDecisions: [approve("bob")] }));
    }
    const ask = (agent: string) => ws.decide({ decisions: [approve(agent)] });
    expect(await ask("ada")).toMatchObject({ decision: "proceed", votes: [{ profile: 0.725 }] });
    expect(await ask("bob")).toMatchObject({ decision: "ask", votes: [{ profile: 0.375 }] });
  });

  it("an adapter that fails makes its runs need more support, or a person", async () => {
    const ws = await openInTemp();
    const decisions = [approve("ada")];
    const before = await ws.decide({ riskLevel: "low", adapter: "GitHub", decisions });
    expect(before).toMatchObject({ decision: "proceed", riskMultiplier: 1 });
    for (let run = 0; run < 4; run += 1)
      await ws.record(
        outcome({ result: "failure", riskLevel: "high", adaptersUsed: ["github"], failureType: "auth" }),
      );
    const after = await ws.decide({ riskLevel: "low", adapter: "GitHub", decisions });
    expect(after).toMatchObject({ decision: "ask", riskMultiplier: 1.4, needed: 0.77 });
    expect(after.reason).toContain("its policy requires approval");
    expect(after.predictedFailure.failure).toBeGreaterThan(before.predictedFailure.failure);
  });

  it("a decision records nothing, and wrong input is refused with the name of its field", async () => {
    const ws = await openInTemp();
    const exported = await collect(ws.export({}));
    await ws.decide({ decisions: [approve("ada")] });
    expect(await collect(ws.export({}))).toEqual(exported);
    await expect(ws.decide({ decisions: [approve("ada", 2)] })).rejects.toMatchObject({
      code: "invalid_input",
      field: "decisions.0.confidence",
    });
  });
});

describe("the prediction beside a decision", () => {
  it("the prediction is that of a slow fold over all outcomes, live and after a rebuild", async () => {
    const runs = fc.record({
      result: fc.constantFrom("success" as const, "failure" as const, "partial" as const),
      actor: fc.constantFrom("ada", "bob"),
      taskId: fc.option(fc.constantFrom("t1", "t2", "all"), { nil: undefined }),
      adaptersUsed: fc.subarray(["git", "npm", "family git"]),
      cause: fc.constantFrom("task" as const, "policy" as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(runs, { maxLength: 15 }), async (history) => {
        const ws = await openInTemp();
        for (const run of history) await ws.record(outcome(run));
        const asked = { actor: "ada", adapter: "git", taskId: "t1", decisions: [] };
        const { predictedFailure } = await ws.decide(asked);
        expect(predictedFailure.failure).toBeCloseTo(slowPrediction(history), 3);
        await ws.rebuild({});
        expect((await ws.decide(asked)).predictedFailure).toEqual(predictedFailure);
      }),
      { numRuns: 15 },
    );
  });
});

interface Run {
  readonly result: string;
  readonly actor: string;
  readonly taskId?: string | undefined;
  readonly adaptersUsed: readonly string[];
  readonly cause: string;
}

function slowPrediction(history: readonly Run[]): number {
  const beliefs = new Map<string, Belief>();
  const keys = (run: Pick<Run, "actor" | "taskId" | "adaptersUsed">) => {
    const family = run.adaptersUsed.length === 1 ? run.adaptersUsed[0] : undefined;
    return predictionKeys({ capability: run.actor, family, task: run.taskId });
  };
  const of = (each: ReturnType<typeof keys>) =>
    each.map((key) => beliefs.get(JSON.stringify(key)) ?? unknownBelief(key));
  for (const run of history.filter(({ cause }) => cause === "task")) {
    const after = updatedBeliefs(of(keys(run)), run.result !== "success");
    for (const [at, key] of keys(run).entries()) beliefs.set(JSON.stringify(key), after[at] as Belief);
  }
  return predictionFrom(of(keys({ actor: "ada", taskId: "t1", adaptersUsed: ["git"] }))).probability;
}

it("a vote on the command line without an agent is refused with an example", async () => {
  for (const vote of ["approve", "=approve", "tester="])
    expect(await commandLine(["decide", "--vote", vote], { cwd: tempFolder() })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--vote tester=approve:0.9"),
    });
});
