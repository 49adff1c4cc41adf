import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collect, manyOf, type OutcomeLine, openInTemp, outcome } from "../../tests/support/whetstone.js";

const good = (line: number, changes = {}): OutcomeLine => ({ line, value: outcome(changes) });
const failure = { result: "failure", strategy: "Split by file type", adaptersUsed: ["github"] };

describe("recordMany", () => {
  it("recordMany keeps the good lines and refuses the bad ones by number, each with a row", async () => {
    const ws = await openInTemp();
    const lines = [
      good(1),
      { line: 2, value: { ...outcome(), result: "succes" } },
      good(4, { taskId: "bd-4" }),
      { line: 5, problem: "it is not JSON: column 3: a comma is missing" },
      { line: 6, value: { ...outcome(), durationMS: 3 } },
      { line: 7, value: { ...outcome(), at: "2026-03-01T00:05:00.001Z" } },
      { line: 8, value: 7 },
      good(9),
    ];
    const result = await ws.recordMany(manyOf(lines));
    expect(result).toMatchObject({ read: 8, recorded: 3, replayed: 0, antiPatterns: [], policyChanges: 0 });
    expect(result.refused).toEqual([
      { line: 2, field: "result", reason: expect.stringContaining("success") },
      { line: 5, field: "", reason: "it is not JSON: column 3: a comma is missing" },
      { line: 6, field: "durationMS", reason: "there is no such field. Did you mean 'durationMs'?" },
      { line: 7, field: "at", reason: expect.stringContaining("5 minutes ahead") },
      { line: 8, field: "", reason: expect.stringContaining("object") },
    ]);
    expect(await ws.status()).toMatchObject({ log: { events: 3 }, outcomes: { success: 3 }, rejected: 5 });
  });

  it("recordMany teaches like one call for each line", async () => {
    const lines = [1, 2, 3, 4].map((line) => good(line, { ...failure, taskId: `bd-${line}` }));
    const [many, single] = [await openInTemp(), await openInTemp()];
    const result = await many.recordMany(manyOf(lines));
    expect(result.antiPatterns).toEqual([expect.stringMatching(/^anti-strategy-/)]);
    expect(result.policyChanges).toBe(3);
    for (const line of lines) if ("value" in line) await single.record(line.value as never);
    const learned = async (ws: typeof many) => [
      await ws.lessons.list(),
      await ws.policy({ adapter: "github" }),
    ];
    expect(await learned(many)).toEqual(await learned(single));
    expect((await many.plan({ task: "x" })).prompt).toContain("AVOID: Split by file type. Failed 4/4 times");
  });

  it("recordMany recognises a key again, in the same call and in a later one", async () => {
    const ws = await openInTemp();
    const lines = [1, 2, 1, 3].map((key, index) => good(index + 1, { ...failure, key: `run ${key}` }));
    expect(await ws.recordMany(manyOf(lines))).toMatchObject({ read: 4, recorded: 3, replayed: 1 });
    const before = await collect(ws.export());
    expect(await ws.recordMany(manyOf(lines))).toMatchObject({
      read: 4,
      recorded: 0,
      replayed: 4,
      refused: [],
    });
    expect(await collect(ws.export())).toEqual(before);
    expect((await ws.status()).outcomes.failure).toBe(3);
  });

  it("recordMany takes 2,000 lines, bad ones among them, and reports its progress", async () => {
    const ws = await openInTemp();
    const lines = Array.from({ length: 2_000 }, (_, index): OutcomeLine => {
      const line = index + 1;
      if (line % 100 === 0) return { line, problem: "it is not JSON" };
      return good(line, {
        result: line % 3 === 0 ? "failure" : "success",
        adaptersUsed: [`tool ${line % 7}`],
      });
    });
    const told: [number, number][] = [];
    const result = await ws.recordMany(manyOf(lines), {
      onProgress: (done, total) => told.push([done, total]),
    });
    expect(result).toMatchObject({ read: 2_000, recorded: 1_980, replayed: 0 });
    expect(result.refused.map(({ line }) => line)).toEqual(
      Array.from({ length: 20 }, (_, index) => (index + 1) * 100),
    );
    expect(told.at(-1)).toEqual([2_000, 2_000]);
    // Of the 666 multiples of 3 up to 2,000 the six multiples of 300 were not readable.
    expect((await ws.report()).outcomes).toMatchObject({ total: 1_980, success: 1_320, failure: 660 });
    expect((await ws.status()).rejected).toBe(20);
    expect((await ws.doctor()).checks.filter((check) => check.state === "problem")).toEqual([]);
  });

  it("recordMany of an empty list records nothing", async () => {
    const ws = await openInTemp();
    expect(await ws.recordMany(manyOf([]))).toMatchObject({ read: 0, recorded: 0, refused: [] });
    expect((await ws.status()).log.events).toBe(0);
  });

  it("recordMany accounts for every line, whatever it holds", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(fc.constant(outcome()), fc.jsonValue({ maxDepth: 1 }), fc.constant(outcome({ key: "k" }))),
        ),
        async (values) => {
          const ws = await openInTemp({ set: ["store.kind=memory"] });
          const { read, recorded, replayed, refused } = await ws.recordMany(
            manyOf(values.map((value, index) => ({ line: index + 1, value }))),
          );
          expect(recorded + replayed + refused.length).toBe(read);
          expect(await ws.status()).toMatchObject({ log: { events: recorded }, rejected: refused.length });
        },
      ),
      { numRuns: 60 },
    );
  });
});

it("recordMany refuses a line whose key belongs to another event, and keeps the lines around it", async () => {
  const ws = await openInTemp();
  await ws.feedback({ criterion: "type_safe", type: "helpful", value: 1, key: "taken" });
  const values = [outcome({ taskId: "a" }), outcome({ taskId: "b", key: "taken" }), outcome({ taskId: "c" })];
  const result = await ws.recordMany(manyOf(values.map((value, index) => ({ line: index + 1, value }))));
  expect(result).toMatchObject({ recorded: 2, refused: [{ line: 2, field: "key" }] });
  expect((await ws.status()).outcomes.success).toBe(2);
});
