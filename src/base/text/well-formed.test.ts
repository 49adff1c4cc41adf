import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isStorable, mayHoldUnstorable, wellFormed, wellFormedValue } from "./well-formed.js";

/** Every kind of character that a store would give back as another one, or cut a text at. */
const broken = ["\ud800", "\udbff", "\udc00", "\udfff", "\0", "\ufffe", "\uffff", "\ufdd0", "\u{10ffff}"];
const anyText = fc.string({ unit: fc.oneof(fc.constantFrom(...broken), fc.string({ unit: "binary" })) });

describe("a well-formed text", () => {
  it("a broken character becomes U+FFFD, and whole pairs stay", () => {
    expect(broken.map(isStorable)).toEqual(broken.map(() => false));
    expect(wellFormed(broken.join("-"))).toBe(broken.map(() => "\ufffd").join("-"));
    for (const text of ["", "plain", "🚀 é \ufffd", "\u0001\t\n", "\ufeff"])
      expect(wellFormed(text)).toBe(text);
  });

  it("a repaired text is storable, not longer, and the same through UTF-8", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const repaired = wellFormed(text);
        expect(isStorable(repaired)).toBe(true);
        expect(repaired.length).toBeLessThanOrEqual(text.length);
        expect(Buffer.from(repaired).toString()).toBe(repaired);
      }),
    );
  });

  it("a value is repaired at every depth, in its keys too, and is the very same where nothing is broken", () => {
    expect(wellFormedValue({ "\0": ["\udc00", { a: 1, b: null }] })).toEqual({
      "\ufffd": ["\ufffd", { a: 1, b: null }],
    });
    const whole = { list: ["🚀", { deep: "é" }], at: new Date(0) };
    expect(wellFormedValue(whole)).toBe(whole);
  });

  it("a JSON text that holds a broken character is always found", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), anyText, (value, text) => {
        const json = JSON.stringify({ value, text });
        if (!isStorable(text)) expect(mayHoldUnstorable(json)).toBe(true);
      }),
    );
    expect(mayHoldUnstorable(JSON.stringify({ text: "🚀 plain \n \u0001" }))).toBe(false);
  });
});
