import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonAt, parseJson, setInJson, unsetInJson } from "./edit-json.js";

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

describe("edit-json", () => {
  it("JSON with comments is read like the same JSON without them", () => {
    fc.assert(
      fc.property(withText, ({ value, text }) => {
        // JSON has no negative zero.
        expect(parseJson(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each(["", "{", '{"a"}', '{"a":1 "b":2}', "[1 2]", '{"a":1}}', "/* {}", '{"a":"', "[".repeat(100_000)])(
    "a text that is not JSON is refused: %.20s",
    (text) => expect(() => parseJson(text)).toThrow(SyntaxError),
  );

  it("a value that is set and removed again leaves no trace", () => {
    const usable = withText.filter(({ value }) => {
      const { mcp } = value as { mcp?: unknown };
      return mcp === undefined || (typeof mcp === "object" && mcp !== null && !Array.isArray(mcp));
    });
    fc.assert(
      fc.property(usable, ({ text }) => {
        const had = jsonAt(text, ["mcp"]);
        fc.pre(jsonAt(text, path) === undefined);
        const added = setInJson(text, path, entry);
        expect(jsonAt(added, path)).toEqual(entry);
        const removed = unsetInJson(added, path, () => had === undefined);
        // White space in an empty object may get lost.
        const emptied = (given: string) => given.replace(/\{\s*\}/g, "{}");
        expect(emptied(removed)).toBe(emptied(text));
      }),
    );
  });

  it("a new value stands where a person would write it, and comments stay on their lines", () => {
    const text = '{\n  // ours\n  "model": "x", // why\n  "mcp": {\n    "theirs": {} // keep\n  }\n}\n';
    expect(setInJson(text, path, { type: "local" })).toBe(
      '{\n  // ours\n  "model": "x", // why\n  "mcp": {\n    "theirs": {}, // keep\n' +
        '    "hive": {\n      "type": "local"\n    }\n  }\n}\n',
    );
  });

  it("a value is removed from a file that was edited since it was set", () => {
    const added = setInJson('{\n\t"a": 1\n}\n', path, entry);
    const changed = added.replace('"a": 1', '"a": 2 /* two */').replace('"mcp": {', '"mcp": {\n\t\t"b": {},');
    expect(unsetInJson(changed, path, () => true)).toBe(
      '{\n\t"a": 2 /* two */,\n\t"mcp": {\n\t\t"b": {}\n\t}\n}\n',
    );
  });

  it("a new value uses the line ends of the file", () => {
    const text = '{\r\n  "a": 1\r\n}\r\n';
    expect(setInJson(text, path, 1)).toBe('{\r\n  "a": 1,\r\n  "mcp": {\r\n    "hive": 1\r\n  }\r\n}\r\n');
  });

  it("a value that exists is replaced in its place", () => {
    expect(setInJson('{"mcp":{"hive":1,"z":2}}', path, 3)).toBe('{"mcp":{"hive":3,"z":2}}');
  });

  it("a value is refused where its parent is not an object", () => {
    expect(() => setInJson('{"mcp":[]}', path, entry)).toThrow(SyntaxError);
  });
});
