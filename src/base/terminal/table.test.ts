import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { table } from "./table.js";
import { textWidth } from "./text-width.js";

describe("table", () => {
  it("table aligns columns, numbers to the right", () => {
    const rows = [
      ["strategy", "runs", "state"],
      ["file-based", "12", "proven"],
      ["日本", "3", ""],
    ];
    expect(table(rows, { right: [1] })).toBe(
      "strategy    runs  state\n" + "file-based    12  proven\n" + "日本           3\n",
    );
  });

  it("table gives styles and combining marks no width, and keeps a row on a line", () => {
    expect(
      table([
        ["\u001b[1mab\u001b[22m", "x"],
        ["e\u0301", "y\n z"],
      ]),
    ).toBe("\u001b[1mab\u001b[22m  x\n" + "e\u0301   y z\n");
  });

  it("table is empty without rows, and accepts rows of different length", () => {
    expect(table([])).toBe("");
    expect(table([["a"], ["bb", "c"], []])).toBe("a\nbb  c\n\n");
  });

  it("table cuts the last column to what a width leaves it, by columns and not by characters", () => {
    const rows = [
      ["id-1", "a text that is too long"],
      ["id-22", "日本日本日本日本"],
      ["id-3", "\u001b[1mthis is styled and too long\u001b[22m"],
      ["id-4", "it just fits!"],
    ];
    expect(table(rows, { width: 20 })).toBe(
      "id-1   a text that…\n" +
        "id-22  日本日本日本…\n" +
        "id-3   this is styl…\n" +
        "id-4   it just fits!\n",
    );
  });

  it("table leaves a cell room for a few words, however narrow it is to be", () => {
    expect(table([["a".repeat(30), "some words of it"]], { width: 20 })).toBe(
      `${"a".repeat(30)}  some words…\n`,
    );
  });

  it("table begins each column at the same place in every row", () => {
    const cell = fc.stringMatching(/^[a-z日é👍]{1,8}$/u);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const starts = table(rows)
          .trimEnd()
          .split("\n")
          .map((line, row) => textWidth(line) - textWidth(rows[row]?.[1] ?? ""));
        expect(new Set(starts).size).toBe(1);
      }),
    );
  });
});
