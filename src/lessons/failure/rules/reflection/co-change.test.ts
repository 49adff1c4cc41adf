import fc from "fast-check";
import { expect, it } from "vitest";
import { coChangesIn } from "./co-change.js";

it("two files that changed together three times, and hardly ever alone, are a pair", () => {
  const both = ["src/api.ts", "docs/api.md"];
  expect(coChangesIn([both, both])).toEqual([]);
  expect(coChangesIn([both, [...both, "README.md"], both, ["src/api.ts"], ["src/api.ts"]])).toEqual([
    { file: "docs/api.md", other: "src/api.ts", together: 3, changed: 3 },
  ]);
  expect(coChangesIn([both, both, both, ["docs/api.md"], ["src/api.ts"]])).toEqual([]);
});

it("a run that changes very many files makes no pairs", () => {
  const many = Array.from({ length: 21 }, (_, n) => `src/${n}.ts`);
  expect(coChangesIn([many, many, many])).toEqual([]);
});

it("the counts of every pair are what counting by hand gives", () => {
  const files = fc.array(fc.constantFrom<string>("a", "b", "c", "d"), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(files, { maxLength: 12 }), (runs) => {
      const pairs = coChangesIn(runs);
      for (const { file, other, together, changed } of pairs) {
        expect(together).toBe(runs.filter((run) => run.includes(file) && run.includes(other)).length);
        expect(changed).toBe(runs.filter((run) => run.includes(file)).length);
        expect(together).toBeGreaterThanOrEqual(3);
        expect(together / changed).toBeGreaterThanOrEqual(0.8);
      }
      const names = pairs.map(({ file, other }) => [file, other].sort().join(" "));
      expect(new Set(names).size).toBe(names.length);
    }),
  );
});
