import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestFirst } from "./best-first.js";
import { dot, normalised } from "./cosine.js";
import { VectorMatrix } from "./vector-matrix.js";

const dimensions = 6;
const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
  .map((values) => normalised(Float32Array.from(values)));
const id = fc.constantFrom("a", "b", "c", "d", "e", "f");
const step = fc.record({ id, kind: fc.constantFrom("x", "y"), vector: fc.option(vector) });

describe("the vector matrix", () => {
  it("the matrix finds what comparing one by one finds, after any rows written, replaced and removed", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        vector,
        fc.integer({ min: 0, max: 7 }),
        (steps, query, limit) => {
          const matrix = new VectorMatrix(dimensions);
          const rows = new Map<string, { kind: string; vector: Float32Array }>();
          for (const { id: name, kind, vector: values } of steps) {
            if (values === null) {
              matrix.remove(name);
              rows.delete(name);
            } else {
              matrix.upsert({ id: name, kind, vector: values });
              rows.set(name, { kind, vector: values });
            }
          }
          const expected = [...rows]
            .filter(([, row]) => row.kind === "x")
            .map(([name, row]) => ({ id: name, score: dot(row.vector, query) }))
            .sort(bestFirst)
            .slice(0, limit);
          for (const each of [matrix, VectorMatrix.from(matrix.pack())]) {
            const found = each.cosines(query).best(limit, (_, kind) => kind === "x");
            expect(found.map(({ score }) => Math.round(score * 1e5) + 0)).toEqual(
              expected.map(({ score }) => Math.round(score * 1e5) + 0),
            );
            expect(each.size).toBe(rows.size);
          }
        },
      ),
    );
  });

  it("the matrix refuses a vector of other dimensions", () => {
    expect(() => new VectorMatrix(3).upsert({ id: "a", kind: "x", vector: new Float32Array(4) })).toThrow(
      /4 dimensions/,
    );
  });
});
