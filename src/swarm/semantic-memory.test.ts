import { existsSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";
import type { PatternRecord } from "./pattern-record.js";
import { getSemanticMemoryStore } from "./semantic-memory.js";

const byType: PatternRecord = {
  content: "Split by file type",
  kind: "pattern",
  is_negative: false,
  metadata: { bead_id: "bd-1", success: true, timestamp: "2026-02-15T10:00:00Z" },
};

describe("storing a pattern", () => {
  it("records the outcome that used it, dated as it says, with a duration known to be none", async () => {
    const ws = await openInTemp();
    const memory = await getSemanticMemoryStore(ws);
    await memory.store(byType);
    expect(await memory.query("file type")).toMatchObject([
      { content: "Split by file type", kind: "pattern", success_count: 1, failure_count: 0 },
    ]);
    expect((await ws.report()).outcomes).toMatchObject({ total: 1, meanScore: 0.92 });
    const log = [];
    for await (const line of ws.export()) log.push(line);
    expect(log[1]).toContain('"at":"2026-02-15T10:00:00.000Z"');
    expect(log[1]).toContain("The duration was not measured");
  });

  it("does not count again what the task's own outcome brought", async () => {
    const ws = await openInTemp();
    const memory = await getSemanticMemoryStore(ws);
    await ws.record(outcome({ task: "bd-1", strategy: "split by file type." }));
    await memory.store(byType);
    await memory.store({ ...byType, metadata: { bead_id: "bd-2", success: false } });
    await memory.store({ ...byType, metadata: { bead_id: "bd-2", success: false } });
    expect(await memory.query("file type")).toMatchObject([{ success_count: 1, failure_count: 1 }]);
  });

  it("has an anti-pattern that failures bear out, and refuses another", async () => {
    const ws = await openInTemp();
    const memory = await getSemanticMemoryStore(ws);
    const avoid: PatternRecord = {
      content: "AVOID: Split by file type. Failed 5/7 times (71% failure rate)",
      kind: "anti_pattern",
      is_negative: true,
    };
    await expect(memory.store(avoid)).rejects.toMatchObject({ code: "invalid_input", field: "content" });
    for (const bead_id of ["bd-1", "bd-2", "bd-3"]) {
      await memory.store({ ...byType, metadata: { bead_id, success: false } });
    }
    const { events } = (await ws.status()).log;
    await memory.store(avoid);
    expect((await ws.status()).log.events).toBe(events);
    expect(await memory.query("file type")).toMatchObject([
      { content: "AVOID: Split by file type. Failed 3/3 times (100% failure rate)", is_negative: true },
    ]);
  });

  it.each([undefined, "true", 1, null])(
    "refuses a success of %j: nothing would be learned from it",
    async (success) => {
      const memory = await getSemanticMemoryStore(await openInTemp());
      const pattern = { ...byType, metadata: { success } } as PatternRecord;
      await expect(memory.store(pattern)).rejects.toMatchObject({ field: "metadata.success" });
      expect(await memory.health()).toMatchObject({ healthy: true, count: 0 });
    },
  );
});

describe("querying", () => {
  it("ranks by what is in common, all of it unless limited, and leaves out what has nothing in common", async () => {
    const ws = await openInTemp({ set: ["store.kind=memory"] });
    const memory = await getSemanticMemoryStore(ws);
    for (let n = 0; n < 25; n += 1) await ws.record(outcome({ strategy: `Give the parser to worker number ${n}` }));
    await ws.record(outcome({ strategy: "Write the parser first" }));
    await ws.record(outcome({ strategy: "Ask the team" }));
    const all = await memory.query("write the parser");
    expect(all).toHaveLength(26);
    expect(all[0]).toMatchObject({ content: "Write the parser first", score: expect.closeTo(2 / Math.sqrt(6)) });
    expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).sort((a, b) => b - a));
    expect(await memory.query("write the parser", { limit: 3 })).toEqual(all.slice(0, 3));
    expect(await memory.query("write the parser", { threshold: 0.5 })).toHaveLength(1);
    expect(await memory.query("")).toEqual([]);
  });

  it.each([
    [{ limit: -1 }, "limit"],
    [{ limit: Number.NaN }, "limit"],
    [{ threshold: Number.NaN }, "threshold"],
    [{ threshold: 2 }, "threshold"],
  ])("refuses %j", async (options, field) => {
    const memory = await getSemanticMemoryStore(await openInTemp());
    await expect(memory.query("x", options)).rejects.toMatchObject({ field });
  });
});

describe("health", () => {
  it("is good when a stored text is found again, and leaves nothing behind", async () => {
    const ws = await openInTemp();
    const memory = await getSemanticMemoryStore(ws);
    const { location } = (await ws.status()).store;
    expect(await memory.health()).toEqual({ healthy: true, count: 0, location });
    expect(existsSync(location ?? "")).toBe(false);
    await memory.store(byType);
    const { events } = (await ws.status()).log;
    expect(await memory.health()).toEqual({ healthy: true, count: 1, location });
    expect((await ws.status()).log.events).toBe(events);
  });

  it("is bad when a stored text cannot be found", async () => {
    const ws = await openInTemp();
    await ws.record(outcome({ strategy: "???" }));
    expect(await (await getSemanticMemoryStore(ws)).health()).toMatchObject({ healthy: false, count: 1 });
  });

  it("is bad when the store does not answer", async () => {
    const folder = tempFolder();
    const memory = await getSemanticMemoryStore({ root: folder, env: { HOME: folder } });
    await memory.close();
    expect(await memory.health()).toMatchObject({ healthy: false, count: 0, problem: expect.any(String) });
  });

  it("does not open what is no store", async () => {
    const ws = await openInTemp();
    await ws.record(outcome());
    const { location } = (await ws.status()).store;
    await ws.close();
    writeFileSync(location ?? "", "not a database");
    const again = getSemanticMemoryStore({ root: ws.folder, env: { HOME: ws.folder } });
    await expect(again).rejects.toMatchObject({ code: "corrupt" });
  });
});
