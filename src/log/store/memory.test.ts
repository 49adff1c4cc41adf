import * as fc from "fast-check";
import { expect, it } from "vitest";
import { byBytes } from "./by-bytes.js";
import { MemoryStore } from "./memory.js";
import { storeContract } from "./store.contract.js";

// Cannot be shared: what it holds belongs to the handle and ends with it.
storeContract({ name: "memory", open: async () => new MemoryStore() });

it("texts are compared as their bytes are", () => {
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
  );
});
