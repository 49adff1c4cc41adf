import { describe, expect, it } from "vitest";
import { movingClock } from "../../../tests/support/ledger.js";
import { openInTemp, outcome } from "../../../tests/support/whetstone.js";
import type { Input, Whetstone } from "../../index.js";
import { dayMs } from "../../log/events/time.js";

const worked = outcome({ adaptersUsed: ["github"] });
const failed = outcome({ result: "failure", adaptersUsed: ["github"], failureType: "auth" });
const call = { tool: "mcp__github__create_pr", adapter: "github" };

async function record(ws: Whetstone, count: number, input: Input<"record">) {
  for (let n = 0; n < count; n += 1) await ws.record(input);
}

/** The types of the events in the log. */
async function eventTypes(ws: Whetstone): Promise<readonly unknown[]> {
  const types: unknown[] = [];
  for await (const line of ws.export()) types.push((JSON.parse(line) as { type?: unknown }).type);
  return types;
}

describe("an adapter with little evidence", () => {
  it("an adapter with fewer than three outcomes of its own has the base policy", async () => {
    const ws = await openInTemp();
    await record(ws, 2, failed);
    expect((await ws.checkTool(call)).decision).toBe("allow");
    expect(await ws.policy({ adapter: "github" })).toMatchObject({
      learned: null,
      reliability: 0.2,
      runs: 2,
      effective: { requireApproval: { value: false, setBy: "base" } },
    });
    expect((await ws.explain({ id: "github" })).answer.join(" ")).toContain(
      "the base policy holds: limits are learned from 3 outcomes on, " + "and it has 2",
    );
    expect((await ws.record(failed)).policyChanges).toHaveLength(3);
    expect((await ws.checkTool(call)).decision).toBe("ask");
  });

  it.each([
    [0, "ask"],
    [2, "ask"],
    [3, "allow"],
  ])("an adapter whose only failure came after %i successes: %s, by its score", async (place, decision) => {
    const ws = await openInTemp();
    await record(ws, place, worked);
    await record(ws, 1, failed);
    await record(ws, 2, worked);
    expect((await ws.checkTool(call)).decision).toBe(decision);
  });

  it("an adapter's least number of outcomes is a setting", async () => {
    const ws = await openInTemp({ set: ["policy.minOutcomes=2"] });
    await record(ws, 1, failed);
    expect((await ws.checkTool(call)).decision).toBe("allow");
    await record(ws, 1, failed);
    expect((await ws.checkTool(call)).decision).toBe("ask");
  });
});

describe("a review of a learned policy", () => {
  const review = { adapter: "github", actor: "ada", reason: "the token was renewed" };

  it.each([3, 10])("a review lifts the limits after %i failures and no success", async (failures) => {
    const ws = await openInTemp();
    await record(ws, failures, failed);
    const relaxed = await ws.relax(review);
    expect(relaxed.changes).toEqual([
      { field: "riskMultiplier", from: 1.4, to: 1 },
      { field: "maxRetries", from: 1, to: 2 },
      { field: "requireApproval", from: true, to: false },
    ]);
    expect((await ws.checkTool(call)).decision).toBe("allow");
    expect(await ws.policy({ adapter: "github" })).toMatchObject({
      learned: null,
      reliability: null,
      runs: 0,
      review: { by: "ada", reason: "the token was renewed" },
    });
  });

  it("a review starts reliability and failure counts again, and new evidence tightens anew", async () => {
    const ws = await openInTemp();
    await record(ws, 10, failed);
    await ws.relax(review);
    await record(ws, 2, failed);
    expect((await ws.checkTool(call)).decision).toBe("allow");
    await record(ws, 1, worked);
    // One of three, without a retry: 0.8 / 3 + 0.2.
    expect(await ws.policy({ adapter: "github" })).toMatchObject({ reliability: 0.467, runs: 3 });
    expect((await ws.checkTool(call)).decision).toBe("ask");
    const before = await ws.policy({ adapter: "github" });
    await ws.rebuild();
    expect(await ws.policy({ adapter: "github" })).toEqual(before);
  });

  it("a review is not taken for a regression of an adapter that had done well", async () => {
    const ws = await openInTemp();
    await record(ws, 9, worked);
    await record(ws, 9, failed);
    await ws.relax(review);
    expect((await ws.report()).regressions).toEqual([]);
  });

  it("a review of an adapter without learned limits writes nothing and says so", async () => {
    const ws = await openInTemp();
    await record(ws, 1, failed);
    const before = await eventTypes(ws);
    const answer = await ws.relax(review);
    expect(answer).toMatchObject({ changes: [], event: null });
    expect(answer.note).toBe("Nothing that was learned limits github: there is nothing to relax.");
    expect(await eventTypes(ws)).toEqual(before);
    expect((await ws.report()).since.changes).toEqual([]);
  });

  it("a review where only a person's limit is in force names it and how to remove it", async () => {
    const ws = await openInTemp();
    await ws.policy.set({
      adapter: "deploy",
      requireApproval: true,
      actor: "maintainer",
      reason: "production",
    });
    const answer = await ws.relax({ adapter: "deploy", actor: "ada", reason: "it works" });
    expect(answer).toMatchObject({ changes: [], event: null });
    expect(answer.note).toContain('maintainer set approval for deploy ("production")');
    expect(answer.note).toContain("whetstone policy deploy --remove require-approval");
    expect((await ws.checkTool({ tool: "x", adapter: "deploy" })).decision).toBe("ask");
  });

  it("a review leaves a person's limits in force and says which", async () => {
    const ws = await openInTemp();
    await record(ws, 3, failed);
    await ws.policy.set({ adapter: "github", maxRetries: 0, actor: "maintainer", reason: "it bills" });
    const answer = await ws.relax(review);
    expect(answer.changes).toContainEqual({ field: "requireApproval", from: true, to: false });
    expect(answer.note).toContain('maintainer set at most 0 retries for github ("it bills")');
    expect(answer.event).not.toBeNull();
    expect(await ws.policy({ adapter: "github" })).toMatchObject({
      effective: { maxRetries: { value: 0, setBy: "human" }, requireApproval: { value: false } },
    });
  });
});

