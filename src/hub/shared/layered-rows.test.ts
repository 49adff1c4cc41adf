import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonObject } from "../../base/json.js";
import { byBytes } from "../../log/store/by-bytes.js";
import { MemoryStore } from "../../log/store/memory.js";
import { newTail } from "../../log/store/tail-state.js";
import { WritableRows } from "./layered-rows.js";

const key = fc.constantFrom("", "a", "b", "c", "d", "e", "\u{1f680}", "\uffee");
const row = fc.option(
  fc.nat(3).map((n): JsonObject => ({ n })),
  { nil: undefined },
);
const changes = fc.array(fc.record({ view: fc.constantFrom("v", "w"), key, row }), { maxLength: 6 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("above" as const), changes }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("below" as const), changes }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("clear" as const, "uncover" as const, "move" as const) }),
  },
);

/** Two layers as two maps. */
class SlowLayers {
  readonly below = new Map<string, JsonObject>();
  readonly above = new Map<string, JsonObject | undefined>();

  /** In order of key. */
  all(view: string): readonly (readonly [string, JsonObject])[] {
    const keys = new Set(
      [...this.below.keys(), ...this.above.keys()].filter((each) => each.startsWith(`${view}/`)),
    );
    return [...keys]
      .map(
        (each) =>
          [
            each.slice(view.length + 1),
            this.above.has(each) ? this.above.get(each) : this.below.get(each),
          ] as const,
      )
      .filter((pair): pair is readonly [string, JsonObject] => pair[1] !== undefined)
      .sort(([a], [b]) => byBytes(a, b));
  }
}

it("rows in two layers are listed, counted and found as two maps say", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), (steps) =>
      new MemoryStore().write("p", async (tx) => {
        const rows = new WritableRows(tx, structuredClone(newTail));
        const slow = new SlowLayers();
        for (const each of steps) {
          if (each.do === "above") {
            await rows.put(each.changes);
            for (const { view, key, row } of each.changes) slow.above.set(`${view}/${key}`, row);
          } else if (each.do === "below") {
            await rows.putBelow(each.changes);
            for (const { view, key, row } of each.changes)
              if (row === undefined) slow.below.delete(`${view}/${key}`);
              else slow.below.set(`${view}/${key}`, row);
          } else if (each.do === "uncover") {
            await rows.uncover("v");
            for (const name of [...slow.above.keys()]) if (name.startsWith("v/")) slow.above.delete(name);
          } else {
            const all = slow.all("v");
            await rows.clear("w");
            for (const [name] of slow.all("w")) slow.above.set(`w/${name}`, undefined);
            if (each.do === "clear") await rows.clear("v");
            else await rows.rename("v", "w");
            for (const [name, value] of all) {
              slow.above.set(`v/${name}`, undefined);
              if (each.do === "move") slow.above.set(`w/${name}`, value);
            }
          }
          await compare(rows, slow);
        }
      }),
    ),
    { numRuns: 150 },
  );
});

async function compare(rows: WritableRows, slow: SlowLayers): Promise<void> {
  for (const view of ["v", "w"]) {
    const expected = slow.all(view).map(([name, value]) => ({ key: name, row: value }));
    for (const limit of [1, 3, 99]) {
      const listed = [];
      for (let page = await rows.list(view, { limit }); page.length > 0; ) {
        expect(page.length).toBeLessThanOrEqual(limit);
        listed.push(...page);
        page = await rows.list(view, { limit, after: page.at(-1)?.key ?? "" });
      }
      expect(listed).toEqual(expected);
    }
    expect(await rows.count(view)).toBe(expected.length);
    const inside = expected.filter((each) => byBytes(each.key, "a") > 0 && byBytes(each.key, "e") < 0);
    expect(await rows.count(view, { after: "a", before: "e" })).toBe(inside.length);
    const names = ["", "a", "b", "c", "d", "e", "\u{1f680}", "\uffee"];
    const found = await rows.get(
      names.flatMap((name) => [
        { view, key: name },
        { view: "x", key: name },
      ]),
    );
    const byKey = new Map(expected.map((each) => [each.key, each.row]));
    expect(found).toEqual(names.flatMap((name) => [byKey.get(name), undefined]));
  }
}
