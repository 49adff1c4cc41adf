import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VectorBlock } from "./vector-block.js";

const number = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1, max: 1 });
const rowsOf = (dimensions: number) => fc.array(fc.array(number, exactly(dimensions)), { maxLength: 30 });
const cases = fc
  .integer({ min: 1, max: 40 })
  .chain((dimensions) =>
    fc.record({ rows: rowsOf(dimensions), vector: fc.array(number, exactly(dimensions)) }),
  );

describe("a block of vectors", () => {
  it("its sums are those of four sums side by side, to the last bit, at any number of dimensions", () => {
    fc.assert(
      fc.property(cases, ({ rows, vector }) => {
        const block = VectorBlock.of(Float32Array.from(rows.flat()), vector.length);
        const found = block?.dotProducts(Float32Array.from(vector), rows.length);
        expect([...(found ?? [])]).toEqual(rows.map((row) => fourSums(row, vector)));
      }),
    );
  });

  it("rows beyond those that are compared at once have their sums in their places", () => {
    const rows = 10_000;
    const values = Float32Array.from({ length: rows * 3 }, (_, place) => place % 251);
    const found = VectorBlock.of(values, 3)?.dotProducts(Float32Array.of(1, 10, 100), rows);
    const expected = Array.from({ length: rows }, (_, row) =>
      [1, 10, 100].reduce((sum, factor, place) => sum + factor * ((row * 3 + place) % 251), 0),
    );
    expect([...(found ?? [])]).toEqual(expected);
  });

  it("a block that has grown holds what it held, and room for more", () => {
    const block = VectorBlock.of(Float32Array.of(1, 2, 3, 4), 2);
    expect(block?.grow(1_000_000)).toBe(true);
    const values = block?.values;
    expect(values?.length).toBeGreaterThanOrEqual(1_000_000);
    expect([...(values?.subarray(0, 5) ?? [])]).toEqual([1, 2, 3, 4, 0]);
    values?.set([5, 6], 999_998);
    expect(block?.dotProducts(Float32Array.of(1, 1), 500_000).at(-1)).toBe(11);
  });

  it("a block says so when it cannot grow as far as it is asked to, and keeps what it holds", () => {
    const block = VectorBlock.of(Float32Array.of(1, 2), 2);
    expect(block?.grow(2 ** 31)).toBe(false);
    expect([...(block?.dotProducts(Float32Array.of(1, 1), 1) ?? [])]).toEqual([3]);
  });
});

function exactly(length: number) {
  return { minLength: length, maxLength: length };
}

function fourSums(row: readonly number[], vector: readonly number[]): number {
  const sums = [0, 0, 0, 0];
  const even = row.length - (row.length % 4);
  for (const [place, value] of row.entries()) {
    const which = place < even ? place % 4 : 0;
    sums[which] = (sums[which] ?? 0) + value * (vector[place] ?? 0);
  }
  const [a = 0, b = 0, c = 0, d = 0] = sums;
  return a + b + (c + d);
}
