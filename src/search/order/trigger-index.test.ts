import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TriggerIndex } from "./trigger-index.js";

describe("the trigger index", () => {
  it("a phrase is found when it stands word for word in the title, whatever its case and punctuation", () => {
    const index = new TriggerIndex();
    index.upsert("a", ["add a migration"]);
    index.upsert("b", ["add a migration for users", "drop the table"]);
    expect([...index.matching("Please add a migration, today")]).toEqual(["a"]);
    expect([...index.matching("ADD A MIGRATION FOR USERS: drop the table")].sort()).toEqual(["a", "b"]);
    expect([...index.matching("add the migration")]).toEqual([]);
  });

  it("a phrase of two words is not kept", () => {
    const index = new TriggerIndex();
    index.upsert("a", ["add migration", ""]);
    expect(index.matching("add migration add migration").size).toBe(0);
  });

  it("a replaced or removed phrase is no longer found", () => {
    const index = new TriggerIndex();
    index.upsert("a", ["one two three"]);
    index.upsert("a", ["four five six"]);
    expect(index.matching("one two three").size).toBe(0);
    index.remove("a");
    expect(index.matching("four five six").size).toBe(0);
  });

  it("the index finds what a search for each phrase finds, from its keys alone too", () => {
    const words = fc.array(fc.constantFrom("add", "a", "page", "to", "it"), { minLength: 1, maxLength: 12 });
    const lessons = fc.array(fc.array(words, { maxLength: 3 }), { maxLength: 8 });
    fc.assert(
      fc.property(lessons, words, (all, title) => {
        const index = new TriggerIndex();
        const again = new TriggerIndex();
        for (const [n, phrases] of all.entries()) {
          index.upsert(
            String(n),
            phrases.map((phrase) => phrase.join(" ")),
          );
        }
        for (const [id, phrases] of index.phrases) for (const phrase of phrases) again.restore(id, phrase);
        const stands = (phrase: readonly string[]) =>
          phrase.length >= 3 && ` ${title.join(" ")} `.includes(` ${phrase.join(" ")} `);
        const expected = [...all.keys()].filter((n) => (all[n] ?? []).some(stands)).map(String);
        expect([...index.matching(title.join(" "))].sort()).toEqual(expected);
        expect([...again.matching(title.join(" "))].sort()).toEqual(expected);
      }),
    );
  });

  it("a phrase in a script without spaces is found from six letters on", () => {
    const index = new TriggerIndex();
    index.upsert("a", ["添加登录页面", "ログインページを追加"]);
    index.upsert("b", ["数据库"]);
    expect([...index.matching("请在这里添加登录页面")]).toEqual(["a"]);
    expect([...index.matching("新しいログインページを追加する")]).toEqual(["a"]);
    expect(index.matching("数据库添加登录").size).toBe(0);
  });
});
