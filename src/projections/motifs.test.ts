import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MotifRow, motifRows } from "./motifs.js";

const motif = (signature: string, tasks: number, count: number): MotifRow => ({
  signature,
  text: "",
  tool: "Bash",
  count,
  tasks: Array.from({ length: tasks }, (_, index) => `t${index}`),
  firstAt: "2026-03-01T00:00:00.000Z",
  lastAt: "2026-03-01T00:00:00.000Z",
  remedies: [],
  tried: null,
  events: [],
});

describe("the list of recurring failures", () => {
  it("a motif of more tasks comes first, then one with more occurrences", () => {
    const rows = [motif("wide", 3, 3), motif("often", 2, 4), motif("rare", 2, 2)];
    const placeOf = (row: MotifRow) => motifRows.places?.(row, null)[0] ?? "";
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        const sorted = shuffled.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
        expect(sorted.map(({ signature }) => signature)).toEqual(["wide", "often", "rare"]);
      }),
    );
  });
});
