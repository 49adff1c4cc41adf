import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Families } from "./families.js";

it("a lesson is in the group of its family, whatever had its place before and however often was asked", () => {
  const familyOf = (id: string) => id.slice(0, 1);
  const id = fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(9)).map(([family, n]) => `${family}${n}`);
  const step = fc.record({ place: fc.nat(8), id });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.constantFrom("a", "b", "c"), (steps, left) => {
      const families = new Families();
      const ids: string[] = [];
      const grouping = { count: 3, familyOf, groupOf: (f: string) => (f === left ? -1 : "abc".indexOf(f)) };
      for (const { place, id } of steps) {
        const at = Math.min(place, ids.length);
        ids[at] = id;
        families.set(at, id);
        const groupOf = families.groupsOf(ids, grouping);
        expect(ids.map((_, index) => groupOf(index))).toEqual(
          ids.map((each) => grouping.groupOf(familyOf(each))),
        );
      }
    }),
  );
});
