import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeTokens, countWords, phraseLength, phraseWords, wordOverlap, wordsIn, wordsOf } from "./words.js";

describe("the one tokenizer", () => {
  const text = "HTTPServer reads utf8 user_store 日本語";

  it.each([
    [
      { names: "whole", unspaced: "letters" },
      ["httpserver", "reads", "utf8", "user_store", "日", "本", "語"],
    ],
    [
      { names: "parts", unspaced: "pairs" },
      ["http", "server", "reads", "utf8", "user", "store", "日本", "本語"],
    ],
    [
      { names: "parts", figures: true, unspaced: "pairs", stemmed: true },
      ["http", "server", "read", "utf", "8", "user", "stor", "日本", "本語"],
    ],
    [
      { names: "both", unspaced: "pairs" },
      ["http", "server", "httpserver", "reads", "utf8", "user", "store", "user_store", "日本", "本語"],
    ],
  ] as const)("with %j the text has the words %j", (options, words) => {
    expect(wordsIn(text, options)).toEqual(words);
  });

  it("Korean stays whole unless it is asked to be cut into pairs", () => {
    expect(wordsIn("캐시는", { names: "whole", unspaced: "pairs" })).toEqual(["캐시는"]);
    expect(wordsIn("캐시는", { names: "whole", unspaced: "pairs", korean: true })).toEqual(["캐시", "시는"]);
  });
});

describe("the number of words", () => {
  it.each([
    ["it's in a.ts:4 now", 4],
    ["验证输入数据", 3],
    ["ユーザー input", 3],
    ["— … !", 0],
  ])("a reader counts the words of %j as %i", (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it("a phrase without spaces counts half a word for each letter", () => {
    expect(phraseLength(phraseWords("Month-End closing"))).toBe(3);
    expect(phraseLength(phraseWords("月末の締め"))).toBe(2.5);
  });
});

describe("the topic words of a text", () => {
  it.each([
    ["Add the getUserName to user_store", ["add", "get", "user", "name", "store"]],
    ["Never log a token; never.", ["never", "log", "token"]],
    ["добавить вход через Google", ["добавить", "вход", "через", "google"]],
    ["अनुमति की जाँच करें", ["अनुमति", "की", "जाँच", "करें"]],
    ["验证输入", ["验证", "证输", "输入"]],
    ["调用eval前验证", ["调用", "eval", "前验", "验证"]],
    ["空", ["空"]],
    ["ユーザー", ["ユー", "ーザ", "ザー"]],
    ["!!! … —", []],
  ])("the topic words of %j are %j", (text, words) => {
    expect([...wordsOf(text)]).toEqual(words);
  });

  it("the words are the same in any case and with any spacing", () => {
    const text = fc.string({ unit: fc.constantFrom(..."ab -_中文é"), maxLength: 30 });
    fc.assert(
      fc.property(text, (each) => {
        expect(wordsOf(each.toUpperCase())).toEqual(wordsOf(each));
        expect(wordsOf(`  ${each.replaceAll(" ", "\n ")}.`)).toEqual(wordsOf(each));
      }),
    );
  });
});

describe("code tokens", () => {
  it.each([
    ["getUserName", ["get", "user", "nam", "getusername"]],
    ["user_store", ["user", "stor", "user_store"]],
    ["HTTPServer", ["http", "server", "httpserver"]],
    ["oauth2", ["oauth", "2", "oauth2"]],
    ["src/auth/login.ts", ["src", "auth", "login", "ts"]],
    ["a !== b", ["a", "b", "!=="]],
    ["x ?? y?.z", ["x", "y", "z", "??", "?."]],
    ["a = b + c", ["a", "b", "c"]],
    ["caching caches cached", ["cach", "cach", "cach"]],
    ["stopped stops", ["stop", "stop"]],
    ["class process", ["class", "process"]],
    ["日本語", ["日本", "本語"]],
    ["語", ["語"]],
    ["Ошибка входа", ["ошибка", "входа"]],
    ["हिन्दी पाठ", ["हिन्दी", "पाठ"]],
    ["ﬁle Ａbc", ["fil", "abc"]],
    ["!!! ...", ["..."]],
    ["🚀🔥 deploy", ["deploy", "🚀", "🔥"]],
    ["❤️ ⚠️", ["❤", "⚠"]],
    ["👩🏽‍💻", ["👩", "💻"]],
    ["🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]],
    ["1️⃣", ["1"]],
    [
      "ReactコンポーネントをtestするAPI",
      ["react", "コン", "ンポ", "ポー", "ーネ", "ネン", "ント", "トを", "test", "する", "api"],
    ],
    ["用useState管理状态", ["用", "use", "stat", "管理", "理状", "状态", "用usestate管理状态"]],
    ["캐시는 비운다", ["캐시", "시는", "비운", "운다"]],
    ["إعادة المحاولة", ["إعادة", "المحاولة"]],
    ["", []],
  ])("the code tokens of %j are %j", (text, words) => {
    expect(codeTokens(text).words).toEqual(words);
  });

  it("the parts are not stemmed", () => {
    expect(codeTokens("cachedUsers").parts).toEqual(["cached", "users"]);
  });

  it("a megabyte of anything is read, and the same way each time", () => {
    const long = `${"aA1_".repeat(60_000)}${"=".repeat(200_000)}${"語".repeat(100_000)}${"_".repeat(200_000)}`;
    expect(codeTokens(long).words.length).toBeGreaterThan(100_000);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(codeTokens(text)).toEqual(codeTokens(text));
        expect(codeTokens(text).words.every((word) => word.length > 0)).toBe(true);
      }),
    );
  });
});

describe("word overlap", () => {
  it("names are taken apart and empty words are left out", () => {
    expect([...wordsOf("Add the getUserName to user_store in src/auth.ts")]).toEqual([
      "add",
      "get",
      "user",
      "name",
      "store",
      "src",
      "auth",
      "ts",
    ]);
  });

  it("other scripts are compared too, and two texts without words share nothing", () => {
    expect(
      wordOverlap(wordsOf("добавить вход через Google"), wordsOf("вход через Google сломан")),
    ).toBeGreaterThan(0.5);
    expect(wordOverlap(wordsOf("!!!"), wordsOf("???"))).toBe(0);
  });

  it("the overlap is symmetric, 1 for the same words, and never outside 0 to 1", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (one, other) => {
        const [a, b] = [wordsOf(one), wordsOf(other)];
        expect(wordOverlap(a, b)).toBe(wordOverlap(b, a));
        expect(wordOverlap(a, b)).toBeLessThanOrEqual(1 + 1e-9);
        if (a.size > 0) expect(wordOverlap(a, a)).toBeCloseTo(1, 10);
      }),
    );
  });
});
