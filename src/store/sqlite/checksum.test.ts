import { crc32 as oracle } from "node:zlib";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { plainCrc32 } from "./checksum.js";

it("computes the CRC-32 that zlib computes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
      expect(plainCrc32(text)).toBe(oracle(text));
    }),
  );
});
