import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hmacSha256, sha256Of } from "./sha256.js";

it("hmacSha256 gives what node:crypto gives, for every key and text", () => {
  const text = fc.string({ unit: "binary", maxLength: 200 });
  fc.assert(
    fc.property(text, text, (key, message) => {
      expect(hmacSha256(key, message)).toBe(createHmac("sha256", key).update(message).digest("hex"));
    }),
  );
});

it("sha256Of gives what node:crypto gives, for every text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      expect(sha256Of(text)).toBe(createHash("sha256").update(text).digest("hex"));
    }),
  );
});
