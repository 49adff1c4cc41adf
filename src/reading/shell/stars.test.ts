import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesStars } from "./stars.js";

/** The obvious way, in exponential time. */
function slowly(form: string, text: string): boolean {
  if (form === "") return text === "";
  if (form.startsWith("*"))
    return slowly(form.slice(1), text) || (text !== "" && slowly(form, text.slice(1)));
  return text !== "" && form[0] === text[0] && slowly(form.slice(1), text.slice(1));
}

describe("a form with stars", () => {
  it("any form matches the texts that the obvious matcher finds", () => {
    const letters = (units: string) => fc.string({ unit: fc.constantFrom(...units), maxLength: 8 });
    fc.assert(
      fc.property(letters("ab*"), letters("ab"), (form, text) => {
        expect(matchesStars(form, text)).toBe(slowly(form, text));
      }),
    );
  });

  it.each([
    ["mcp__*__delete_*", "mcp__github__delete_repository", true],
    ["rm*", "rmdir", true],
    ["rm*", "xrm", false],
    ["", "", true],
    ["*", "", true],
    ["a", "b", false],
  ])("%j matches %j: %s", (form, text, expected) => {
    expect(matchesStars(form, text)).toBe(expected);
  });
});
