import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repositoryTexts } from "../../../tests/support/real-tokens.js";
import { withoutDetail } from "./shorten.js";

describe("a shortened insight", () => {
  it.each([
    ["Short ones stay as they are.", "Short ones stay as they are."],
    [
      "Run the whole suite before a merge, since two green branches often break each other afterwards",
      "Run the whole suite before a merge…",
    ],
    [
      "Reviewers of large changes tend to overlook those of the deletions which long additions surround",
      "Reviewers of large changes tend to overlook those of the deletions…",
    ],
    [
      "Put the migration into a change of its own (reviewers then see the schema before the code)",
      "Put the migration into a change of its own…",
    ],
  ])("the insight %j becomes %j", (text, expected) => {
    expect(withoutDetail(text)).toBe(expected);
  });

  it.each([
    "Retry the request to the payment service after a timeout, but never when it was already acknowledged",
    "Delete the temporary branches of merged changes, except for those that a release was cut from",
    "Every handler of the public interface must be wrapped by the guard, unless it doesn't touch the store",
    "Compare the length of the received signature with the expected one, using `timingSafeEqual` for it",
    "The worker drops the messages of a queue whose depth has become larger, that is depth >= limit here",
    "Keep the time that the client waits for an answer of the remote service below thirty, or 30 seconds",
    "Vor jedem Einchecken laufen die Prüfungen auf dem ganzen Bestand, und zwar auf keinen Fall nur örtlich",
    "在提交之前务必运行全部测试，并检查数据库迁移脚本是否可以回滚。不要在循环里打开事务，否则会造成死锁。用户输入必须经过校验，绝不能直接拼接到查询语句中。",
  ])("the insight %j is kept whole, or left out when it is long", (text) => {
    expect(withoutDetail(text)).toBe(text);
    expect(
      withoutDetail(`${"Very long words come first here, and then some more, ".repeat(3)}${text}`),
    ).toBeUndefined();
  });

  it("a shortened text never loses a negation, an operator or a part of a code span", () => {
    const lines = repositoryTexts()
      .flatMap((text) => text.split("\n"))
      .map((line) => line.trim());
    fc.assert(
      fc.property(fc.nat({ max: lines.length - 1 }), (at) => {
        const line = lines[at] ?? "";
        const short = withoutDetail(line);
        if (short === undefined || short === line) return;
        expect(short.length).toBeLessThanOrEqual(72);
        const kept = short.slice(0, -1);
        expect(line.startsWith(kept)).toBe(true);
        expect(line.slice(kept.length)).not.toMatch(/`|\b(?:not|never|except|unless)\b|n't\b|[<>=!&|]|\d/i);
        expect((kept.split("`").length - 1) % 2).toBe(0);
      }),
    );
  });
});
