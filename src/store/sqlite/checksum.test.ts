import { crc32 as oracle } from "node:zlib";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { recordedEvent } from "../store.contract.js";
import { plainCrc32, sumOfEvent } from "./checksum.js";

it("computes the CRC-32 that zlib computes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
      expect(plainCrc32(text)).toBe(oracle(text));
    }),
  );
});

it("sums an event the same way for ever: every stored log rests on it", () => {
  expect(sumOfEvent(recordedEvent(1))).toBe(3_118_308_436);
  expect(sumOfEvent(recordedEvent(2, { run: "", task: "t", key: "k" }))).toBe(3630373569);
});