describe("a person's limit on an adapter", () => {
  const approval = { adapter: "deploy", requireApproval: true, actor: "maintainer", reason: "production" };
  const retries = { adapter: "deploy", maxRetries: 5, actor: "ada", reason: "it is slow" };

  it("a person's limit keeps its own name and reason when somebody sets another field", async () => {
    const ws = await openInTemp();
    await ws.policy.set(approval);
    await ws.policy.set({ ...retries, maxRetries: 1 });
    const { human, effective } = await ws.policy({ adapter: "deploy" });
    expect(human).toMatchObject({
      requireApproval: { value: true, by: "maintainer", reason: "production" },
      maxRetries: { value: 1, by: "ada", reason: "it is slow" },
    });
    expect(effective.requireApproval.why).toBe("maintainer: production");
    expect(effective.maxRetries.why).toBe("ada: it is slow");
  });

  it("a person's limit is the reason that check-tool gives, and not failures that never happened", async () => {
    const ws = await openInTemp();
    await ws.policy.set(approval);
    const asked = await ws.checkTool({ tool: "x", adapter: "deploy" });
    expect(asked.reason).toContain("deploy needs approval: maintainer: production");
    expect(asked.reason).not.toMatch(/failed|whetstone relax/);
    await ws.policy.set({ ...retries, maxRetries: 1 });
    const denied = await ws.checkTool({ tool: "x", adapter: "deploy", retry: 2 });
    expect(denied.reason).toContain("deploy may be tried again once, and this would be retry 2");
    expect(denied.reason).toContain("ada: it is slow");
  });

  it("a learned limit is explained by what was learned", async () => {
    const ws = await openInTemp();
    await record(ws, 3, failed);
    const { reason } = await ws.checkTool(call);
    expect(reason).toContain("github needs approval: reliability 0.2 is below 0.7; auth failed 3 times");
  });

  it("a person's limit is removed field by field, by the verb that set it", async () => {
    const ws = await openInTemp();
    await ws.policy.set({ ...approval, maxRetries: 0 });
    const by = { adapter: "deploy", actor: "ada", reason: "the freeze is over" };
    const left = await ws.policy.set({ ...by, remove: ["requireApproval"] });
    expect(left.human).toEqual({ maxRetries: expect.objectContaining({ value: 0, by: "maintainer" }) });
    expect((await ws.checkTool({ tool: "x", adapter: "deploy" })).decision).toBe("allow");
    expect((await ws.report()).since.changes[0]?.text).toBe(
      "ada removed the limit on approval of deploy (the freeze is over)",
    );
    expect((await ws.policy.set({ ...by, remove: ["maxRetries"] })).human).toBeNull();
    await ws.rebuild();
    expect((await ws.policy({ adapter: "deploy" })).human).toBeNull();
  });

  it("a person's limit that is not there cannot be removed, and a change without a field is refused", async () => {
    const ws = await openInTemp();
    const by = { adapter: "deploy", actor: "ada", reason: "x" };
    await expect(ws.policy.set({ ...by, remove: ["maxRetries"] })).rejects.toMatchObject({
      code: "not_found",
      field: "remove",
    });
    await expect(ws.policy.set(by)).rejects.toMatchObject({ code: "invalid_input" });
    const both = { ...by, maxRetries: 1, remove: ["maxRetries" as const] };
    await expect(ws.policy.set(both)).rejects.toMatchObject({ code: "invalid_input", field: "remove" });
    expect((await ws.status()).log.events).toBe(0);
  });
});

