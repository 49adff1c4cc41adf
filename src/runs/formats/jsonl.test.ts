import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJsonLines } from "./jsonl.js";

const values = (text: string) => readJsonLines(text).map((each) => ("value" in each ? each.value : each));
const lines = (text: string) => readJsonLines(text).map(({ line }) => line);
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe("readJsonLines", () => {
  it.each([
    ["no content", "", []],
    ["blank lines", "\n  \r\n\t\n", []],
    ["one value", '{"a":1}', [{ line: 1, value: { a: 1 } }]],
    [
      "two values",
      '{"a":1}\n{"a":2}',
      [
        { line: 1, value: { a: 1 } },
        { line: 2, value: { a: 2 } },
      ],
    ],
    [
      "Windows line ends",
      '{"a":1}\r\n{"a":2}\r\n',
      [
        { line: 1, value: { a: 1 } },
        { line: 2, value: { a: 2 } },
      ],
    ],
    [
      "a byte order mark",
      '\uFEFF{"a":1}\n{"a":2}',
      [
        { line: 1, value: { a: 1 } },
        { line: 2, value: { a: 2 } },
      ],
    ],
    [
      "blank lines between values",
      '\n\n{"a":1}\n\n\n{"a":2}\n',
      [
        { line: 3, value: { a: 1 } },
        { line: 6, value: { a: 2 } },
      ],
    ],
    [
      "values that are not objects",
      '1\nnull\n"x"',
      [
        { line: 1, value: 1 },
        { line: 2, value: null },
        { line: 3, value: "x" },
      ],
    ],
    ["an object over several lines", '\n{\n  "a": 1\n}\n', [{ line: 2, value: { a: 1 } }]],
    ["an empty array", "[]", []],
    [
      "an array over several lines",
      '[\n {"a":1},\n\n {"a":[2,\n3]}\n]',
      [
        { line: 2, value: { a: 1 } },
        { line: 4, value: { a: [2, 3] } },
      ],
    ],
    [
      "an array in one line",
      '[{"a":1}, 2, "]", []]',
      [
        { line: 1, value: { a: 1 } },
        { line: 1, value: 2 },
        { line: 1, value: "]" },
        { line: 1, value: [] },
      ],
    ],
  ])("a text with %s gives its values with their lines", (_what, text, expected) => {
    expect(readJsonLines(text)).toEqual(expected);
  });

  it("a bad line is reported with its number, and the good lines are kept", () => {
    expect(readJsonLines('{"a":1}\n{"a":}\nnot json\n{"a":4}')).toEqual([
      { line: 1, value: { a: 1 } },
      {
        line: 2,
        problem:
          "it is not JSON: column 6: a value is due before }; is the comma or colon before it one too many?",
      },
      { line: 3, problem: 'it is not JSON: column 1: a value is due, not "n"' },
      { line: 4, value: { a: 4 } },
    ]);
  });

  it("a broken document over several lines has one fault", () => {
    expect(readJsonLines('{\n  "a": 1,\n  "b": nope\n}')).toEqual([
      { line: 3, problem: 'it is not JSON: a value is due, not "n"' },
    ]);
    expect(readJsonLines('[\n  {"a": 1},\n  {"a": 2}\n')).toEqual([
      { line: 4, problem: "it is not JSON: the text ends where a comma or ] is due" },
    ]);
  });

  it("a value that is nested too deep is refused, and the others are kept", () => {
    const problem = "it is nested deeper than 64 levels";
    expect(readJsonLines(`${nested(65)}\n1`)).toEqual([
      { line: 1, problem },
      { line: 2, value: 1 },
    ]);
    expect(readJsonLines(`[${nested(65)},\n"[[[", ${nested(64)}]`)).toEqual([
      { line: 1, problem },
      { line: 2, value: "[[[" },
      { line: 2, value: JSON.parse(nested(64)) },
    ]);
    expect(readJsonLines(`{"a":${nested(100_000)}}`)).toEqual([{ line: 1, problem }]);
  });

  it("a value that is too long is refused, and the others are kept", () => {
    const long = JSON.stringify("x".repeat(1_048_576));
    const problem = "it is longer than 1048576 characters";
    expect(readJsonLines(`${long}\n1`)).toEqual([
      { line: 1, problem },
      { line: 2, value: 1 },
    ]);
    expect(readJsonLines(`[${long},\n1]`)).toEqual([
      { line: 1, problem },
      { line: 2, value: 1 },
    ]);
    expect(readJsonLines(`{\n"a": "${"x".repeat(20_000_000)}`)).toEqual([
      { line: 1, problem: "it is not JSON: the document cannot be read" },
    ]);
  });

  it("every list of values is read back as lines, as an array and as a pretty-printed array", () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { minLength: 2 }),
        fc.constantFrom("\n", "\r\n", "\n\n"),
        (list, end) => {
          const plain = list.map((value) => JSON.parse(JSON.stringify(value)));
          expect(values(plain.map((value) => JSON.stringify(value)).join(end))).toEqual(plain);
          expect(values(JSON.stringify(plain))).toEqual(plain);
          const pretty = JSON.stringify(plain, null, 2);
          expect(values(pretty)).toEqual(plain);
          const starts = [...pretty.split("\n").entries()].filter(([, line]) => /^ {2}[^ \]}]/.test(line));
          expect(lines(pretty)).toEqual(starts.map(([index]) => index + 1));
        },
      ),
    );
  });

  it("every text is answered with increasing line numbers within the text", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      "\n",
      "\r\n",
      "1",
      "null",
      '"a"',
      " ",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((all) => all.join("")),
        ),
        (text) => {
          const found = lines(text);
          expect(found).toEqual([...found].sort((a, b) => a - b));
          expect(Math.max(0, ...found)).toBeLessThanOrEqual(text.split("\n").length);
        },
      ),
    );
  });
});
