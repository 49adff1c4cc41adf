import * as fc from "fast-check";
import { expect, it } from "vitest";
import { comparedKeys, type KnownKey, nearestKey } from "./nearest.js";
import { type FailureWords, leastLikeness, likeness, evenWeights as weights } from "./words.js";

const letters = fc.constantFrom(..."abcdefghij");
const words = fc.uniqueArray(letters, { minLength: 1, maxLength: 5 });
const failure = fc.record({ call: words, cause: words });

/** The obvious way: every key, in order. */
function slowNearest(wanted: FailureWords, keys: readonly KnownKey[]): KnownKey | undefined {
  let best: KnownKey | undefined;
  let most = leastLikeness - 1;
  for (const each of keys) {
    const like = likeness(wanted, each.words, weights);
    if (like > most) [best, most] = [each, like];
  }
  return best;
}

it("the nearest key is the one that a scan of all keys finds", () => {
  fc.assert(
    fc.property(failure, fc.array(failure, { maxLength: 50 }), (wanted, all) => {
      const keys = all.map((each, order) => ({ key: `k${order}`, order, words: each }));
      const having = (kind: "call" | "cause") => (word: string) =>
        keys.filter((each) => each.words[kind].includes(word)).map(({ key }) => key);
      const compared = comparedKeys(wanted, { withCallWord: having("call"), withCauseWord: having("cause") });
      const known = (key: string) => keys.find((each) => each.key === key);
      const found = nearestKey(wanted, compared, { known, weights });
      expect(found).toEqual(slowNearest(wanted, keys));
    }),
  );
});

it("a new key is compared with fifty keys at most", () => {
  const keys = Array.from({ length: 5_000 }, (_, order) => `k${order}`);
  const index = { withCallWord: () => keys, withCauseWord: () => keys };
  expect(comparedKeys({ call: ["x"], cause: ["y"] }, index)).toEqual(keys.slice(0, 50));
});
