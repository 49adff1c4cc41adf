import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FalsePositive } from "../verdict/verdict.js";
import type { Match, MatchCandidate } from "./match-by-text.js";
import { type JudgedDeliberation, matchFalsePositive } from "./match-false-positive.js";

const settings = { matchOverlap: 0.6 };
const noFindings: JudgedDeliberation = { findings: [] };
const summary = (match: Match) => (match.lesson === null ? match.reason : `${match.lesson} by ${match.by}`);
const candidates = (...texts: readonly string[]): MatchCandidate[] =>
  texts.map((text, at) => ({ lesson: `l${at + 1}`, text }));
const matched = (falsePositive: FalsePositive, texts: readonly string[], deliberation = noFindings) =>
  summary(matchFalsePositive(falsePositive, deliberation, candidates(...texts), settings));

const byText: readonly (readonly [string, string, readonly string[], string])[] = [
  // Word for word.
  ["the same text", "Validate all input", ["Validate all input"], "l1 by substring"],
  ["the same short text", "Race condition", ["race condition", "deadlock"], "l1 by substring"],
  ["other case, quotes, a full stop", '"validate ALL input."', ["Validate all input"], "l1 by substring"],
  [
    "in a longer text",
    "A1 says to validate all input here, which is done upstream",
    ["Validate all input"],
    "l1 by substring",
  ],
  [
    "a part of the insight",
    "tokens must be rotated",
    ["Tokens must be rotated after each login"],
    "l1 by substring",
  ],
  [
    "the longest shared part",
    "validate all input before use, please",
    ["validate all input", "validate all input before use"],
    "l2 by substring",
  ],
  [
    "two that share as much",
    "take the lock and drop the lock",
    ["take the lock", "drop the lock"],
    "ambiguous",
  ],
  [
    "the same text of two insights",
    "validate all input",
    ["Validate all input.", "validate all input"],
    "ambiguous",
  ],
  [
    "refuted in its own clause",
    "Not a bug: validate all input is done upstream",
    ["validate all input"],
    "l1 by substring",
  ],
  ["two words are a topic", "the race condition is gone", ["race condition"], "no_match"],
  ["empty words are no statement", "it is the one", ["it is the"], "no_match"],
  ["a word that goes on", "revalidate all inputs", ["validate all input"], "no_match"],
  ["a number that goes on", "set the limit to 100", ["set the limit to 10"], "no_match"],
  ["a fraction that goes on", "set the limit to 1.5", ["set the limit to 1"], "no_match"],
  ["negated in front", "Never trust the client clock", ["trust the client clock"], "no_match"],
  [
    "negated in front by two words",
    "do not always trust the client clock",
    ["trust the client clock"],
    "no_match",
  ],
  ["the insight is the negated one", "log the request body", ["Never log the request body"], "no_match"],
  ["a contraction in front", "Don't log the request body", ["log the request body"], "no_match"],

  // By words in common.
  [
    "other word order",
    "input from users must be validated before queries",
    ["Validated input from users before queries"],
    "l1 by overlap",
  ],
  [
    "a clear leader",
    "session tokens leak into debug logs on login",
    ["Debug logs leak session tokens", "Rotate tokens daily", "Cache session data"],
    "l1 by overlap",
  ],
  [
    "camelCase and snake_case",
    "getUserName in user_store lacks cache",
    ["cache getUserName, user store"],
    "l1 by overlap",
  ],
  [
    "too little in common",
    "the parser recurses without bound on nested lists",
    ["nested lists are sorted by the parser in place"],
    "no_match",
  ],
  [
    "two near ones",
    "cache user sessions in redis for speed",
    ["speed: cache user sessions redis", "redis: cache user sessions speed"],
    "ambiguous",
  ],
  [
    "a tiny insight in a long text",
    "retries lock and queue are fine in this large worker design of yours",
    ["lock queue retries"],
    "no_match",
  ],
  ["two shared words", "cache misses", ["misses cache"], "no_match"],
  [
    "always and never",
    "always validate webhook signatures in handlers",
    ["webhook signatures: never validate in handlers"],
    "no_match",
  ],
  [
    "must and must not",
    "handlers must retry failed uploads",
    ["failed uploads: handlers must not retry"],
    "no_match",
  ],
  [
    "a contraction",
    "handlers retry failed uploads on errors",
    ["on errors, handlers don't retry failed uploads"],
    "no_match",
  ],
  ["avoid", "avoid eval in template code paths", ["template code paths: use eval"], "no_match"],
  [
    "two negations are none",
    "never parse uploads without a size limit",
    ["parse uploads with a size limit, always"],
    "l1 by overlap",
  ],
  [
    "both negated in other words",
    "never log access tokens in handlers",
    ["handlers: access tokens are not to log"],
    "l1 by overlap",
  ],
  ["other numbers", "retry failed uploads 3 times", ["failed uploads: retry 5 times"], "no_match"],
  [
    "other numbers in words",
    "retry failed uploads three times",
    ["failed uploads: retry 5 times"],
    "no_match",
  ],
  [
    "the same number in words",
    "retry failed uploads three times",
    ["failed uploads: retry 3 times"],
    "l1 by overlap",
  ],
  [
    "numbers within words",
    "bind the proxy listener to ipv4 only",
    ["proxy listener: bind only to ipv6"],
    "no_match",
  ],
  [
    "a place is no number",
    "up.ts:5 retry failed uploads 3 times",
    ["failed uploads up: retry 5 times"],
    "no_match",
  ],
  [
    "a linked place neither",
    "up.ts#L5 retry failed uploads 3 times",
    ["failed uploads up: retry 5 times"],
    "no_match",
  ],
  [
    "a place in words neither",
    "line 5: retry failed uploads 3 times",
    ["failed uploads: retry 5 times"],
    "no_match",
  ],
  [
    "the line of a place is no number",
    "src/up.ts:42 retry failed uploads 3 times",
    ["failed uploads up: retry 3 times"],
    "l1 by overlap",
  ],
  [
    "opposites",
    "flush the buffer before closing sockets",
    ["closing sockets: flush the buffer after"],
    "no_match",
  ],
  [
    "the negated one does not stand in the way",
    "always validate webhook signatures in handlers",
    ["handlers: webhook signatures never validate", "handlers always validate signatures, webhook"],
    "l2 by overlap",
  ],

  // Other scripts.
  [
    "Chinese, word for word",
    "该问题：必须验证用户输入数据，上游已完成",
    ["必须验证用户输入数据"],
    "l1 by substring",
  ],
  ["Chinese, too short", "上游已验证输入", ["验证输入"], "no_match"],
  ["Chinese, negated in front", "不要验证用户输入数据格式", ["验证用户输入数据格式"], "no_match"],
  [
    "Chinese, by pairs",
    "用户输入必须先验证再写入数据库",
    ["必须验证用户输入再写入数据库", "缓存要设置过期时间"],
    "l1 by overlap",
  ],
  ["Chinese, negated", "用户输入必须先验证再写入数据库", ["用户输入不必验证，直接写入数据库"], "no_match"],
  ["Chinese, another topic", "缓存要设置过期时间", ["必须验证用户输入再写入数据库"], "no_match"],
  ["Japanese", "ユーザー入力は必ず検証すること", ["必ずユーザー入力は検証すること"], "l1 by overlap"],
  [
    "Russian",
    "токены сессии попадают в журнал отладки",
    ["в журнал отладки попадают токены сессии"],
    "l1 by overlap",
  ],
  ["Russian, negated", "не писать токены сессии в журнал", ["токены сессии писать в журнал"], "no_match"],
  ["Hindi", "अनुमति की जाँच करें हर बार", ["हर बार अनुमति की जाँच करें"], "l1 by overlap"],
  ["no words at all", "!!! …", ["???", "—"], "no_match"],
  ["nothing", "", [""], "no_match"],
  ["no candidates", "validate all input", [], "no_match"],
];

