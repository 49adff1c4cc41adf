import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Json, sameJson } from "./json.js";

/** Few names and values, so that two are often the same. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, undefined, true, 0, -0, 1, "", "a"),
    fc.array(
      tie("value").filter((each) => each !== undefined),
      { maxLength: 2 },
    ),
    fc.dictionary(fc.constantFrom("a", "b", "constructor", "__proto__"), tie("value"), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  ),
}));

/** What is left of a value when it is written and read again. */
const written = fc.record({ a: value }).map((each) => ({
  value: each as Json,
  read: JSON.parse(JSON.stringify(each)) as Json,
}));

it("two values are the same JSON exactly if they are the same after they were written and read", () => {
  fc.assert(
    fc.property(written, written, (one, other) => {
      expect(sameJson(one.read, other.value)).toBe(isDeepStrictEqual(one.read, other.read));
    }),
  );
});

it.each(["constructor", "__proto__"])(
  "a value with a field named %s is not the same JSON as one without",
  (name) => {
    const field = JSON.parse(`{"${name}":{}}`);
    expect([sameJson(field, {}), sameJson({}, field)]).toEqual([false, false]);
    expect(sameJson(field, JSON.parse(`{"${name}":{}}`))).toBe(true);
  },
);
