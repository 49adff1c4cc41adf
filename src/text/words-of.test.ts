import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unspacedLetters, wordsOf } from "./words-of.js";

describe("the words of a text", () => {
  it.each([
    ["Add the getUserName to user_store", ["add", "get", "user", "name", "store"]],
    ["Never log a token; never.", ["never", "log", "token"]],
    ["добавить вход через Google", ["добавить", "вход", "через", "google"]],
    ["अनुमति की जाँच करें", ["अनुमति", "की", "जाँच", "करें"]],
    ["验证输入", ["验证", "证输", "输入"]],
    ["调用eval前验证", ["eval", "调用", "前验", "验证"]],
    ["空", ["空"]],
    ["ユーザー", ["ユー", "ーザ", "ザー"]],
    ["!!! … —", []],
  ])("%j", (text, words) => {
    expect([...wordsOf(text)]).toEqual(words);
  });

  it("are the same in any case and with any spacing", () => {
    const text = fc.string({ unit: fc.constantFrom(..."ab -_中文é"), maxLength: 30 });
    fc.assert(
      fc.property(text, (each) => {
        expect(wordsOf(each.toUpperCase())).toEqual(wordsOf(each));
        expect(wordsOf(`  ${each.replaceAll(" ", "\n ")}.`)).toEqual(wordsOf(each));
      }),
    );
  });
});

it.each([
  ["验证 input 输入", 4],
  ["plain words", 0],
  ["한국어 문장", 0],
])("%j has %i letters of a script without spaces", (text, letters) => {
  expect(unspacedLetters(text)).toBe(letters);
});
