import { describe, expect, it } from "vitest";
import { sentencesOf } from "./sentences.js";

describe("the sentences of a text", () => {
  it.each([
    ["Run it. Then stop!", ["Run it.", "Then stop!"]],
    ['He said "no." Then he left.', ['He said "no."', "Then he left."]],
    ["Use a cache, e.g. Redis. Not memory.", ["Use a cache, e.g. Redis.", "Not memory."]],
    ["Run no hook (x, etc.) unless asked. Stop.", ["Run no hook (x, etc.) unless asked.", "Stop."]],
    ["It is small (x, etc.) Then stop.", ["It is small (x, etc.)", "Then stop."]],
    ["See No. 5 and Fig. 2 of it. Done.", ["See No. 5 and Fig. 2 of it.", "Done."]],
    ["The answer is no. Stop here.", ["The answer is no.", "Stop here."]],
    ["Call `a. b` first. Then c.", ["Call `a. b` first.", "Then c."]],
    ["1. Split it. 2. Test it.", ["1. Split it.", "2. Test it."]],
    ["验证输入。不要信任！", ["验证输入。", "不要信任！"]],
    ["अनुमति जाँचें। फिर लिखें।", ["अनुमति जाँचें।", "फिर लिखें।"]],
    ["first; second", ["first; second"]],
    ["", []],
  ])("%j is cut into %j", (text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences);
  });

  it("a semicolon ends a sentence when asked to", () => {
    expect(sentencesOf("split by layer; no, by feature", { semicolons: true })).toEqual([
      "split by layer;",
      "no, by feature",
    ]);
  });
});
