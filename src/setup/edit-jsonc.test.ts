import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsoncAt, setInJsonc, unsetInJsonc } from "./edit-jsonc.js";
import { readJsonc } from "./read-jsonc.js";

const path = ["mcp", "hive"] as const;
const entry = { type: "local", command: ["whetstone", "mcp"] };

/** JSON text of a value with white space, comments and commas wherever they may be. */
const trivia = fc.constantFrom("", " ", "\n", "\n  ", ' // a "note", {\n', " /* }, */ ");

function textOf(value: fc.JsonValue | undefined): fc.Arbitrary<string> {
  const around = fc.tuple(trivia, trivia);
  if (value === null || value === undefined || typeof value !== "object")
    return around.map(([a, b]) => `${a}${JSON.stringify(value)}${b}`);
  const parts = Array.isArray(value)
    ? value.map((each) => textOf(each))
    : Object.entries(value).map(([key, each]) =>
        textOf(each).map((text) => `${JSON.stringify(key)}:${text}`),
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return fc.tuple(fc.tuple(...parts), fc.boolean(), trivia, around).map(([texts, comma, inner, [a, b]]) => {
    const spaced = texts.map((text) => `${inner}${text}`).join(",");
    return `${a}${open}${spaced}${comma && texts.length > 0 ? "," : ""}${inner}${close}${b}`;
  });
}

const object = fc.dictionary(
  fc.constantFrom("mcp", "model", "__proto__", 'a"b'),
  fc.jsonValue({ maxDepth: 3 }),
);
const withText = object.chain((value) => textOf(value).map((text) => ({ value, text })));

describe("JSON with comments", () => {
  it("is read as JSON without them would be", () => {
    fc.assert(
      fc.property(withText, ({ value, text }) => {
        // JSON has no negative zero.
        expect(readJsonc(text).value).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each(["", "{", '{"a"}', '{"a":1 "b":2}', "[1 2]", '{"a":1}}', "/* {}", '{"a":"', "[".repeat(100_000)])(
    "is refused when it is none: %.20s",
    (text) => expect(() => readJsonc(text)).toThrow(SyntaxError),
  );

  it("takes a value in and gives it back without a trace", () => {
    const usable = withText.filter(({ value }) => {
      const { mcp } = value as { mcp?: unknown };
      return mcp === undefined || (typeof mcp === "object" && mcp !== null && !Array.isArray(mcp));
    });
    fc.assert(
      fc.property(usable, ({ text }) => {
        const had = jsoncAt(text, ["mcp"]);
        fc.pre(jsoncAt(text, path) === undefined);
        const added = setInJsonc(text, path, entry);
        expect(jsoncAt(added, path)).toEqual(entry);
        const removed = unsetInJsonc(added, path, () => had === undefined);
        // An object that had nothing in it but white space loses that: nobody misses it.
        const emptied = (given: string) => given.replace(/\{\s*\}/g, "{}");
        expect(emptied(removed)).toBe(emptied(text));
      }),
    );
  });
});

describe("a value in a settings file", () => {
  it("stands where a person would write it, and comments stay with their lines", () => {
    const text = '{\n  // ours\n  "model": "x", // why\n  "mcp": {\n    "theirs": {} // keep\n  }\n}\n';
    expect(setInJsonc(text, path, { type: "local" })).toBe(
      '{\n  // ours\n  "model": "x", // why\n  "mcp": {\n    "theirs": {}, // keep\n    "hive": {\n      "type": "local"\n    }\n  }\n}\n',
    );
  });

  it("is taken out of a file that somebody has changed since", () => {
    const added = setInJsonc('{\n\t"a": 1\n}\n', path, entry);
    const changed = added.replace('"a": 1', '"a": 2 /* two */').replace('"mcp": {', '"mcp": {\n\t\t"b": {},');
    expect(unsetInJsonc(changed, path, () => true)).toBe(
      '{\n\t"a": 2 /* two */,\n\t"mcp": {\n\t\t"b": {}\n\t}\n}\n',
    );
  });

  it("keeps the line ends of the file", () => {
    const text = '{\r\n  "a": 1\r\n}\r\n';
    expect(setInJsonc(text, path, 1)).toBe('{\r\n  "a": 1,\r\n  "mcp": {\r\n    "hive": 1\r\n  }\r\n}\r\n');
  });

  it("is exchanged in its place", () => {
    expect(setInJsonc('{"mcp":{"hive":1,"z":2}}', path, 3)).toBe('{"mcp":{"hive":3,"z":2}}');
  });

  it("is refused where its object is something else", () => {
    expect(() => setInJsonc('{"mcp":[]}', path, entry)).toThrow(SyntaxError);
  });
});
