import { expect, it } from "vitest";
import { hmacSha256, sha256Of } from "./sha256.js";

it("a hash is the one that FIPS 180 gives, of the text in UTF-8", () => {
  expect(sha256Of("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256Of("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256Of("café")).toBe("850f7dc43910ff890f8879c0ed26fe697c93a067ad93a7d50f466a7028a9bf4e");
});

it("a keyed hash is the one that RFC 4231 gives, also for a key longer than a block", () => {
  expect(hmacSha256("Jefe", "what do ya want for nothing?")).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
  expect(hmacSha256("k".repeat(65), "text")).not.toBe(hmacSha256("k".repeat(64), "text"));
});
