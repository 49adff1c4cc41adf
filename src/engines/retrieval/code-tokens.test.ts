import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeTokens } from "./code-tokens.js";

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
  ])("%j is %j", (text, words) => {
    expect(codeTokens(text).words).toEqual(words);
  });

  it("gives the parts unstemmed", () => {
    expect(codeTokens("cachedUsers").parts).toEqual(["cached", "users"]);
  });

  it("takes a megabyte of anything in a breath, and is the same each time", () => {
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
