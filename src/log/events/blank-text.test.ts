import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blankTexts, forgottenMark } from "./blank-text.js";

const holding = (text: string) =>
  JSON.stringify({ text: `before ${text} after`, list: [{ deep: text }], n: 1 });

describe("a text that is blanked", () => {
  it.each([
    "Split the front-end first",
    "- Read rows[0] first [5x validated, via:judge]",
    "a -- b --- c-",
    "-",
    "/src/*.ts (or {a,b}?) costs 1+1 $ ^ | \\ .",
    'a "quoted" word',
    "日本語-のテキスト 🚀",
  ])("the text is blanked wherever it stands: %j", (text) => {
    expect(JSON.parse(blankTexts(holding(text), [text]))).toEqual({
      text: `before ${forgottenMark} after`,
      list: [{ deep: forgottenMark }],
      n: 1,
    });
  });

  it("a text is blanked in any case of letters and any white space", () => {
    const json = JSON.stringify(["SPLIT  the\n front-END first!", "Split the front end first"]);
    expect(JSON.parse(blankTexts(json, ["Split the front-end first"]))).toEqual([
      `${forgottenMark}!`,
      "Split the front end first",
    ]);
  });

  it("any text can be blanked, and a string that does not hold it stays the same", () => {
    const words = fc.string({
      unit: fc.constantFrom(...'-]^[\\/.*+?{}$()|a Zé漢\n"='),
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.oneof(words, fc.string({ unit: "grapheme", minLength: 1 })), (text) => {
        fc.pre(text.trim() !== "");
        expect(JSON.parse(blankTexts(JSON.stringify({ text }), [text])).text).toContain(forgottenMark);
        const other = '{ "text": "0123456789" }';
        if (!/\d/.test(text)) expect(blankTexts(other, [text])).toBe(other);
      }),
    );
  });

  it("keys are left alone, and text that is not JSON is blanked as plain text", () => {
    expect(blankTexts('{"front-end":"front-end"}', ["front-end"])).toBe(`{"front-end":"${forgottenMark}"}`);
    expect(blankTexts('{"text":"the front-end is cut o', ["front-end"])).toBe(
      `{"text":"the ${forgottenMark} is cut o`,
    );
  });

  it("white space alone blanks nothing", () => {
    expect(blankTexts('{"text":"a b"}', ["", " ", "\n"])).toBe('{"text":"a b"}');
  });
});