describe("a stale overlay", () => {
  it("a stale overlay stands in status, doctor, metrics and the report's suggestions", async () => {
    const clock = movingClock();
    const ws = await openInTemp({ clock: clock.read });
    await record(ws, 3, failed);
    await record(ws, 9, { ...worked, adaptersUsed: ["npm"] });
    const policyCheck = async () => (await ws.doctor()).checks.find(({ name }) => name === "policy");
    expect((await ws.status()).overlays).toMatchObject({
      inForce: 1,
      stale: 0,
      oldest: [{ adapter: "github" }],
    });
    expect(await policyCheck()).toMatchObject({ state: "ok" });
    clock.advance(30 * dayMs + 1);
    expect((await ws.status()).overlays).toMatchObject({ inForce: 1, stale: 1 });
    expect(await policyCheck()).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("github"),
      next: expect.stringContaining("whetstone relax github"),
    });
    const { text } = await ws.metrics();
    expect(text).toContain("\nwhetstone_overlays_in_force 1\n");
    expect(text).toContain("\nwhetstone_overlays_stale 1\n");
    expect((await ws.report()).suggestions.join("\n")).toMatch(
      /The learned limits of github have had no evidence since 20\d\d-.*whetstone relax github/,
    );
  });
});

describe("a suggestion", () => {
  const rolledBack = { ...worked, rollbackOccurred: true };
  const suggestions = async (ws: Whetstone) => (await ws.report()).suggestions.join("\n");

  it.each([
    ["five later successes", async (ws: Whetstone) => record(ws, 5, worked)],
    [
      "a review",
      async (ws: Whetstone) => void (await ws.relax({ adapter: "github", actor: "ada", reason: "x" })),
    ],
  ])("a suggestion to fix or to limit leaves the report after %s", async (_what, settle) => {
    const ws = await openInTemp();
    await record(ws, 3, failed);
    await ws.record(rolledBack);
    expect(await suggestions(ws)).toContain("Check the token of github");
    expect(await suggestions(ws)).toContain("Narrow what github may change");
    await settle(ws);
    expect(await suggestions(ws)).not.toMatch(/Check the token|Narrow what/);
    await ws.rebuild();
    expect(await suggestions(ws)).not.toMatch(/Check the token|Narrow what/);
  });

  it("a suggestion leaves the report 30 days after its cause was last seen", async () => {
    const clock = movingClock();
    const ws = await openInTemp({ clock: clock.read });
    await record(ws, 3, failed);
    await ws.record(rolledBack);
    clock.advance(29 * dayMs);
    expect(await suggestions(ws)).toMatch(/Check the token[\s\S]*Narrow what/);
    clock.advance(2 * dayMs);
    expect(await suggestions(ws)).not.toMatch(/Check the token|Narrow what/);
  });

  it("a suggestion stays while its cause comes back between successes", async () => {
    const ws = await openInTemp();
    for (let n = 0; n < 3; n += 1) {
      await ws.record(rolledBack);
      await record(ws, 4, worked);
      await ws.record(failed);
    }
    expect(await suggestions(ws)).toMatch(/Check the token[\s\S]*Narrow what/);
  });

  it("a suggestion without an adapter leaves after five successes of any run", async () => {
    const ws = await openInTemp();
    const nobody = outcome({ result: "failure", failureType: "unsafe shell command" });
    await ws.record(nobody);
    expect(await suggestions(ws)).toContain("unsafe shell command of the run");
    await record(ws, 5, outcome());
    expect(await suggestions(ws)).toBe("");
  });
});
