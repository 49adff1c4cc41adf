import { describe, expect, it } from "vitest";
import { compareByWords } from "./compare-by-words.js";

const compared = (task: string, text: string, triggers: readonly string[] = []) =>
  compareByWords(task, [{ id: "a", text, triggers }]).get("a");

describe("two texts by their words alone", () => {
  it("two texts are the more similar the more words they share", () => {
    const task = "Use prepared statements for the SQL queries of the report";
    const close = compared(task, "Use prepared statements for SQL")?.words ?? 0;
    const far = compared(task, "Name the report after its owner")?.words ?? 0;
    expect(close).toBeGreaterThan(far);
    expect(far).toBeGreaterThan(0);
    expect(compared(task, "Keep the changelog")).toEqual({
      id: "a",
      words: 0,
      meaning: undefined,
      trigger: false,
      synonyms: 0,
    });
  });

  it.each([
    ["stands in the task", ["month end closing"], "Speed up the month end closing", true],
    [
      "stands there with other signs and case",
      ["Month-End  closing!"],
      "Speed up the month end: CLOSING",
      true,
    ],
    ["is one of several", ["x y z", "the month end"], "at the month end", true],
    ["has two words", ["month end"], "Speed up the month end closing", false],
    ["stands there in part", ["month end closing"], "Speed up the month closing", false],
    ["stands there inside other words", ["on the end"], "upon the ending", false],
    ["is empty", [""], "", false],
    ["is in another script", ["月末の締め 処理を 速く"], "月末の締め 処理を 速く する", true],
  ])("a trigger that %s is judged by its words: %j", (_what, triggers, task, expected) => {
    expect(compared(task, "Ask the owner", triggers)?.trigger).toBe(expected);
  });
});
