import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { broke, ran } from "../../../../tests/support/seen-call.js";
import {
  callKey,
  callWords,
  causeWords,
  failureKey,
  leastLikeness,
  likeness,
  evenWeights as weights,
  wordsOfFailure,
} from "./words.js";

const like = (one: readonly [string, string], other: readonly [string, string]) =>
  likeness(wordsOfFailure(ran(one[0]), one[1]), wordsOfFailure(ran(other[0]), other[1]), weights);

describe("the words of a failure", () => {
  it("leave out messages, here-documents, numbers, hashes and what shortens the output", () => {
    expect(callWords(ran("git commit -m 'fix the thing' 2>&1 | tail -3"))).toEqual(
      callWords(ran('git commit -m "another text"')),
    );
    expect(callWords(ran("deploy --at 3f9a2c1d0 --port 8080"))).toEqual(
      callWords(ran("deploy --at 11bb2c1d0 --port 9090")),
    );
  });

  it("keep numbers inside names", () => {
    expect(callWords(ran("run only1"))).not.toEqual(callWords(ran("run only2")));
    expect(causeWords("step1 failed in 3s")).toEqual(causeWords("step1 failed in 4s"));
    expect(causeWords("step1 failed")).not.toEqual(causeWords("step2 failed"));
  });

  it("are in one order, without paths and quotations in a causing line", () => {
    expect(causeWords("cannot open '/a/b/c.txt': denied")).toEqual(
      causeWords("cannot open '/x/y.md': denied"),
    );
  });
});

describe("the key of a failure", () => {
  it("depends on tool, form and masked line alone", () => {
    const key = failureKey(broke("npm test", "12 failed"), "12 failed");
    expect(failureKey(ran("npm   test | tail -3", { edits: true }), "14 failed")).toBe(key);
    expect(failureKey(ran("npm test"), "no such script")).not.toBe(key);
    expect(failureKey(ran("npm test", { tool: "shell" }), "12 failed")).not.toBe(key);
    expect(failureKey(ran("npm run lint"), "12 failed")).not.toBe(key);
  });

  it("of a call does not depend on the order of its words", () => {
    expect(callKey(ran("npm test -- --run a"))).toBe(callKey(ran("npm test -- a --run")));
  });
});

describe("likeness", () => {
  it("finds the same failure in another wording of the call, and tells others apart", () => {
    const known = ["npm run build -- --watch", "error: manifest.json is missing"] as const;
    expect(like(known, ["npm run build", "error: manifest.json is missing"])).toBeGreaterThan(leastLikeness);
    expect(like(known, ["go vet ./...", "undefined: client"])).toBeLessThan(leastLikeness);
  });

  it("is none between failures without words", () => {
    expect(likeness({ call: [], cause: [] }, { call: [], cause: [] }, weights)).toBe(0);
  });

  it("is the same from both sides, a whole number, and whole only between equals", () => {
    const words = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 6 });
    const failure = fc.record({ call: words, cause: words });
    const counted = fc
      .record({
        keys: fc.integer({ min: 50, max: 90 }),
        counts: fc.dictionary(fc.constantFrom(..."abcdefgh"), fc.nat({ max: 50 })),
      })
      .map(({ keys, counts }) => ({ keys, keysWith: (word: string) => counts[word] ?? 0 }));
    fc.assert(
      fc.property(failure, failure, fc.record({ call: counted, cause: counted }), (one, other, taken) => {
        const found = likeness(one, other, taken);
        expect(found).toBe(likeness(other, one, taken));
        expect(Number.isInteger(found) && found >= 0 && found <= 1_000).toBe(true);
      }),
    );
  });
});
