import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { collect, openInTemp, outcome } from "../../../tests/support/whetstone.js";
import { getSemanticMemoryStore, type PatternRecord } from "./semantic-memory.js";

const byType: PatternRecord = {
  content: "Split by file type",
  kind: "pattern",
  is_negative: false,
  metadata: { bead_id: "bd-1", success: true, timestamp: "2026-02-15T10:00:00Z" },
};

describe("storing a pattern", () => {
  it("store records the outcome that used the pattern, dated as it says, and marks the duration as unmeasured", async () => {
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

  it("store does not count again what the task's own outcome brought", async () => {
    const ws = await openInTemp();
    const memory = await getSemanticMemoryStore(ws);
    await ws.record(outcome({ taskId: "bd-1", strategy: "split by file type." }));
    await memory.store(byType);
    await memory.store({ ...byType, metadata: { bead_id: "bd-2", success: false } });
    await memory.store({ ...byType, metadata: { bead_id: "bd-2", success: false } });
    expect(await memory.query("file type")).toMatchObject([{ success_count: 1, failure_count: 1 }]);
  });

  it("store takes an anti-pattern that recorded failures support, and refuses another", async () => {
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

  it("store takes the anti-pattern that a query answered, also with a prefix of the project's own", async () => {
    const ws = await openInTemp({ set: ["antiPatterns.prefix=SHUN: "] });
    const memory = await getSemanticMemoryStore(ws);
    for (const bead_id of ["bd-1", "bd-2", "bd-3"])
      await memory.store({ ...byType, metadata: { bead_id, success: false } });
    const [inverted] = await memory.query("file type");
    const content = "SHUN: Split by file type. Failed 3/3 times (100% failure rate)";
    expect(inverted).toMatchObject({ content, is_negative: true });
    const { events } = (await ws.status()).log;
    await memory.store({ content, kind: "anti_pattern", is_negative: true });
    expect((await ws.status()).log.events).toBe(events);
  });

  it.each([undefined, "true", 1, null])(
    "store refuses a success of %j, as nothing would be learned from it",
    async (success) => {
      const memory = await getSemanticMemoryStore(await openInTemp());
      const pattern = { ...byType, metadata: { success } } as PatternRecord;
      await expect(memory.store(pattern)).rejects.toMatchObject({ field: "metadata.success" });
      expect(await memory.health()).toMatchObject({ healthy: true, count: 0 });
    },
  );
});

describe("querying", () => {
  it("query ranks by the cosine of the meanings, with the score in each, and finds what shares no word", async () => {
    const ws = await openInTemp();
    const memory = await getSemanticMemoryStore(ws);
    const strategies = [
      "Add an index so that SQL lookups are faster",
      "Write the parser first",
      "Ask the customer by mail",
    ];
    for (const strategy of strategies) await ws.record(outcome({ strategy }));
    const all = await memory.query("Speed up the slow database queries");
    expect(all[0]).toMatchObject({
      content: strategies[0],
      score: expect.closeTo(0.49, 1),
      compared_by: "meaning",
    });
    expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).sort((a, b) => b - a));
    expect(all.every(({ score }) => score > 0 && score <= 1)).toBe(true);
    expect(await memory.query("Speed up the slow database queries", { limit: 1 })).toEqual(all.slice(0, 1));
    expect(await memory.query("Speed up the slow database queries", { threshold: 0.4 })).toEqual(
      all.slice(0, 1),
    );
    expect((await memory.query(strategies[1] ?? ""))[0]).toMatchObject({
      content: strategies[1],
      score: expect.closeTo(1, 5),
    });
    expect(await memory.query("")).toEqual([]);
  });

  it("query finds a strategy of now among many, and none of another project", async () => {
    const [ws, other] = [await openInTemp(), await openInTemp()];
    const memory = await getSemanticMemoryStore(ws);
    for (let n = 0; n < 25; n += 1)
      await ws.record(outcome({ strategy: `Give the parser to worker number ${n}` }));
    await other.record(outcome({ strategy: "Write the parser first" }));
    expect(await memory.query("write the parser first")).toHaveLength(25);
    await ws.record(outcome({ strategy: "Write the parser first" }));
    expect((await memory.query("write the parser first"))[0]).toMatchObject({
      content: "Write the parser first",
    });
    expect(await (await getSemanticMemoryStore(other)).query("worker number 7")).toHaveLength(1);
  });

  it("query compares words where there is no model, and where the model knows none of the words", async () => {
    const off = await openInTemp({ set: ["retrieval.embedder=off"] });
    await off.record(outcome({ strategy: "Write the parser first" }));
    await off.record(outcome({ strategy: "Ask the customer by mail" }));
    const words = await getSemanticMemoryStore(off);
    expect(await words.query("parser first")).toMatchObject([
      { content: "Write the parser first", compared_by: "words" },
    ]);
    expect(await words.health()).toMatchObject({ healthy: true, by: "words", model: null });
    const ws = await openInTemp();
    await ws.record(outcome({ strategy: "機能ごとに分ける" }));
    expect(await (await getSemanticMemoryStore(ws)).query("機能ごと")).toMatchObject([
      { content: "機能ごとに分ける" },
    ]);
  });

  it.each([
    [{ limit: -1 }, "limit"],
    [{ limit: Number.NaN }, "limit"],
    [{ threshold: Number.NaN }, "threshold"],
    [{ threshold: 2 }, "threshold"],
  ])("query refuses %j", async (options, field) => {
    const memory = await getSemanticMemoryStore(await openInTemp());
    await expect(memory.query("x", options)).rejects.toMatchObject({ field });
  });
});

describe("health", () => {
  const model = "static-deb-256";

  it("health is good when a probe is found again, which is not visible elsewhere and is not kept", async () => {
    const ws = await openInTemp();
    const memory = await getSemanticMemoryStore(ws);
    const { location: database } = (await ws.status()).store;
    const location = join(dirname(database ?? ""), "vectors");
    const good = {
      healthy: true,
      location: database,
      by: "words and meaning",
      model: expect.stringContaining(model),
    };
    expect(await memory.health()).toEqual({ ...good, count: 0 });
    expect(existsSync(database ?? "")).toBe(false);
    await memory.store(byType);
    const before = await collect(ws.export());
    const [checks, found] = await Promise.all([
      Promise.all([memory.health(), memory.health(), memory.health()]),
      memory.query("Split the work by feature and write the tests first"),
    ]);
    expect(checks).toEqual(Array(3).fill({ ...good, count: 1 }));
    expect(found.map(({ content }) => content)).toEqual(["Split by file type"]);
    expect(await collect(ws.export())).toEqual(before);
    await ws.close();
    // The index and its place in the log.
    const left = existsSync(location) ? readdirSync(location) : [];
    expect(left.length).toBeLessThanOrEqual(2);
  });

  it("health names the problem when the chosen model is not there and words answer", async () => {
    const set = [`retrieval.embedder=${tempFolder()}/no-model`];
    const memory = await getSemanticMemoryStore(await openInTemp({ set }));
    expect(await memory.health()).toMatchObject({
      healthy: true,
      by: "words",
      model: null,
      problem: expect.any(String),
    });
  });

  it("health is bad with the problem's text when the probe is not found", async () => {
    const ws = await openInTemp();
    const broken = {
      ...(await ws.index.health()),
      healthy: false,
      problem: "a text was written and 0 were found",
    };
    const memory = await getSemanticMemoryStore({
      ...ws,
      index: { ...ws.index, health: async () => broken },
    });
    expect(await memory.health()).toMatchObject({
      healthy: false,
      problem: "a text was written and 0 were found",
    });
  });

  it("health is bad when the store does not answer", async () => {
    const folder = tempFolder();
    const memory = await getSemanticMemoryStore({ root: folder, env: { HOME: folder } });
    await memory.close();
    expect(await memory.health()).toMatchObject({ healthy: false, count: 0, problem: expect.any(String) });
  });

  it("getSemanticMemoryStore does not open a file that is not a store", async () => {
    const ws = await openInTemp();
    await ws.record(outcome());
    const { location } = (await ws.status()).store;
    await ws.close();
    writeFileSync(location ?? "", "not a database");
    const again = getSemanticMemoryStore({ root: ws.folder, env: { HOME: ws.folder } });
    await expect(again).rejects.toMatchObject({ code: "corrupt" });
  });
});
