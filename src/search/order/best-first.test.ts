import * as fc from "fast-check";
import { expect, it } from "vitest";
import { BestOfGroups, bestFirst } from "./best-first.js";

it("the best of each group are those that sorting all of it would give, and who has no group is left out", () => {
  const entries = fc.uniqueArray(
    fc.record({ id: fc.string({ minLength: 1, maxLength: 3 }), score: fc.integer({ min: -5, max: 5 }) }),
    { selector: ({ id }) => id, maxLength: 60 },
  );
  const groupOf = (id: string) => (id.charCodeAt(0) % 4) - 1;
  fc.assert(
    fc.property(entries, fc.nat(5), (all, limit) => {
      const best = new BestOfGroups(limit, 3);
      for (const each of all) {
        const group = groupOf(each.id);
        if (best.reaches(group, each.score)) best.add(group, each);
      }
      const slowly = [0, 1, 2].flatMap((group) =>
        all
          .filter(({ id }) => groupOf(id) === group)
          .sort(bestFirst)
          .slice(0, limit),
      );
      expect(best.sorted()).toEqual(slowly);
    }),
  );
});
