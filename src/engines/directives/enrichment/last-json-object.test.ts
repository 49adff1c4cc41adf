import * as fc from "fast-check";
import { expect, it } from "vitest";
import { lastJsonObject } from "./last-json-object.js";

it.each([
  ['{"a":1}', { a: 1 }],
  ['Sure!\n```json\n{"a": 1}\n```\nAnything else?', { a: 1 }],
  ['First {"a":1}, better: {"b":2}', { b: 2 }],
  ['{"a":{"b":{}}}', { a: { b: {} } }],
  ['Mind {this}: {"a":"}{"} and {that}.', { a: "}{" }],
  ['{"a":1}}', { a: 1 }],
])("lastJsonObject finds the object in %j", (text, object) => {
  expect(lastJsonObject(text)).toEqual(object);
});

it.each([
  "",
  "no",
  "{",
  "}",
  "}{",
  "{a: 1}",
  "[1]",
  `{"a":"${"x".repeat(70_000)}"}`,
  "{".repeat(1000) + "}".repeat(1000),
])("lastJsonObject finds no object in text %#", (text) => {
  expect(lastJsonObject(text)).toBeUndefined();
});

it("lastJsonObject finds any object between prose without braces", () => {
  const prose = fc.string({ maxLength: 50 }).map((text) => text.replace(/[{}]/g, ""));
  fc.assert(
    fc.property(prose, fc.dictionary(fc.string(), fc.string()), prose, (before, object, after) => {
      expect(JSON.stringify(lastJsonObject(before + JSON.stringify(object) + after))).toBe(
        JSON.stringify(object),
      );
    }),
  );
});
