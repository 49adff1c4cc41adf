import * as fc from "fast-check";
import { expect, it } from "vitest";
import { digest } from "./digest.js";

it.each([
  ["", "cbf29ce484222325"],
  ["a", "af63dc4c8601ec8c"],
  ["foobar", "85944171f73967e8"],
])("%j has the digest %s that FNV's authors publish", (text, expected) => {
  expect(digest(text)).toBe(expected);
});

it("a digest is 16 hex digits, and differs for different texts", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.string({ unit: "grapheme" }).map((text) => text.normalize()),
        { maxLength: 50 },
      ),
      (texts) => {
        const digests = texts.map(digest);
        expect(digests.every((each) => /^[0-9a-f]{16}$/.test(each))).toBe(true);
        expect(new Set(digests).size).toBe(texts.length);
      },
    ),
  );
});
