import { describe, expect, it } from "vitest";
import { addDirective, dataOf } from "../../tests/support/host-session.js";
import { openInTemp } from "../../tests/support/whetstone.js";
import type { Whetstone } from "./open/whetstone.js";

const patient = ["insights.briefLimitMs=60000", "insights.captureLimitMs=600000"];

function open(time = { now: 1_800_000_000_000 }) {
  return openInTemp({ clock: () => time.now, set: patient });
}

function fail(ws: Whetstone, phase: string, target = "al") {
  const output = `make: unknown option --jbos of ${target}`;
  return ws.reflect({
    tool: "Bash",
    input: `make ${target} --jbos`,
    output,
    facts: { exitCode: 2 },
    phase,
    run: "r",
  });
}

/** A call that undoes the failure. */
function mend(ws: Whetstone, phase: string) {
  const facts = { exitCode: 0 };
  return ws.reflect({ tool: "Bash", input: "make al --jobs", output: "built", facts, phase, run: "r" });
}

describe("end-phase", () => {
  it("the end of a phase is an outcome with the failures, the retries and the time since it began", async () => {
    const time = { now: 1_800_000_000_000 };
    const ws = await open(time);
    await fail(ws, "earlier");
    await mend(ws, "earlier");
    await ws.beginPhase({ phase: "build" });
    await fail(ws, "build");
    await fail(ws, "build");
    await fail(ws, "build", "cargo");
    time.now += 60_000;
    const ended = await ws.endPhase({ phase: "build", filesTouched: ["a.ts"] });
    expect(ended).toMatchObject({ passed: true, proposed: [expect.stringMatching(/^failure-/)] });
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([
      { result: "partial", errorCount: 3, retryCount: 1, durationMs: 60_000, filesTouched: ["a.ts"] },
    ]);
  });

  it("the end of a phase counts once, however often it is reported", async () => {
    const ws = await open();
    await ws.beginPhase({ phase: "build" });
    const [first, second] = [await ws.endPhase({ phase: "build" }), await ws.endPhase({ phase: "build" })];
    expect(second.outcome).toBe(first.outcome);
    expect(await dataOf(ws, "outcome-recorded")).toHaveLength(1);
  });

  it("a phase in which no work was done has no outcome", async () => {
    const ws = await open();
    expect(await ws.endPhase({ phase: "talk", worked: false })).toMatchObject({ outcome: null });
  });

  it("a phase whose gate is closed ends all the same, and what failed in it is learned", async () => {
    const ws = await open();
    await addDirective(ws, { priority: "critical" });
    await ws.brief({ role: "coder", phase: "build", run: "r" });
    await fail(ws, "earlier");
    await mend(ws, "earlier");
    await fail(ws, "build");
    expect(await ws.endPhase({ phase: "build" })).toMatchObject({
      passed: false,
      proposed: [expect.any(String)],
    });
  });

  it("end-phase does not throw when the store is gone, and the loss is noted", async () => {
    const ws = await open();
    await ws.close();
    expect(await ws.endPhase({ phase: "build" })).toMatchObject({
      outcome: null,
      failed: { code: "closed" },
    });
    const { checks } = await (await openInTemp({ root: ws.folder, clock: () => 1_800_000_000_000 })).doctor();
    expect(checks.find(({ name }) => name === "losses")?.detail).toContain("end-phase");
  });
});

describe("a gate that is only asked", () => {
  it("a gate that is only asked records nothing when it is open, and keeps what failed for the end", async () => {
    const ws = await open();
    await fail(ws, "earlier");
    await mend(ws, "earlier");
    await ws.beginPhase({ phase: "build" });
    await fail(ws, "build");
    expect(await ws.gate({ phase: "build", ends: false })).toMatchObject({ passed: true });
    expect(await dataOf(ws, "gate-evaluated")).toEqual([]);
    expect((await ws.endPhase({ phase: "build" })).proposed).toHaveLength(1);
  });
});

describe("a brief in a long run", () => {
  it("a fresh brief leaves out what its run was shown, but not what another run was", async () => {
    const ws = await open();
    await addDirective(ws);
    const ask = (run: string) => ws.brief({ role: "coder", run, fresh: true });
    expect((await ask("one")).shown).toHaveLength(1);
    expect((await ask("one")).text).toBe("");
    expect((await ask("two")).shown).toHaveLength(1);
  });

  it("a brief can be acknowledged by its run after many briefs without lessons", async () => {
    const ws = await open();
    const { lesson } = await addDirective(ws);
    for (let n = 0; n < 25; n += 1) await ws.brief({ role: "coder", run: "one", fresh: true });
    const { receipts } = await ws.acknowledge({ run: "one", output: `KNOWLEDGE_APPLIED:${lesson}` });
    expect(receipts).toMatchObject([{ lesson, kind: "applied" }]);
  });

  it("an acknowledgement of a run that nobody knows says so, and is not a loss", async () => {
    const ws = await open();
    expect(await ws.acknowledge({ run: "unknown", output: "Done." })).toEqual({
      brief: "",
      receipts: [],
      unacknowledged: [],
      unexplained: [],
      spoofed: [],
      ambiguous: [],
      replayed: false,
      failed: { code: "not_found", reason: expect.stringMatching(/^there is no run 'unknown'/) },
    });
    expect((await ws.doctor()).checks.find(({ name }) => name === "losses")?.state).toBe("ok");
  });
});
