import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MemoryIndex } from "./memory-index.js";
import { normalised } from "./order/cosine.js";
import type { ModelStamp, VectorIndex, VectorRow } from "./vector-index.js";

export const contractModel: ModelStamp = { name: "contract", dimensions: 8 };
const project = "one";

/** Reproducible and spread over all directions, because the steps of the sine are large. */
export function someVector(seed: number, dimensions = contractModel.dimensions): Float32Array {
  return normalised(
    Float32Array.from({ length: dimensions }, (_, place) => Math.sin(seed * 12.9898 + place * 78.233)),
  );
}

function row(id: string, seed: number, kind = "strategy"): VectorRow {
  return { id, kind, vector: someVector(seed) };
}

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

/** Prefixes of each other, quotes, slashes, a wildcard, and one name in two forms of Unicode. */
const owners = [
  "p",
  "p1",
  "p'",
  "p'--",
  "P",
  "p%",
  "p/1",
  "p/../p",
  "caf\u00e9",
  "cafe\u0301",
  "\ud800",
  "\ufffd",
];

/** `runs` is lower for adapters that write slowly. */
export function vectorIndexContract(name: string, open: () => Promise<VectorIndex>, runs = 50): void {
  describe(`${name} as a VectorIndex`, () => {
    let index: VectorIndex;
    beforeEach(async () => {
      index = await open();
    });
    afterEach(() => index.close());

    it("a new index is empty", async () => {
      expect(await index.nearest(project, someVector(1), { limit: 5 })).toEqual([]);
      expect(await index.count(project)).toBe(0);
      expect(await index.position(project)).toBe(0);
      await index.remove(project, ["nothing"]);
      await index.upsert(project, []);
    });

    it("nearest returns the requested number of rows by cosine, best first", async () => {
      await index.upsert(
        project,
        Array.from({ length: 40 }, (_, n) => row(`l${n}`, n)),
      );
      const found = await index.nearest(project, someVector(7), { limit: 25 });
      expect(found.length).toBe(25);
      expect(found[0]).toMatchObject({ id: "l7", kind: "strategy", similarity: expect.closeTo(1, 4) });
      const similarities = found.map(({ similarity }) => similarity);
      expect(similarities).toEqual([...similarities].sort((a, b) => b - a));
      expect(await index.nearest(project, someVector(7), { limit: 0 })).toEqual([]);
    });

    it.each([41, 1e9, Number.POSITIVE_INFINITY])("a limit of %d returns all rows", async (limit) => {
      await index.upsert(
        project,
        Array.from({ length: 40 }, (_, n) => row(`l${n}`, n)),
      );
      expect((await index.nearest(project, someVector(7), { limit })).length).toBe(40);
      expect([...(await index.ids(project))].length).toBe(40);
      expect(await index.ids("unknown")).toEqual(new Set());
    });

    it("rows that tie for the last place are taken in the order of their ids", async () => {
      const names = Array.from({ length: 60 }, (_, n) => `l${String((n * 37) % 60).padStart(2, "0")}`);
      await index.upsert(project, [...names.map((id) => row(id, 1)), row("near", 2)]);
      const found = await index.nearest(project, someVector(1), { limit: 5 });
      expect(ids(found)).toEqual(["l00", "l01", "l02", "l03", "l04"]);
    });

    it("a vector of other dimensions cannot be written or searched for, and no row is lost", async () => {
      await index.upsert(project, [row("a", 1)]);
      const odd = someVector(1, 7);
      await expect(index.upsert(project, [{ id: "b", kind: "strategy", vector: odd }])).rejects.toThrow(
        /7 dimensions/,
      );
      await expect(index.nearest(project, odd, { limit: 1 })).rejects.toThrow(/7 dimensions/);
      expect(ids(await index.nearest(project, someVector(1), { limit: 5 }))).toEqual(["a"]);
    });

    it("each lesson has one row, the newest", async () => {
      await index.upsert(project, [row("a", 1), row("b", 2)]);
      for (let n = 3; n < 6; n += 1) await index.upsert(project, [row("a", n)]);
      await index.upsert(project, [row("a", 8), row("a", 9)]);
      expect(await index.count(project)).toBe(2);
      const found = await index.nearest(project, someVector(9), { limit: 10 });
      expect(ids(found)).toEqual(["a", "b"]);
      expect(found[0]?.similarity).toBeCloseTo(1, 4);
      expect((await index.vectorsOf(project, ["a"])).get("a")).toEqual(someVector(9));
    });

    it("remove deletes the given rows and no others", async () => {
      await index.upsert(project, [row("a", 1), row("b", 2), row("c", 3)]);
      await index.remove(project, ["a", "c", "d"]);
      expect(ids(await index.nearest(project, someVector(1), { limit: 10 }))).toEqual(["b"]);
      expect([...(await index.vectorsOf(project, ["a", "b"])).keys()]).toEqual(["b"]);
    });

    it("clear empties one project and leaves the others unchanged", async () => {
      await index.upsert(project, [row("a", 1), row("b", 2)]);
      await index.upsert("another", [row("a", 3)]);
      await index.setPosition(project, 5);
      await index.clear(project);
      expect([
        await index.count(project),
        await index.position(project),
        await index.count("another"),
      ]).toEqual([0, 0, 1]);
      await index.clear("unknown");
    });

    it("nearest returns only the requested kinds and similarity", async () => {
      await index.upsert(project, [row("a", 1, "insight"), row("b", 1, "directive"), row("c", 2, "insight")]);
      const near = (options: { kinds?: string[]; threshold?: number }) =>
        index.nearest(project, someVector(1), { limit: 10, ...options });
      expect(ids(await near({ kinds: ["insight"] }))).toEqual(["a", "c"]);
      expect(ids(await near({ kinds: ["insight", "directive"], threshold: 0.99 }))).toEqual(["a", "b"]);
      expect(ids(await near({ kinds: [] }))).toEqual([]);
    });

    it.each([
      "it's",
      "' OR '1'='1",
      'x"; DROP TABLE patterns; --',
      "\\",
      "%",
      "\u0000",
      "日本語",
      "a\nb",
      "🚀",
      "\ud800",
      "__proto__",
      "a/../b",
    ])("the name %j works like any other", async (odd) => {
      await index.upsert(project, [row("plain", 1), row(odd, 2, odd)]);
      await index.upsert(odd, [row("theirs", 3)]);
      expect(ids(await index.nearest(project, someVector(2), { limit: 10, kinds: [odd] }))).toEqual([odd]);
      expect(ids(await index.nearest(odd, someVector(2), { limit: 10 }))).toEqual(["theirs"]);
      expect(await index.count(odd)).toBe(1);
      await index.remove(project, [odd]);
      expect(ids(await index.nearest(project, someVector(2), { limit: 10 }))).toEqual(["plain"]);
    });

    it("a name of one megabyte works like any other", async () => {
      const long = "it's ".repeat(200_000);
      await index.upsert(long, [row(long, 1, long), row("a", 2)]);
      const [found] = await index.nearest(long, someVector(1), { limit: 5, kinds: [long] });
      expect([found?.id === long, found?.kind === long]).toEqual([true, true]);
      await index.remove(long, [long]);
      expect([await index.count(long), await index.count("it's ")]).toEqual([1, 0]);
    });

    it("one project never sees the rows of another", async () => {
      const step = fc.record({
        project: fc.constantFrom(...owners),
        id: fc.constantFrom("a", "b", "c"),
        seed: fc.nat(30),
        remove: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const subject = await open();
          const oracle = new MemoryIndex(contractModel);
          for (const { project: owner, id, seed, remove } of steps) {
            for (const each of [subject, oracle]) {
              if (remove) await each.remove(owner, [id]);
              else await each.upsert(owner, [row(id, seed)]);
            }
          }
          for (const owner of [...owners, "unknown"]) {
            const [found, expected] = await Promise.all(
              [subject, oracle].map((each) => each.nearest(owner, someVector(4), { limit: 10 })),
            );
            expect(found?.map(({ id }) => id).sort()).toEqual(expected?.map(({ id }) => id).sort());
            expect(await subject.count(owner)).toBe(expected?.length);
          }
          await subject.close();
        }),
        { numRuns: runs },
      );
    });

    it("each project has its own position", async () => {
      await index.upsert(project, [row("a", 1)]);
      await index.setPosition(project, 17);
      await index.setPosition("it's another", 4);
      expect(await index.position(project)).toBe(17);
      expect(await index.position("it's another")).toBe(4);
      expect(await index.position("unknown")).toBe(0);
    });

    it("health succeeds and leaves no probe behind", async () => {
      await index.upsert(project, [row("a", 1)]);
      expect(await index.health()).toMatchObject({ healthy: true, count: 1 });
      expect(await index.count("health probe")).toBe(0);
    });
  });
}
