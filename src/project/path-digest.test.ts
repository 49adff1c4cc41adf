import * as fc from "fast-check";
import { expect, it } from "vitest";
import { pathDigest } from "./path-digest.js";

it.each([
  ["", "cbf29ce484222325"],
  ["a", "af63dc4c8601ec8c"],
  ["foobar", "85944171f73967e8"],
])("%j has the digest %s that FNV's authors publish", (text, digest) => {
  expect(pathDigest(text)).toBe(digest);
});

it("is 16 hex digits, and other for other paths", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.string({ unit: "grapheme" }).map((text) => text.normalize()),
        { maxLength: 50 },
      ),
      (paths) => {
        const digests = paths.map(pathDigest);
        expect(digests.every((digest) => /^[0-9a-f]{16}$/.test(digest))).toBe(true);
        expect(new Set(digests).size).toBe(paths.length);
      },
    ),
  );
});
