import { crc32 as ofZlib } from "node:zlib";
import * as fc from "fast-check";
import { expect, it, vi } from "vitest";
import { crc32 } from "./crc32.js";

it("a sum is that of node:zlib, computed here and there", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.uint8Array()), (data) => {
      expect(crc32(data)).toBe(ofZlib(data));
    }),
  );
});

it("node:zlib is not loaded for a few short texts, and is for many", async () => {
  vi.resetModules();
  const fresh = await import("./crc32.js");
  const load = vi.spyOn(process, "getBuiltinModule");
  try {
    fresh.crc32("a row");
    expect(load).not.toHaveBeenCalled();
    fresh.crc32(Buffer.alloc(100_000));
    expect(load).toHaveBeenCalledWith("node:zlib");
  } finally {
    load.mockRestore();
  }
});
