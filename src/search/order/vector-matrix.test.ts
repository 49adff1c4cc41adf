import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestFirst } from "./best-first.js";
import { dot, normalised } from "./cosine.js";
import { oneGroup } from "./families.js";
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
            const found = each.cosines(query).best(
              limit,
              oneGroup(each.familyOf, (kind) => kind === "x"),
            );
            expect(found.map(({ score }) => Math.round(score * 1e5) + 0)).toEqual(
              expected.map(({ score }) => Math.round(score * 1e5) + 0),
            );
            expect(each.size).toBe(rows.size);
          }
        },
      ),
    );
  });

  it("a large matrix finds what comparing one by one finds, also after rows were removed and replaced", () => {
    const { matrix, vectorAt } = largeMatrix(5_000);
    const isBest = (limit: number, query: number) => {
      const vector = vectorAt(70_000 + query);
      const found = matrix.cosines(vector).best(limit);
      const cosine = (id: string) => dot(matrix.vectorOf(id) ?? vector, vector);
      const expected = matrix.ids.map((id) => ({ id, score: cosine(id) })).sort(bestFirst);
      expect(found.map(({ id }) => id)).toEqual(expected.slice(0, limit).map(({ id }) => id));
    };
    isBest(50, 0);
    isBest(50, 1);
    for (let row = 0; row < 400; row += 1) matrix.remove(`row-${row}`);
    isBest(50, 2);
    for (let row = 400; row < 500; row += 1)
      matrix.upsert({ id: `row-${row}`, kind: "x", vector: vectorAt(90_000 + row) });
    isBest(50, 3);
    for (let row = 5_000; row < 12_000; row += 1)
      matrix.upsert({ id: `row-${row}`, kind: "x", vector: vectorAt(row) });
    isBest(200, 4);
    const { values } = matrix.pack();
    expect(values).toHaveLength(matrix.size * matrix.dimensions);
  });

  it("the matrix refuses a vector of other dimensions", () => {
    expect(() => new VectorMatrix(3).upsert({ id: "a", kind: "x", vector: new Float32Array(4) })).toThrow(
      /4 dimensions/,
    );
  });
});

/** Rows that belong to one of 400 subjects and differ from it, always the same ones. */
function largeMatrix(rows: number) {
  const width = 37;
  const numbers = (seed: number) => {
    let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 31 - 1;
    };
  };
  const vectorAt = (row: number) => {
    const [subject, own] = [numbers(1_000_000 + (row % 400)), numbers(row)];
    return normalised(Float32Array.from({ length: width }, () => subject() + own()));
  };
  const matrix = new VectorMatrix(width);
  for (let row = 0; row < rows; row += 1)
    matrix.upsert({ id: `row-${row}`, kind: "x", vector: vectorAt(row) });
  return { matrix, vectorAt };
}