describe("a false positive by its words", () => {
  it.each(byText)("the entry with %s is matched as expected", (_what, text, texts, expected) => {
    expect(matched({ text }, texts)).toBe(expected);
  });

  it("the table has more than thirty forms", () => {
    expect(byText.length).toBeGreaterThan(30);
  });

  it("the settings decide how near a match must be", () => {
    const near = ["speed: cache user sessions redis", "redis: cache user sessions for speed, always fast"];
    const text = { text: "cache user sessions in redis for speed" };
    const one = (matchOverlap: number) =>
      summary(matchFalsePositive(text, noFindings, candidates(...near), { matchOverlap }));
    expect(one(0.6)).toBe("l1 by overlap");
    expect(one(1)).toBe("l1 by overlap");
    const far = { text: "cache user sessions in memory for speed" };
    expect(summary(matchFalsePositive(far, noFindings, candidates(...near), { matchOverlap: 1 }))).toBe(
      "no_match",
    );
  });
});

describe("a false positive by its finding", () => {
  const deliberation: JudgedDeliberation = {
    findings: [
      { id: "A1", text: "validate all input", lessons: ["l1"] },
      { id: "A2", text: "check locks before release", lessons: [] },
      { id: "A3", text: "rotate tokens daily", lessons: ["l1", "l3"] },
      { id: "A4", text: "nothing like it", lessons: ["l2", "l3"] },
      { id: "A5", text: "it came from elsewhere", lessons: ["l9"] },
      { id: "A6", text: "one", lessons: [] },
      { id: "A6", text: "two", lessons: [] },
      { id: "b7", text: "x", lessons: ["l1"] },
      { id: "B7", text: "y", lessons: ["l2"] },
    ],
  };
  const texts = [
    "Validate all input",
    "Check locks before release of memory",
    "Rotate tokens daily or weekly",
  ];

  it.each([
    ["its one insight", { finding: "A1" }, "l1 by finding"],
    ["in another case", { finding: "a1" }, "l1 by finding"],
    ["the id came as a text", { text: " A1 " }, "l1 by finding"],
    ["against its words", { finding: "A1", text: "rotate tokens daily or weekly" }, "l1 by finding"],
    ["an insight that was not shown", { finding: "A5" }, "l9 by finding"],
    ["no insight: by the finding's words", { finding: "A2" }, "l2 by substring"],
    ["no insight: by the entry's words", { finding: "A2", text: "rotate tokens daily" }, "l3 by substring"],
    ["several: by words among them", { finding: "A3" }, "l3 by substring"],
    ["several: words of another one", { finding: "A4", text: "validate all input" }, "ambiguous"],
    ["several: no words that help", { finding: "A4" }, "ambiguous"],
    ["an id given twice", { finding: "A6" }, "ambiguous"],
    ["the exact case first", { finding: "B7" }, "l2 by finding"],
    ["unknown", { finding: "Z9" }, "unknown_finding"],
    ["unknown, with words", { finding: "Z9", text: "validate all input" }, "l1 by substring"],
    ["unknown, with other words", { finding: "Z9", text: "quite another matter" }, "no_match"],
    ["nothing", {}, "no_match"],
  ] as const)("a finding is matched as expected: %s", (_what, falsePositive, expected) => {
    expect(matched(falsePositive, texts, deliberation)).toBe(expected);
  });
});

describe("any false positive", () => {
  const word = fc.constantFrom(
    ..."validate input never not cache 3 5 token log 验证 输入 before after".split(" "),
  );
  const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(" "));
  const some = fc.array(text, { maxLength: 6 });

  it("a false positive matches a candidate or none, the same in any order", () => {
    fc.assert(
      fc.property(text, some, (said, texts) => {
        const all = candidates(...texts);
        const match = matchFalsePositive({ text: said }, noFindings, all, settings);
        expect(matchFalsePositive({ text: said }, noFindings, all.toReversed(), settings)).toEqual(match);
        if (match.lesson !== null) expect(all.map(({ lesson }) => lesson)).toContain(match.lesson);
      }),
      { numRuns: 500 },
    );
  });

  it("a false positive of any text is matched without an error", () => {
    const any = fc.string({ unit: "binary", maxLength: 60 });
    fc.assert(
      fc.property(any, any, any, (finding, said, own) => {
        const match = matchFalsePositive({ finding, text: said }, noFindings, candidates(own), settings);
        expect(match.lesson === null || match.lesson === "l1").toBe(true);
      }),
    );
  });
});
