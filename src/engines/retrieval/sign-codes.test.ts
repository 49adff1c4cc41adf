import * as fc from "fast-check";
import { expect, it } from "vitest";
import { SignCodes } from "./sign-codes.js";

it("scores each row by the sum of the vector over the signs of the row, whatever was replaced before", () => {
  const dimensions = fc.integer({ min: 1, max: 20 });
  const value = fc.float({ min: -1, max: 1, noNaN: true });
  const matrices = dimensions.chain((width) => {
    const vector = fc.array(value, { minLength: width, maxLength: width });
    return fc.record({
      rows: fc.array(vector, { minLength: 1, maxLength: 12 }),
      replaced: fc.array(fc.record({ row: fc.nat(11), vector }), { maxLength: 6 }),
      vector,
    });
  });
  fc.assert(
    fc.property(matrices, ({ rows, replaced, vector }) => {
      const values = Float32Array.from(rows.flat());
      const codes = SignCodes.of(values, vector.length, rows.length);
      for (const { row, vector: fresh } of replaced) {
        if (row >= rows.length) continue;
        values.set(fresh, row * vector.length);
        codes.set(row, values);
      }
      const scores = codes.scores(Float32Array.from(vector), rows.length);
      for (let row = 0; row < rows.length; row += 1) {
        const own = values.subarray(row * vector.length, (row + 1) * vector.length);
        const expected = vector.reduce((sum, each, at) => sum + ((own[at] ?? 0) > 0 ? each : -each), 0);
        expect(scores[row]).toBeCloseTo(expected, 4);
      }
    }),
  );
});
