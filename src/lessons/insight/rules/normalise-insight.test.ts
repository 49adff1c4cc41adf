import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseInsight } from "./normalise-insight.js";

const dressed = fc
  .array(
    fc.constantFrom(
      ..."- |* |1. |**|*|_|__|`|\"|“|”|Pattern: |Rule #2: |[x] |> |❌ |✅ | – |...|!|\n|a != b|x_y|__init__|Straße|Σ|ﷺ|İ|'|don't| never |永远|، |(".split(
        "|",
      ),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(""));

describe("the normalised text of an insight", () => {
  it.each([
    "Never log tokens",
    "- never log tokens.",
    "* **Never log tokens**",
    "1. Never  log\n tokens!",
    "3) _Never_ log `tokens`",
    "[x] Never log tokens",
    "Pattern: Never log tokens",
    "**Rule #2:** never log tokens…",
    "Lesson learned: “Never log tokens.”",
    "> Insight — Never log 'tokens'",
    "✅ Ｎｅｖｅｒ log tokens",
    "« Never log tokens »",
  ])("the normalised text is the same for %j", (text) => {
    expect(normaliseInsight(text)).toBe("never log tokens");
  });

  it.each([
    ["retry 3 times", "retry 5 times"],
    ["a != b holds here", "a = b holds here"],
    ["do not retry", "do retry"],
    ["x >= 3 is fine", "x <= 3 is fine"],
    ["❌ Put logic in views", "Put logic in views"],
    ["Anti-pattern: catching all errors", "catching all errors"],
    ["use `--force`", "use `-force`"],
    ["call `__init__` first", "call `init` first"],
    ["pass *args on", "pass args on"],
    ["match *.ts only", "match .ts only"],
  ])("the normalised texts of %j and %j differ", (one, other) => {
    expect(normaliseInsight(one)).not.toBe(normaliseInsight(other));
  });

  it.each([
    ["永远不要在日志中记录密码。", "永远不要在日志中记录密码"],
    ["规则：永远不要记录密码", "永远不要记录密码"],
    ["تحقق دائما من المدخلات؟", "تحقق دائما من المدخلات"],
    ["हमेशा इनपुट की जाँच करें।", "हमेशा इनपुट की जाँच करें"],
    ["— Никогда не логируйте ПАРОЛИ!", "никогда не логируйте пароли"],
    ["Straße", "strasse"],
    ["ΟΔΟΣ", "οδοσ"],
    ["snake_case and 2 * 3 and src/**/*.ts", "snake_case and 2 * 3 and src/**/*.ts"],
    ["Pattern:", "pattern"],
    ["1. 2. 3. go", "go"],
  ])("the normalised text of %j is %j", (text, normalised) => {
    expect(normaliseInsight(text)).toBe(normalised);
  });

  it("a normalised text stays the same when it is normalised again", () => {
    fc.assert(
      fc.property(
        fc.oneof(dressed, fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" })),
        (text) => {
          const once = normaliseInsight(text);
          expect(normaliseInsight(once)).toBe(once);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("a text with letters never normalises to an empty one", () => {
    fc.assert(
      fc.property(fc.oneof(dressed, fc.string({ unit: "grapheme" })), (text) => {
        expect(/\p{L}/u.test(text) && normaliseInsight(text) === "").toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("a megabyte of markup is normalised", () => {
    expect(normaliseInsight(`${"- **Pattern:** ".repeat(80_000)}x`).length).toBeLessThanOrEqual(4_000);
  });
});
