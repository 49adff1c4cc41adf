import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressOf, type Place, placeOf, viewNames } from "./place.js";

const name = fc.string({ minLength: 1, unit: "grapheme" });

describe("placeOf", () => {
  it("every place has an address that leads back to it, whatever its names are", () => {
    const places = fc.record({
      project: name,
      view: fc.constantFrom(...viewNames),
      item: fc.option(name, { nil: undefined }),
      query: fc.dictionary(fc.constantFrom("words", "state"), name, { noNullPrototype: true }),
    });
    fc.assert(
      fc.property(places, (place: Place) => {
        const { pathname, search } = new URL(addressOf(place), "http://127.0.0.1");
        fc.pre(![".", ".."].includes(place.project) && ![".", ".."].includes(place.item ?? ""));
        expect(placeOf(pathname, search)).toEqual(place);
      }),
    );
  });

  it("an address of a project alone is its first view", () => {
    expect(placeOf("/shop")).toMatchObject({ project: "shop", view: "today", item: undefined });
    expect(placeOf("/shop/")).toMatchObject({ project: "shop", view: "today" });
  });

  it.each(["/", "", "//", "/shop/nothing", "/shop/lessons/a/b", "/%zz/lessons", "/shop/__proto__"])(
    "%s is no place",
    (path) => expect(placeOf(path)).toBeUndefined(),
  );
});
