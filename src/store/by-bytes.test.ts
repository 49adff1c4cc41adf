import * as fc from "fast-check";
import { expect, it } from "vitest";
import { byBytes } from "./by-bytes.js";

it("compares as the bytes of the texts do", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({
      unit: fc.constantFrom("a", "b", "é", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"),
    }),
  );
  fc.assert(
    fc.property(text, text, (a, b) => {
      const slow = Buffer.compare(Buffer.from(a), Buffer.from(b));
      expect(Math.sign(byBytes(a, b))).toBe(slow);
    }),
    { numRuns: 2_000 },
  );
});
