import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonFault } from "./json-fault.js";

describe("findJsonFault", () => {
  it.each([
    ["", 1, 1, "the text ends where a value is due"],
    ['{"a": 1', 1, 8, "the text ends where a comma or } is due"],
    ['{\n  "a": 1,\n}', 3, 1, "a name is due before }; is the comma or colon before it one too many?"],
    ['{"a": [1, 2,]}', 1, 13, "a value is due before ]; is the comma or colon before it one too many?"],
    ['{"a" 1}', 1, 6, 'a colon is due, not "1"'],
    ['{"a": 1 "b": 2}', 1, 9, 'a comma or } is due, not "\\""'],
    ["{a: 1}", 1, 2, 'a name or } is due, not "a"'],
    ["{'a': 1}", 1, 2, "JSON texts stand in double quotes"],
    ['{\r\n  // why\r\n  "a": 1}', 2, 3, "JSON has no comments"],
    ['{"a": "no end}', 1, 7, "this text has no closing quote, a line break or a wrong escape"],
    ['{"a": NaN}', 1, 7, 'a value is due, not "N"'],
    ['{"a": 01}', 1, 7, 'a value is due, not "0"'],
    ["{} {}", 1, 4, 'the end is due, not "{"'],
    ['{"a": 1]', 1, 8, 'a comma or } is due, not "]"'],
  ])("%j stops being JSON at line %i, column %i: %s", (text, line, column, reason) => {
    expect(findJsonFault(text)).toEqual({ line, column, reason });
  });

  it("a fault is found exactly where JSON.parse fails", () => {
    const piece = fc.constantFrom(
      ...'{}[],:"\\ \n',
      "true",
      "null",
      "nul",
      "1",
      "-0.5e3",
      ".5",
      "01",
      '"a"',
      '"\\u00e9"',
      '"\\x"',
    );
    const soup = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    const spoilt = fc
      .tuple(fc.json(), fc.nat(), piece)
      .map(
        ([json, at, extra]) =>
          json.slice(0, at % (json.length + 1)) + extra + json.slice(at % (json.length + 1)),
      );
    fc.assert(
      fc.property(fc.oneof(soup, spoilt, fc.json()), (text) => {
        expect(findJsonFault(text) === undefined).toBe(parses(text));
      }),
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
