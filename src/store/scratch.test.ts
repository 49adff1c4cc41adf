import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryStore } from "./memory.js";
import { noStore, Scratch } from "./scratch.js";

const key = fc.constantFrom("a", "b", "ba", "ä", "ｂ", "𐀀", "c");
const changes = fc.array(
  fc.record({
    view: fc.constantFrom("one", "two"),
    key,
    row: fc.option(fc.record({ n: fc.nat(9) }), { nil: undefined }),
  }),
  { maxLength: 6 },
);

describe("a scratch", () => {
  it("reads, lists and counts rows as the store in memory does, after any changes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { maxLength: 6 }), key, fc.nat(4), async (all, after, limit) => {
        const scratch = new Scratch();
        await new MemoryStore().write("p", async (slow) => {
          for (const some of all) {
            for (const tx of [scratch, slow]) await tx.putRows(some);
            for (const view of ["one", "two"]) {
              expect(await scratch.listRows(view, { limit: 99 })).toEqual(
                await slow.listRows(view, { limit: 99 }),
              );
              expect(await scratch.listRows(view, { after, limit })).toEqual(
                await slow.listRows(view, { after, limit }),
              );
              const between = { after: "a", before: after };
              expect(await scratch.countRows(view, between)).toBe(await slow.countRows(view, between));
              expect(await scratch.getRows([{ view, key: after }])).toEqual(
                await slow.getRows([{ view, key: after }]),
              );
            }
          }
        });
      }),
    );
  });

  it("sorts many new keys at once", async () => {
    const scratch = new Scratch();
    const keys = Array.from({ length: 500 }, (_, at) => String((at * 7919) % 500).padStart(3, "0"));
    await scratch.putRows(keys.map((each) => ({ view: "one", key: each, row: {} })));
    const listed = await scratch.listRows("one", { limit: 1_000 });
    expect(listed.map((each) => each.key)).toEqual(keys.toSorted());
  });

  it("has no store that anything could be written to", async () => {
    await expect(noStore.write("p", async () => undefined)).rejects.toThrow("has no store");
  });
});
