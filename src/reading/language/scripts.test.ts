import { describe, expect, it } from "vitest";
import { countUnspaced, letterPairs, runsOf } from "./scripts.js";

describe("scripts without spaces", () => {
  it.each([
    ["验证 input 输入", 4],
    ["ユーザー", 4],
    ["日々", 2],
    ["ใช้", 3],
    ["plain words", 0],
    ["한국어 문장", 0],
  ])("%j has %i letters of a script without spaces", (text, letters) => {
    expect(countUnspaced(text)).toBe(letters);
  });

  it("a text is cut where the scripts meet", () => {
    expect(runsOf("用useState管理").map(({ text, unspaced }) => `${text} ${unspaced}`)).toEqual([
      "用 true",
      "useState false",
      "管理 true",
    ]);
    expect(runsOf("캐시")).toEqual([{ text: "캐시", unspaced: false }]);
    expect(runsOf("캐시", { korean: true })).toEqual([{ text: "캐시", unspaced: true }]);
    expect(runsOf("")).toEqual([]);
  });

  it("a run is read as its neighbouring pairs, and a single letter as itself", () => {
    expect(letterPairs("日本語")).toEqual(["日本", "本語"]);
    expect(letterPairs("語")).toEqual(["語"]);
    expect(letterPairs("𠮷野家")).toEqual(["𠮷野", "野家"]);
  });
});
