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

it("a digest is what large integers compute by the definition", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      expect(digest(text)).toBe(slowDigest(text));
    }),
  );
});

function slowDigest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, "0");
}
